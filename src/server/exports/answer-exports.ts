import { LONG_COLUMNS } from '#domain/exports/answer-lines.ts'
import { longestTable, sheetFault } from '#domain/exports/sheet-limit.ts'
import { recordActs, type AuditAct } from '#server/auth/record-acts.ts'
import { transaction } from '#server/database/transaction.ts'
import { ApiError, forbiddenError } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'
import { countsOf, countOrganisations } from './answer-counts.ts'
import { exportScope, type ExportScope } from './export-scope.ts'
import { exportTables } from './export-tables.ts'
import { countDownload } from './running-downloads.ts'
import { csvCell, tableFile } from './table-files.ts'

export const exportAnswers: RouteOf<'exportAnswers'> = ({ query }, context) =>
  countDownload(context, async () => {
    // They hold names, texts and former values, of which the scope of a key says nothing.
    if (context.caller.apiKey && query.include.some(extra => extra !== 'codebook'))
      throw forbiddenError('API keys cannot download comments, queries or the history of answers.')
    const scope = await exportScope(context, query)
    // Before anything is sent.
    const fault = query.format === 'xlsx' && sheetFault(longestTable(await countsOf(scope), query))
    if (fault) throw new ApiError(422, fault)
    const tables = await exportTables(scope, query)
    const file = tableFile(tables, query.format, `answers-${scope.projectCode}`)
    // A request for the head alone downloads nothing.
    const acts = context.isHead ? [] : downloadActs(scope)
    return transaction(context.database, tx =>
      recordActs(tx, { ...context.caller, now: context.now }, acts, file)
    )
  })

/** Admins download the answers of all organisations; members their own, which the audit log does not record. */
const downloadActs = ({
  organisationId,
  projectId,
  timePeriodIds,
  questionnaires
}: ExportScope): AuditAct<'answers_exported'>[] =>
  organisationId === null
    ? timePeriodIds.map(time_period_id => ({
        kind: 'answers_exported',
        project_id: projectId,
        time_period_id,
        questionnaire_id: questionnaires.length === 1 ? questionnaires[0]!.questionnaire_id : null
      }))
    : []

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
  const [table] = await exportTables(scope, {
    layout: 'long',
    values: 'codes',
    include: [],
    include_query_status: true
  })
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
