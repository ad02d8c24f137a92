// Collects planner statistics. Without them, the planner assumes nearly empty tables and chooses joins that take minutes. PostgreSQL collects it
// by itself, but some time after rows are inserted; the embedded engine never does.

import { sql } from 'kysely'
import type { Database } from './schema.ts'

/** Collects the statistics of all tables, after a bulk insert. */
export const analyseAll = async (database: Database): Promise<void> => {
  await sql`analyze`.execute(database)
}

/** PostgreSQL's own rule: a table is due when this many rows, and this share of all rows, have changed. */
const DUE_ROWS = 50
const DUE_SHARE = 0.1

/** Collects the statistics of tables that have changed much since the last time. Returns their names. */
export async function analyseDue(database: Database): Promise<string[]> {
  // Changes are counted with a delay of up to a second.
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.relkind = 'r' and s.schemaname = current_schema()
      and (s.n_mod_since_analyze > ${DUE_ROWS}::bigint + ${DUE_SHARE}::double precision * greatest(c.reltuples, 0)
        or (c.reltuples < 0 and pg_relation_size(c.oid) > 0))
    order by c.relname`.execute(database)
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(database)
  return rows.map(({ name }) => name)
}
