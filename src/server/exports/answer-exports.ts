import type * as contract from '#contract/answer-exports.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { LONG_COLUMNS } from '#domain/exports/answer-lines.ts'
import { formatCount } from '#lib/format.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { countsOf, countOrganisations } from './answer-counts.ts'
import { exportScope, type ExportScope } from './export-scope.ts'
import { exportTables } from './export-tables.ts'
import { beginExport } from './running-exports.ts'
import { csvCell, tableFile } from './table-files.ts'

export const exportAnswers: RouteOf<'exportAnswers'> = async ({ query }, context) => {
  const end = beginExport(context.database, context.caller)
  try {
    const scope = await exportScope(context, query)
    if (query.format === 'xlsx') await requireSheetRows(scope, query)
    const tables = await exportTables(scope, query)
    return tableFile(tables, query.format, `answers-${scope.projectCode}`).onEnd(end)
  } catch (error) {
    end()
    throw error
  }
}

export const countExportableAnswers: RouteOf<'countExportableAnswers'> = async ({ query }, context) => {
  const scope = await exportScope(context, query)
  const questionnaires = await countsOf(scope)
  return {
    questionnaires,
    organisation_count: await countOrganisations(scope),
    example_lines: questionnaires.some(one => one.answer_count > 0) ? await exampleLines(scope) : []
  }
}

const EXAMPLE_LINES = 3

async function exampleLines(scope: ExportScope) {
  const [table] = await exportTables(scope, { layout: 'long', values: 'codes', include: [] })
  for await (const batch of table?.lines() ?? []) {
    if (batch.length === 0) continue
    return batch.slice(0, EXAMPLE_LINES).map(line => {
      const text = (column: (typeof LONG_COLUMNS)[number]): string =>
        String(csvCell(line[LONG_COLUMNS.indexOf(column)] ?? null) ?? '')
      return {
        organisation: text('organisation'),
        submission: text('submission'),
        question: text('question'),
        column: text('column'),
        value: text('value')
      }
    })
  }
  return []
}

/** Refuses a workbook with more rows than a sheet can have before anything is sent. */
async function requireSheetRows(
  scope: ExportScope,
  { layout, include }: ReceivedOf<typeof contract.exportAnswers>['query']
): Promise<void> {
  const counts = await countsOf(scope)
  const sum = (field: 'answer_count' | 'comment_count' | 'change_count'): number =>
    counts.reduce((total, one) => total + one[field], 0)
  const sheets =
    layout === 'long'
      ? [sum('answer_count')]
      : counts.flatMap(one => [one.submission_count, one.case_count, one.repeated_answer_count])
  const rows = Math.max(
    ...sheets,
    include.includes('comments') ? sum('comment_count') : 0,
    include.includes('history') ? sum('change_count') : 0
  )
  if (rows >= MAX_SHEET_ROWS)
    throw new ApiError(
      422,
      `A sheet has at most ${formatCount(MAX_SHEET_ROWS)} rows, and this export needs ${formatCount(rows + 1)}. Choose CSV, or fewer periods or questionnaires.`
    )
}
