// Case codes for other programs, for example to merge them into letters.
import Papa from 'papaparse'
import type { CaseCode } from '#contract/case-codes.ts'
import { guardText } from '#lib/formula-guard.ts'
import { codeStatusWords } from './status-words.ts'

const HEADS = ['Case code', 'Link', 'State', 'Progress in percent', 'Last activity', 'Reviewer', 'Reviewer’s email address']

/** One code a line. It begins with the mark by which Excel knows UTF-8; nothing in it is taken for a formula. */
export function codesCsv(codes: readonly CaseCode[], linkOf: (code: string) => string): string {
  const rows = codes.map(code => [
    guardText(code.case_code),
    linkOf(code.case_code),
    codeStatusWords[code.status].word,
    code.completion_percent,
    code.last_activity_at ?? '',
    guardText(code.reviewer_name ?? ''),
    guardText(code.reviewer_email_address ?? '')
  ])
  return `\uFEFF${Papa.unparse([HEADS, ...rows], { newline: '\r\n' })}\r\n`
}
