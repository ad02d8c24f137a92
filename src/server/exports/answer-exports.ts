import type * as contract from '#contract/answer-exports.ts'
import type { ReceivedOf } from '#contract/endpoint.ts'
import { MAX_SHEET_ROWS } from '#contract/limits.ts'
import { LONG_COLUMNS } from '#domain/exports/answer-lines.ts'
import { formatCount } from '#lib/format.ts'
import type { Database } from '#server/database/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { countsOf, countOrganisations } from './answer-counts.ts'
import { exportScope, type ExportScope } from './export-scope.ts'
import { exportTables } from './export-tables.ts'
import { csvCell, tableFile } from './table-files.ts'

/** Each export holds its questionnaires and a batch of answers for as long as its reader takes. */
const MAX_OF_USER = 2
const MAX_OF_SERVER = 20
const BUSY_SECONDS = 60

const runningOn = new WeakMap<Database, string[]>()

/** Counts an export until the returned function is called; a 503 if too many run. */
function beginExport(database: Database, { programmeId, userId }: CallingUser): () => void {
  const running = runningOn.get(database) ?? []
  runningOn.set(database, running)
  const user = `${programmeId}:${userId}`
  const wait = { 'Retry-After': String(BUSY_SECONDS) }
  if (running.filter(one => one === user).length >= MAX_OF_USER)
    throw new ApiError(503, 'Two of your downloads are running. Start this one when one has ended.', wait)
  if (running.length >= MAX_OF_SERVER)
    throw new ApiError(503, 'Many downloads are running. Try again in a minute.', wait)
  running.push(user)
  return () => {
    const at = running.indexOf(user)
    if (at >= 0) running.splice(at, 1)
  }
}

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
