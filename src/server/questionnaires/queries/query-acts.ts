// Answers and decisions: changes of queries that people make.

import type { QueryAct } from '#contract/queries.ts'
import { applyQueryAct, isLaterDueDate, queryWord, refusedActText } from '#domain/queries/query-state.ts'
import { mayActFor } from '#server/auth/ownership.ts'
import type { Tx } from '#server/database/schema.ts'
import { holdStructures } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { transaction } from '#server/database/transaction.ts'
import { notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteContext } from '#server/http/route.ts'
import { NO_ANSWER } from './corrections.ts'
import { updateQueries, type QueryRow, type QueryUpdate } from './query-rows.ts'

interface ActRequest {
  act: QueryAct
  queries: readonly { query_id: number; base_version?: number }[]
  entry_text: string
  dueAt?: Date | null
}

/** Changes each of the queries that the act is possible for, and says of the others why not. */
export async function changeQueries(
  { database, caller, now }: Pick<RouteContext, 'database' | 'now'> & { caller: CallingUser },
  { act, queries, entry_text, dueAt }: ActRequest
) {
  return transaction(database, async tx => {
    const rows = await lockQueries(
      tx,
      caller,
      queries.map(({ query_id }) => query_id)
    )
    const seen = new Map(queries.map(({ query_id, base_version }) => [query_id, base_version]))
    const updates: QueryUpdate[] = []
    const left_out: { query_id: number; detail: string }[] = []
    const { roleTypeId } = caller
    for (const query of rows) {
      const { query_id, status } = query
      const base = seen.get(query_id)
      const isDateLater = isLaterDueDate(dueAt ?? null, query)
      const verdict = applyQueryAct({ act, status, roleTypeId, text: entry_text, isDateLater })
      if (verdict.refusal !== undefined)
        left_out.push({ query_id, detail: refusedActText(verdict.refusal, roleTypeId) })
      else if (base !== undefined && base !== query.version)
        left_out.push({ query_id, detail: refusedActText('version', roleTypeId) })
      else
        updates.push({
          query,
          status: verdict.status,
          ...(dueAt !== undefined && { due_at: dueAt }),
          ...(act === 'resolve' && { resolved_answer: await readStoredAnswer(tx, query) }),
          entry: {
            act,
            entry_text,
            answer_before: null,
            answer_after: null,
            created_by_user_id: caller.userId
          }
        })
    }
    await updateQueries(tx, updates, now)
    return { query_ids: updates.map(({ query }) => query.query_id), left_out }
  })
}

/** Holds the structures first, because an import locks queries in the order of its files. A 404 unless the caller may act on all. */
async function lockQueries(tx: Tx, caller: CallingUser, ids: readonly number[]): Promise<QueryRow[]> {
  const owners = await tx
    .selectFrom('queries as q')
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
    .select(['s.organisation_id', 's.project_id'])
    .where('q.programme_id', '=', caller.programmeId)
    .where('q.query_id', 'in', ids)
    .execute()
  const isEach = owners.length === new Set(ids).size
  if (!isEach || owners.some(({ organisation_id }) => !mayActFor(caller, organisation_id)))
    throw notFound(queryWord(caller.roleTypeId))
  await holdStructures(
    tx,
    caller.programmeId,
    owners.map(({ project_id }) => project_id)
  )
  return tx
    .selectFrom('queries')
    .selectAll()
    .where('programme_id', '=', caller.programmeId)
    .where('query_id', 'in', ids)
    .orderBy('query_id')
    .forUpdate()
    .execute()
}

/** Read after the query is locked: whoever changes the answer later waits for it, and brings it back. */
async function readStoredAnswer(tx: Tx, query: QueryRow) {
  const answer = await tx
    .selectFrom('answers')
    .select(['value', 'is_not_applicable', 'is_not_available'])
    .where('programme_id', '=', query.programme_id)
    .where('submission_id', '=', query.submission_id)
    .where('question_id', '=', query.question_id)
    .where('row_id', '=', query.row_id)
    .where('column_id', '=', query.column_id)
    .where('case_code_id', '=', 0)
    .executeTakeFirst()
  return answer ?? NO_ANSWER
}
