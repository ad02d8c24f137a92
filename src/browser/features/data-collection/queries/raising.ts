// Raising queries: by hand about one cell, or those that rules find.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { projectPeriodScope } from '#browser/stores/collection/project-period.ts'
import { reloadQueries, type QueryScope } from '#browser/stores/collection/queries.ts'
import { $project } from '#browser/stores/projects.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import type { InputOf, ReplyOf } from '#contract/endpoint.ts'
import { planQueries, raiseQueries, type QueriedCell, type QueryRule } from '#contract/queries.ts'
import { invariant } from '#lib/invariant.ts'
import type { Result } from '#lib/result.ts'
import { failureText } from '#lib/text/offline-text.ts'

type RaisedCell = Omit<InputOf<typeof raiseQueries>['body']['cells'][number], 'query_text'>

/** Asks about one cell. Returns an error text, or null on success. */
export async function raiseByHand(
  cell: RaisedCell,
  query_text: string,
  dueAt: string | null
): Promise<string | null> {
  const project = $project.get()
  const period = $selectedTimePeriod.get()
  invariant(project && period, 'A section belongs to a project and a period')
  const scope = { project_id: project.project_id, time_period_id: period.id }
  const body = { ...scope, rules: [], cells: [{ ...cell, query_text }], due_at: dueAt }
  const result = await call(raiseQueries, { body })
  if (!result.ok) return failureText(result.error, 'Your text is kept.')
  await reloadQueries()
  return result.value.left_out[0]?.detail ?? null
}

export type QueryPlan = ReplyOf<typeof planQueries>

export const $queryPlan = loadableStore<QueryPlan>()

export const loadPlan = (scope: QueryScope, rules: readonly QueryRule[]): Promise<void> =>
  $queryPlan.load(`${scope.projectId}/${scope.timePeriodId}`, () =>
    call(planQueries, { body: { ...projectPeriodScope(scope), rules: [...rules] } })
  )

/** Asks about cells of a plan. */
export async function raisePlanned(
  scope: QueryScope,
  rules: readonly QueryRule[],
  cells: readonly QueriedCell[],
  texts: ReadonlyMap<QueriedCell, string>,
  dueAt: string | null
): Promise<Result<ReplyOf<typeof raiseQueries>>> {
  const result = await call(raiseQueries, {
    body: {
      ...projectPeriodScope(scope),
      rules: [...rules],
      due_at: dueAt,
      cells: cells.map(cell => ({
        questionnaire_id: cell.questionnaire_id,
        submission_id: cell.submission_id,
        section_id: cell.section_id,
        question_id: cell.question_id,
        row_id: cell.row_id,
        column_id: cell.column_id,
        query_text: texts.get(cell) ?? ''
      }))
    }
  })
  if (result.ok) await reloadQueries()
  return result
}
