// The list of queries as CSV: the rows that are shown, in their order.

import type { DataQuery } from '#contract/queries.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatWindowEnd } from '#domain/projects/window-text.ts'
import {
  queryEntryText,
  expectedRange,
  queriedAnswerText,
  queriedCellName,
  queryStatusWords,
  ruleName
} from '#domain/queries/query-texts.ts'
import { csvFile, type CsvCell } from '#lib/csv.ts'
import { formatMoment } from '#lib/format.ts'

export function queriesCsv(queries: readonly DataQuery[]): string {
  const heads: CsvCell[] = [
    'Status',
    'Overdue',
    'Rule',
    'Organisation',
    withTerms('{Submission}'),
    'Section',
    'Question',
    'Received',
    'Expected',
    'Previous period',
    'Query',
    'Asked by',
    'Asked',
    'Due',
    'Last entry',
    'Last entry by',
    'Last entry at'
  ]
  const rows = queries.map((query): CsvCell[] => {
    const last = query.thread.at(-1)
    const former = query.previous_answer
    return [
      queryStatusWords[query.query_status],
      query.is_overdue ? 'yes' : 'no',
      query.rules.length === 0 ? 'By hand' : query.rules.map(ruleName).join('; '),
      query.organisation_name,
      query.submission_name,
      query.section_name,
      queriedCellName(query),
      queriedAnswerText(query, query.received),
      expectedRange(query) ?? '',
      former === null
        ? ''
        : queriedAnswerText(query, {
            value: former.value,
            is_not_applicable: false,
            is_not_available: false
          }),
      query.query_text,
      query.raised_by,
      formatMoment(query.raised_at),
      query.due_at === null ? '' : formatWindowEnd('closes', query.due_at),
      last ? queryEntryText(query, last) : '',
      last?.created_by ?? '',
      last ? formatMoment(last.created_at) : ''
    ]
  })
  return csvFile([heads, ...rows])
}
