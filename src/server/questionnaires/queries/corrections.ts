// A changed answer answers the queries about its cell, in the transaction that changes it.

import { sql } from 'kysely'
import type { StoredAnswer } from '#contract/queries.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { applyQueryAct, isQueryLive } from '#domain/queries/query-state.ts'
import { groupBy } from '#lib/group-by.ts'
import type { LockedScope } from '#server/questionnaires/locked-scope.ts'
import { updateQueries, type QueryRow } from './query-rows.ts'

export const NO_ANSWER: StoredAnswer = { value: null, is_not_applicable: false, is_not_available: false }

interface AnswerChange extends CellAddress {
  answer: StoredAnswer
}

/** Has to be called before the answers are written. A query about a cell of a case does not exist. */
export async function answerQueriesOf(scope: LockedScope, changes: readonly AnswerChange[]): Promise<void> {
  const { tx, caller, submission, caseCodeId, now } = scope
  if (changes.length === 0 || caseCodeId !== 0) return
  const queries = await tx
    .selectFrom('queries')
    .selectAll()
    .where('programme_id', '=', caller.programmeId)
    .where('submission_id', '=', submission.submission_id)
    .where('status', '!=', 'cancelled')
    .where(
      sql<boolean>`(question_id, row_id, column_id) in (${sql.join(
        changes.map(
          change =>
            sql`(${change.question_id}::bigint, ${change.row_id}::bigint, ${change.column_id}::bigint)`
        )
      )})`
    )
    .orderBy('query_id')
    .forUpdate()
    .execute()
  if (queries.length === 0) return
  const before = await storedAnswers(scope, queries)
  const after = new Map(changes.map(change => [cellKey(change), change.answer]))
  const acts = [...groupBy(queries, cellKey).values()].flatMap(ofCell => {
    // Of several about a cell, the one that waits; if none does, the one that was resolved last.
    const query = ofCell.find(isQueryLive) ?? ofCell.at(-1)!
    const key = cellKey(query)
    const answer_before = before.get(key) ?? NO_ANSWER
    const { value, is_not_applicable, is_not_available } = after.get(key)!
    const answer_after = { value, is_not_applicable, is_not_available }
    const isSame = isSameAnswer(answer_before, answer_after)
    const { status } = applyQueryAct({ act: 'correct', status: query.status, roleTypeId: null, text: '' })
    return isSame || status === undefined ? [] : [{ query, status, answer_before, answer_after }]
  })
  await updateQueries(
    tx,
    acts.map(({ query, status, answer_before, answer_after }) => ({
      query,
      status,
      entry: {
        act: 'correct',
        entry_text: '',
        answer_before,
        answer_after,
        created_by_user_id: caller.kind === 'user' ? caller.userId : null
      }
    })),
    now
  )
}

/** The answers that are stored in the cells of queries, by cell. */
async function storedAnswers(
  { tx, caller, submission }: LockedScope,
  queries: readonly QueryRow[]
): Promise<Map<string, StoredAnswer>> {
  const rows = await tx
    .selectFrom('answers')
    .select(['question_id', 'row_id', 'column_id', 'value', 'is_not_applicable', 'is_not_available'])
    .where('programme_id', '=', caller.programmeId)
    .where('submission_id', '=', submission.submission_id)
    .where('case_code_id', '=', 0)
    .where(
      'question_id',
      'in',
      queries.map(({ question_id }) => question_id)
    )
    .execute()
  return new Map(
    rows.map(({ value, is_not_applicable, is_not_available, ...place }) => [
      cellKey(place),
      { value, is_not_applicable, is_not_available }
    ])
  )
}
