// Case codes as CSV, for example for a mail merge.

import type { CaseCode } from '#contract/case-codes.ts'
import { csvFile } from '#lib/csv.ts'
import { codeStatusLabels } from './status-labels.ts'

const HEADINGS = [
  'Case code',
  'Link',
  'Status',
  'Progress (%)',
  'Last activity',
  'Reviewer',
  'Reviewer’s email address'
]

export function codesCsv(codes: readonly CaseCode[], linkOf: (code: string) => string): string {
  const rows = codes.map(code => [
    code.case_code,
    linkOf(code.case_code),
    codeStatusLabels[code.status].word,
    code.completion_percent,
    code.last_activity_at ?? '',
    code.reviewer_name ?? '',
    code.reviewer_email_address ?? ''
  ])
  return csvFile([HEADINGS, ...rows])
}
