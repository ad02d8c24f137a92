import { sql } from 'kysely'
import { messageOf } from '#lib/message-of.ts'
import { migrate, migrationNames } from '../database/migrate.ts'
import type { Database, Tx } from '../database/schema.ts'
import { analyseAll } from '../database/statistics.ts'
import { transaction } from '../database/transaction.ts'
import { isListed } from './exports.ts'
import { BackupError, readBackup, type BackupHeader, type BackupLine } from './file.ts'
import { appliedMigrations, contentOf, setNextNumbers, writeAlike, writeRows } from './rows.ts'
import { tablesInOrder, type Table } from './tables.ts'
import { checkBackup } from './write.ts'

export interface Restored {
  /** When the backup was made. */
  made: string
  tables: number
  rows: number
}

/**
 * Fills an empty database of either engine from a backup, all or nothing, and compares what was stored with what the
 * backup says. A backup of an older version is loaded into that version's tables, which are then migrated. Throws a
 * BackupError if the database is not empty or the backup is damaged or of a newer version.
 */
export async function restoreBackup(
  database: Database,
  path: string,
  { partitions = 0 } = {}
): Promise<Restored> {
  // All of it, before anything is written: a damaged file must not reach the database.
  await checkBackup(path)
  const header = await headerOf(path)
  const unknown = header.migrations.filter(name => !migrationNames.includes(name))
  if (unknown.length > 0)
    throw new BackupError(
      `${path} was made by a newer version, which has ${unknown.join(', ')}. Restore it with that version.`
    )
  await requireEmpty(database, header)
  const counted = await refusingStrangeRows(path, () => fill(database, path, header, partitions))
  await analyseAll(database)
  return { made: header.made, ...counted }
}

async function fill(
  database: Database,
  path: string,
  header: BackupHeader,
  partitions: number
): Promise<Omit<Restored, 'made'>> {
  await migrate(database, { only: header.migrations, partitions })
  const counted = await transaction(database, async tx => {
    // Another restore or a first programme may have been written since.
    await sql`lock table programmes in share row exclusive mode`.execute(tx)
    await requireEmpty(tx, header)
    return load(tx, path)
  })
  await migrate(database, { partitions })
  return counted
}

/** Classes of SQLSTATE, and codes: values that do not fit their columns, broken constraints, and tables and columns that are not there. */
const STRANGE = /^(22|23|42P01$|42703$)/

/** A file can be whole and yet not be one of ours: the database then refuses its rows, or the migrations after them. */
async function refusingStrangeRows<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !STRANGE.test(code)) throw error
    throw new BackupError(`${path} is not a backup that this version can restore: ${messageOf(error)}.`)
  }
}

async function headerOf(path: string): Promise<BackupHeader> {
  for await (const line of readBackup(path)) {
    if (typeof line !== 'string' && line[0] === 'backup') return line[1]
    break
  }
  throw new BackupError(`${path} is not a backup.`)
}

async function requireEmpty(database: Database, { migrations }: BackupHeader): Promise<void> {
  const applied = await appliedMigrations(database)
  if (applied.length === 0) return
  const row = await database.selectFrom('programmes').select('programme_id').limit(1).executeTakeFirst()
  if (row !== undefined || applied.some(name => !migrations.includes(name)))
    throw new BackupError('The database is not empty. Restore into a new one, before the API starts on it.')
}

async function load(tx: Tx, path: string): Promise<Omit<Restored, 'made'>> {
  await writeAlike(tx)
  const tables = new Map((await tablesInOrder(tx, 'backup')).map(table => [table.name, table]))
  const lines = readBackup(path)
  let rows = 0
  let loaded = 0
  for await (const line of lines) {
    if (typeof line === 'string' || line[0] !== 'table') continue
    const table = tables.get(line[1])
    // Earlier versions wrote keys and sessions too. Their rows are read and left.
    if (!table && isListed(line[1])) continue
    if (!table) throw new BackupError(`${path} has a table that its version does not have: ${line[1]}.`)
    rows += await loadTable(tx, table, lines)
    loaded += 1
  }
  return { tables: loaded, rows }
}

/** Loads the rows up to the line that ends the table. */
async function loadTable(tx: Tx, table: Table, lines: AsyncGenerator<BackupLine>): Promise<number> {
  const end = rowsUntilEnd(lines)
  const written = await writeRows(tx, table, end.rows)
  const stored = await contentOf(tx, table)
  if (stored.rows !== written.rows || stored.sum !== written.sum)
    throw new BackupError(`The database stored other rows of ${table.name} than the backup has.`)
  await setNextNumbers(tx, table, end.next())
  return written.rows
}

function rowsUntilEnd(lines: AsyncGenerator<BackupLine>): {
  rows: AsyncIterable<string>
  next: () => Record<string, number>
} {
  let next: Record<string, number> = {}
  async function* rows(): AsyncGenerator<string> {
    for (;;) {
      // Not `for await`, which would close the lines that the next table needs.
      const { value: line, done } = await lines.next()
      if (done) return
      if (typeof line === 'string') yield line
      else if (line[0] === 'end') {
        next = line[1].next
        return
      }
    }
  }
  return { rows: rows(), next: () => next }
}
