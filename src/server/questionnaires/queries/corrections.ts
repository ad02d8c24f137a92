// A changed answer answers the queries about its cell, in the transaction that changes it.

import { sql } from 'kysely'
import type { StoredAnswer } from '#contract/queries.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import { applyQueryAct, isQueryLive } from '#domain/queries/query-state.ts'
import { groupBy } from '#lib/group-by.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { Tx } from '#server/database/schema.ts'
import type { AnsweredUnitId, WriteAuthor, WriteLock } from '#server/questionnaires/locked-scope.ts'
import { updateQueries, type QueryRow } from './query-rows.ts'

export const NO_ANSWER: StoredAnswer = { value: null, is_not_applicable: false, is_not_available: false }

interface AnswerChange extends CellAddress, AnsweredUnitId {
  answer: StoredAnswer
}

const queriedKey = (cell: CellAddress & { submission_id: number }): string =>
  `${cell.submission_id}:${cellKey(cell)}`

/** Call before the answers are written. Cells of cases have no queries. */
export async function answerQueriesOf(
  { tx }: WriteLock,
  { programmeId, userId, now }: WriteAuthor,
  changes: readonly AnswerChange[]
): Promise<void> {
  const after = new Map(
    changes
      .filter(({ case_code_id }) => case_code_id === 0)
      .map(change => [queriedKey(change), change] as const)
  )
  if (after.size === 0) return
  const queries = (await queriesOf(tx, programmeId, [...after.values()])).filter(query =>
    after.has(queriedKey(query))
  )
  if (queries.length === 0) return
  const before = await storedAnswers(tx, programmeId, queries)
  const acts = [...groupBy(queries, queriedKey).entries()].flatMap(([key, ofCell]) => {
    // Of several about a cell, the one that waits; if none does, the one that was resolved last.
    const query = ofCell.find(isQueryLive) ?? ofCell.at(-1)!
    const answer_before = before.get(key) ?? NO_ANSWER
    const { value, is_not_applicable, is_not_available } = after.get(key)!.answer
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
        created_by_user_id: userId
      }
    })),
    now
  )
}

/** Locks the queries about any of the questions in these submissions, for this transaction. */
const queriesOf = (tx: Tx, programmeId: number, cells: readonly AnswerChange[]): Promise<QueryRow[]> =>
  tx
    .selectFrom('queries')
    .modifyFront(prepared)
    .selectAll()
    .where('programme_id', '=', programmeId)
    .where('status', '!=', 'cancelled')
    .where(sql<boolean>`submission_id = any(${idsOf(cells, 'submission_id')}::bigint[])`)
    .where(sql<boolean>`question_id = any(${idsOf(cells, 'question_id')}::bigint[])`)
    .orderBy('query_id')
    .forUpdate()
    .execute()

const idsOf = <K extends 'submission_id' | 'question_id'>(
  cells: readonly Record<K, number>[],
  key: K
): number[] => [...new Set(cells.map(cell => cell[key]))]

/** The answers that are stored in the cells of queries. */
async function storedAnswers(
  tx: Tx,
  programmeId: number,
  queries: readonly QueryRow[]
): Promise<Map<string, StoredAnswer>> {
  const rows = await tx
    .selectFrom('answers')
    .select([
      'submission_id',
      'question_id',
      'row_id',
      'column_id',
      'value',
      'is_not_applicable',
      'is_not_available'
    ])
    .where(eb => eb.and({ programme_id: programmeId, case_code_id: 0 }))
    .where(sql<boolean>`submission_id = any(${idsOf(queries, 'submission_id')}::bigint[])`)
    .where(sql<boolean>`question_id = any(${idsOf(queries, 'question_id')}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ value, is_not_applicable, is_not_available, ...place }) => [
      queriedKey(place),
      { value, is_not_applicable, is_not_available }
    ])
  )
}
