import { sql } from 'kysely'
import type { Database } from '#server/database/schema.ts'

/** How often two transactions of this database have waited for each other: one of them lost a second, and ran again. */
export async function countDeadlocks(database: Database): Promise<number> {
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database)
  return Number(rows[0]?.deadlocks)
}
