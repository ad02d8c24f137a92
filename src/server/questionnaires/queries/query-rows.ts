// The one writer of changes to queries.

import type { QueryStatus } from '#contract/queries.ts'
import { insertRows } from '#server/database/bulk.ts'
import type { Row } from '#server/database/column-types.ts'
import type { Tx } from '#server/database/schema.ts'

export type QueryRow = Row<'queries'>
type EntryRow = Row<'query_entries'>

export interface QueryUpdate {
  query: QueryRow
  status: QueryStatus
  due_at?: Date | null
  /** With `resolve`: the answer that it was resolved with. */
  resolved_answer?: NonNullable<QueryRow['resolved_answer']>
  entry: Pick<EntryRow, 'act' | 'entry_text' | 'answer_before' | 'answer_after' | 'created_by_user_id'>
}

/** Changes locked queries, and adds an entry to the thread of each. */
export async function updateQueries(tx: Tx, updates: readonly QueryUpdate[], now: Date): Promise<void> {
  for (const { query, status, due_at, resolved_answer } of updates)
    await tx
      .updateTable('queries')
      .set({ status, version: query.version + 1 })
      .$if(status !== query.status, change => change.set({ status_at: now }))
      .$if(due_at !== undefined, change => change.set({ due_at: due_at ?? null }))
      .$if(resolved_answer !== undefined, change =>
        change.set({ resolved_answer: JSON.stringify(resolved_answer) })
      )
      .where(eb => eb.and({ programme_id: query.programme_id, query_id: query.query_id }))
      .execute()
  await insertRows(
    tx,
    'query_entries',
    updates.map(({ query, entry }) => ({
      programme_id: query.programme_id,
      query_id: query.query_id,
      version: query.version + 1,
      ...entry,
      created_at: now
    }))
  )
}
