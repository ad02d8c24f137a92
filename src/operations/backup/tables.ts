// The tables of the database, in an order in which rows can be inserted.

import { sql } from 'kysely'
import type { Tx } from '#server/database/schema.ts'
import { isExported, type Purpose } from './exports.ts'

export interface Table {
  name: string
  /** Without generated columns, which the database computes. */
  columns: string[]
  /** Primary key. */
  key: string[]
  /** Columns that take the next number of a sequence. */
  numbered: string[]
  /** Rows may have hundreds of kilobytes. */
  has_files: boolean
}

interface FoundTable extends Table {
  refers_to: string[]
}

/**
 * The tables whose rows are exported, or those with rows of programmes, each after those that its foreign keys refer to. Partitions are not
 * listed: their rows are read and written through their table.
 */
export async function tablesInOrder(tx: Tx, purpose: Purpose | 'removal'): Promise<Table[]> {
  const { rows } = await sql<FoundTable>`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select a.attname::text from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k(attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as key,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as numbered,
      exists(select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'bytea'::regtype) as has_files,
      array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid and not f.relispartition) as refers_to
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`.execute(tx)
  return orderTables(
    rows.filter(({ name, columns }) =>
      purpose === 'removal' ? columns.includes('programme_id') : isExported(name, purpose)
    )
  )
}

function orderTables(tables: readonly FoundTable[]): Table[] {
  // Accepted answers cannot be inserted any more.
  const acceptances = tables.filter(({ name }) => name === 'acceptances')
  const placed = new Map<string, Table>()
  while (placed.size < tables.length) {
    const before = placed.size
    const isLast = placed.size === tables.length - acceptances.length
    for (const { refers_to, ...table } of isLast
      ? acceptances
      : tables.filter(one => !acceptances.includes(one)))
      if (refers_to.every(name => placed.has(name))) placed.set(table.name, table)
    if (placed.size === before) throw new Error('The foreign keys of the tables form a cycle.')
  }
  return [...placed.values()]
}
