// Whether a download fits the sheets of a workbook; the dialog asks before, the server when it is called.

import type { AnswerExtra, AnswerLayout, ExportableQuestionnaire } from '#contract/answer-exports.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { formatCount } from '#lib/format.ts'

/** Submissions or cases of a questionnaire. */
export const unitCount = (one: ExportableQuestionnaire): number =>
  one.questionnaire_type === 'case' ? one.case_count : one.submission_count

type LineCount = 'answer_count' | 'comment_count' | 'query_entry_count' | 'change_count'

/** What counts the lines of a further table; null if nothing is counted. */
const extraCounts: Record<AnswerExtra, LineCount | null> = {
  codebook: null,
  comments: 'comment_count',
  queries: 'query_entry_count',
  history: 'change_count'
}

export const countLines = (counts: readonly ExportableQuestionnaire[], field: LineCount): number =>
  counts.reduce((sum, one) => sum + one[field], 0)

/** How many lines a further table has; null if they are not counted. */
export function countExtraLines(
  counts: readonly ExportableQuestionnaire[],
  extra: AnswerExtra
): number | null {
  const field = extraCounts[extra]
  return field === null ? null : countLines(counts, field)
}

/** How many lines the longest table of a download has, without its heading. */
export function longestTable(
  counts: readonly ExportableQuestionnaire[],
  { layout, include }: { layout: AnswerLayout; include: readonly AnswerExtra[] }
): number {
  return Math.max(
    0,
    ...(layout === 'long'
      ? [countLines(counts, 'answer_count')]
      : counts.flatMap(one => [unitCount(one), one.repeated_answer_count])),
    ...include.map(extra => countExtraLines(counts, extra) ?? 0)
  )
}

/** Why a table does not fit a sheet; undefined if it does. */
export const sheetFault = (lines: number): string | undefined =>
  lines < MAX_SHEET_ROWS
    ? undefined
    : `A sheet has at most ${formatCount(MAX_SHEET_ROWS)} rows, and this download needs ${formatCount(lines + 1)}. Choose CSV, or fewer periods or questionnaires.`
