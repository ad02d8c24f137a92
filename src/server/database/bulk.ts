import { sql } from 'kysely'
import type { DatabaseSchema, Tx } from './schema.ts'

const MAX_BULK_ROWS = 5000
/** A single row may be longer. */
const MAX_BULK_CHARACTERS = 4_000_000

/**
 * Inserts many rows with one parameter per batch: the rows as JSON, typed by the table. Every row must have
 * the same fields. With `returning`, returns that column's values in the order of the rows.
 */
export async function insertRows(
  tx: Tx,
  table: keyof DatabaseSchema,
  rows: readonly object[],
  returning?: string
): Promise<number[]> {
  const [first] = rows
  if (!first) return []
  const columns = sql.join(Object.keys(first).map(column => sql.ref(column)))
  const ids: number[] = []
  for (const batch of batchesOf(rows)) {
    const answer = returning === undefined ? sql`` : sql`returning ${sql.ref(returning)} as id`
    const result = await sql<{ id: number }>`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${batch}::jsonb) ${answer}`.execute(
      tx
    )
    for (const row of result.rows) ids.push(row.id)
  }
  return ids
}

/** JSON texts of the rows, each small enough for one statement. */
function* batchesOf(rows: readonly object[]): Generator<string> {
  let batch: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (
      batch.length === MAX_BULK_ROWS ||
      (batch.length > 0 && characters + text.length > MAX_BULK_CHARACTERS)
    ) {
      yield `[${batch.join(',')}]`
      batch = []
      characters = 0
    }
    batch.push(text)
    characters += text.length
  }
  yield `[${batch.join(',')}]`
}
