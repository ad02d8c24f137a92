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

/** Those that were not changed, with the reason. */
type LeftOutQueries = ReplyOf<typeof decideQueries>['left_out']

/** Answers in words. */
export const sendQueryAnswer = (
  queries: readonly DataQuery[],
  entry_text: string
): Promise<Result<LeftOutQueries>> =>
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
): Promise<Result<LeftOutQueries>> =>
  reloadAfterWrite(
    call(decideQueries, {
      body: { queries: toChosen(queries), act, entry_text, ...(dueAt !== undefined && { due_at: dueAt }) }
    }).then(result => mapResult(result, ({ left_out }) => left_out)),
    reloadQueries
  )
