// Whether a download fits the sheets of a workbook; the dialog asks before, the server when it is called.

import type { AnswerExtra, AnswerLayout, ExportableQuestionnaire } from '#contract/answer-exports.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { formatCount } from '#lib/format.ts'

/** Submissions or cases of a questionnaire. */
export const unitCount = (one: ExportableQuestionnaire): number =>
  one.questionnaire_type === 'case' ? one.case_count : one.submission_count

/** How many lines the longest table of a download has, without its heading. */
export function longestTable(
  counts: readonly ExportableQuestionnaire[],
  { layout, include }: { layout: AnswerLayout; include: readonly AnswerExtra[] }
): number {
  const sum = (field: 'answer_count' | 'comment_count' | 'change_count'): number =>
    counts.reduce((total, one) => total + one[field], 0)
  return Math.max(
    0,
    ...(layout === 'long'
      ? [sum('answer_count')]
      : counts.flatMap(one => [unitCount(one), one.repeated_answer_count])),
    include.includes('comments') ? sum('comment_count') : 0,
    include.includes('history') ? sum('change_count') : 0
  )
}

/** Why a table does not fit a sheet; undefined if it does. */
export const sheetFault = (lines: number): string | undefined =>
  lines < MAX_SHEET_ROWS
    ? undefined
    : `A sheet has at most ${formatCount(MAX_SHEET_ROWS)} rows, and this download needs ${formatCount(lines + 1)}. Choose CSV, or fewer periods or questionnaires.`
