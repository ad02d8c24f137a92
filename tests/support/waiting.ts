// Makes transactions wait for each other in an order that chance rarely produces. Only on PostgreSQL: an embedded database has one connection.

import { sql, type RawBuilder } from 'kysely'
import { expect } from 'vitest'
import type { Database, Tx } from '#server/database/schema.ts'
import { eventually } from './patience.ts'

/** Keeps the locks that `take` takes, until `release` is called. */
export async function holding(database: Database, take: (tx: Tx) => Promise<unknown>) {
  const tx = await database.startTransaction().execute()
  await take(tx)
  return { release: () => tx.rollback().execute() }
}

/** Keeps the row locks of one statement. */
export const holdingRows = (database: Database, statement: RawBuilder<unknown>) =>
  holding(database, tx => statement.execute(tx))

/** Waits until at least so many transactions of the database wait for locks. */
export const untilWaiting = (database: Database, count: number): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database
    )
    expect(rows.length).toBeGreaterThanOrEqual(count)
  })
