// Rows of whole tables as JSON texts, which both engines read and write in the same form. They are never parsed here,
// because a 64-bit number would lose its last digits.

import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DatabaseSchema, Tx } from '#server/database/schema.ts'
import type { Table } from './tables.ts'

const FETCHED_ROWS = 2000
const FETCHED_FILES = 4
const BATCH_CHARACTERS = 4_000_000

/** How many rows a table has, and a digest of them that does not depend on their order. */
export interface TableDigest {
  rows: number
  sum: string
}

export class Sum {
  #rows = 0
  readonly #bytes = new Uint8Array(32)

  add(row: string): void {
    this.#rows += 1
    const digest = createHash('sha256').update(row).digest()
    for (let at = 0; at < digest.length; at++) this.#bytes[at]! ^= digest[at]!
  }

  get content(): TableDigest {
    return { rows: this.#rows, sum: Buffer.from(this.#bytes).toString('hex') }
  }
}

/**
 * Runs `work` on a snapshot of the whole database. Texts of times and binary data do not depend on the server's
 * settings. On the embedded engine, which has one connection, other calls wait until it ends.
 */
export async function* snapshot<T>(
  database: Kysely<DatabaseSchema>,
  work: (tx: Tx) => AsyncGenerator<T>
): AsyncGenerator<T> {
  const tx = await database
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    await normaliseRowTexts(tx)
    yield* work(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Makes the texts of rows independent of the server's settings. */
export async function normaliseRowTexts(tx: Tx): Promise<void> {
  await sql`select set_config('TimeZone', 'UTC', true), set_config('bytea_output', 'hex', true)`.execute(tx)
}

/** The rows of a table, or of one programme in it, by primary key, so that a comment comes after the one that it answers. */
export async function* readRows(tx: Tx, table: Table, programmeId?: number): AsyncGenerator<string> {
  const own = programmeId === undefined ? sql`` : sql`where programme_id = ${sql.lit(programmeId)}`
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  const key = sql.join(table.key.map(column => sql.ref(column)))
  await sql`declare backup_rows no scroll cursor for
    select to_jsonb(kept)::text as row from (select ${columns} from ${sql.table(table.name)} ${own} order by ${key}) as kept`.execute(
    tx
  )
  const fetched = table.has_files ? FETCHED_FILES : FETCHED_ROWS
  for (;;) {
    const { rows } = await sql<{
      row: string
    }>`fetch ${sql.lit(fetched)} from backup_rows`.execute(tx)
    for (const { row } of rows) yield row
    if (rows.length < fetched) break
  }
  await sql`close backup_rows`.execute(tx)
}

export async function digestTable(tx: Tx, table: Table, programmeId?: number): Promise<TableDigest> {
  const sum = new Sum()
  for await (const row of readRows(tx, table, programmeId)) sum.add(row)
  return sum.content
}

/** Inserts rows in batches and returns their digest. */
export async function writeRows(tx: Tx, table: Table, rows: AsyncIterable<string>): Promise<TableDigest> {
  const sum = new Sum()
  let batch: string[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await insert(tx, table, `[${batch.join(',')}]`)
    batch = []
    characters = 0
  }
  for await (const row of rows) {
    sum.add(row)
    batch.push(row)
    characters += row.length
    if (batch.length === FETCHED_ROWS || characters > BATCH_CHARACTERS) await flush()
  }
  await flush()
  return sum.content
}

async function insert(tx: Tx, table: Table, rows: string): Promise<void> {
  const name = sql.table(table.name)
  const columns = sql.join(table.columns.map(column => sql.ref(column)))
  await sql`insert into ${name} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`.execute(tx)
}

/** The next number of each numbered column. */
export type NextNumbers = Record<string, number>

const sequenceOf = async (tx: Tx, table: Table, column: string): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select pg_get_serial_sequence(${table.name}, ${column}) as name`.execute(tx)
  const [sequence] = rows
  if (!sequence) throw new Error(`${table.name}.${column} has no sequence.`)
  return sequence.name
}

/** Sequences are not part of a snapshot: a number may be ahead of the rows, never behind. */
export async function nextNumbers(tx: Tx, table: Table): Promise<NextNumbers> {
  const next: NextNumbers = {}
  for (const column of table.numbered) {
    const { rows } = await sql<{ next: number }>`
      select last_value + is_called::int as next from ${sql.raw(await sequenceOf(tx, table, column))}`.execute(
      tx
    )
    next[column] = rows[0]?.next ?? 1
  }
  return next
}

/** Sets the next number of each numbered column: the given one, or a higher one if rows exceed it. */
export async function setNextNumbers(tx: Tx, table: Table, next: NextNumbers): Promise<void> {
  for (const column of table.numbered) {
    const sequence = await sequenceOf(tx, table, column)
    await sql`select setval(${sequence}::regclass, greatest(${next[column] ?? 1}::bigint,
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table.name)})), false)`.execute(tx)
  }
}
