// Questions from the programme about answers, as the reader may see them.

import { readAllPages } from '#browser/api/all-pages.ts'
import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { reloadAfterWrite } from '#browser/api/reload-after-write.ts'
import { projectPeriodScope, type ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $session } from '#browser/stores/session.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { answerQueries, decideQueries, listQueries, type DataQuery } from '#contract/queries.ts'
import { mapResult, type Result } from '#lib/result.ts'

export type QueryList = ReplyOf<typeof listQueries>

export interface QueryScope extends ProjectPeriod {
  /** Only those of one submission. */
  submissionId?: number
}

export const $queries = loadableStore<QueryList>()

const queriesKey = ({ projectId, timePeriodId, submissionId }: QueryScope): string =>
  [$session.get().user?.sub ?? '', projectId, timePeriodId, submissionId ?? ''].join('/')

let shownScope: QueryScope | null = null

export async function loadQueries(scope: QueryScope): Promise<void> {
  shownScope = scope
  await $queries.load(queriesKey(scope), () => readQueries(scope))
}

/** Reloads the queries shown. */
export const reloadQueries = async (): Promise<void> => {
  const scope = shownScope
  if (scope !== null) await $queries.reload(queriesKey(scope), () => readQueries(scope))
}

const readQueries = ({ submissionId, ...period }: QueryScope): Promise<Result<QueryList>> =>
  readAllPages('queries', offset => {
    const query = { ...projectPeriodScope(period), limit: MAX_PAGE_ROWS, offset }
    return call(listQueries, {
      query: { ...query, ...(submissionId !== undefined && { submission_id: submissionId }) }
    })
  })

const toChosen = (queries: readonly DataQuery[]) =>
  queries.map(({ query_id, version }) => ({ query_id, base_version: version }))

/** Why queries were not changed; null if all were. */
type ActObstacle = string | null

const obstacleIn = ({ left_out }: ReplyOf<typeof decideQueries>): ActObstacle => left_out[0]?.detail ?? null

/** Answers in words. Returns those that were not answered, with the reason. */
export const sendQueryAnswer = (
  queries: readonly DataQuery[],
  entry_text: string
): Promise<Result<ReplyOf<typeof answerQueries>['left_out']>> =>
  reloadAfterWrite(
    call(answerQueries, { body: { queries: toChosen(queries), entry_text } }).then(result =>
      mapResult(result, ({ left_out }) => left_out)
    ),
    reloadQueries
  )

export type Decision = 'resolve' | 'return' | 'withdraw' | 'extend'

export const sendDecision = (
  queries: readonly DataQuery[],
  act: Decision,
  entry_text: string,
  dueAt?: string | null
): Promise<Result<ActObstacle>> =>
  reloadAfterWrite(
    call(decideQueries, {
      body: { queries: toChosen(queries), act, entry_text, ...(dueAt !== undefined && { due_at: dueAt }) }
    }).then(result => mapResult(result, obstacleIn)),
    reloadQueries
  )
