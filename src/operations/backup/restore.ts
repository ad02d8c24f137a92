import { sql } from 'kysely'
import { messageOf } from '#lib/text/message-of.ts'
import {
  appliedMigrations,
  isBeforeBaseline,
  missingStep,
  withBaseline
} from '#server/database/before-baseline.ts'
import { allMigrations, migrate } from '#server/database/migrate.ts'
import type { Migration } from '#server/database/migration.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { analyseAll } from '#server/database/statistics.ts'
import { transaction } from '#server/database/transaction.ts'
import { isExportedTable } from './exports.ts'
import { BackupError, readBackup, type BackupHeader, type BackupLine } from './file.ts'
import { digestTable, setNextNumbers, normaliseRowTexts, writeRows } from './rows.ts'
import { tablesInOrder, type Table } from './tables.ts'
import { checkBackup } from './write.ts'

export interface Restored {
  /** When the backup was made. */
  made: string
  tables: number
  rows: number
}

/** A backup that was read to its end and found to be of this version or an older one. */
export interface RestorableBackup {
  path: string
  header: BackupHeader
  /** The names of its migrations. */
  made: readonly string[]
  /** Those that the database will have. */
  migrations: readonly Migration[]
}

/**
 * Reads the whole file before a database is opened, so that a damaged one does not reach it. Throws a BackupError if the backup is damaged or
 * of a newer version. The migrations are those of the code; tests pass those of a later version.
 */
export async function readRestorableBackup(
  path: string,
  migrations: readonly Migration[] = allMigrations
): Promise<RestorableBackup> {
  await checkBackup(path)
  const header = await headerOf(path)
  const made = migrationsOf(path, header)
  const unknown = made.filter(name => migrations.every(migration => migration.name !== name))
  if (unknown.length > 0)
    throw new BackupError(
      `${path} was made by a newer version, which has ${unknown.join(', ')}. Restore it with that version.`
    )
  return { path, header, made, migrations }
}

/**
 * Fills an empty database of either engine from a backup, all or nothing, and compares what was stored with what the
 * backup says. A backup of an older version is loaded into that version's tables, which are then migrated. Throws a
 * BackupError if the database is not empty or the rows do not fit.
 */
export async function restoreBackup(
  database: Database,
  { path, header, made, migrations }: RestorableBackup,
  { partitions = 0 }: { partitions?: number } = {}
): Promise<Restored> {
  await requireEmptyDatabase(database, made)
  const counted = await explainForeignRows(path, async () => {
    const ofBackup = migrations.filter(({ name }) => made.includes(name))
    await migrate(database, { migrations: ofBackup, partitions })
    const filled = await fillDatabase(database, path, made)
    await migrate(database, { migrations, partitions })
    return filled
  })
  await analyseAll(database)
  return { made: header.made, ...counted }
}

/** The names of a backup's migrations. Before the first release they were different. */
function migrationsOf(path: string, { migrations }: BackupHeader): readonly string[] {
  if (!isBeforeBaseline(migrations)) return migrations
  const missing = missingStep(migrations)
  if (missing === undefined) return withBaseline(migrations)
  throw new BackupError(
    `${path} is from before the first release, of a database that was not migrated to its end: ${missing} is missing. Restore it with the version that made it, start the last version before this one, and back up again.`
  )
}

const fillDatabase = (
  database: Database,
  path: string,
  migrations: readonly string[]
): Promise<Omit<Restored, 'made'>> =>
  transaction(database, async tx => {
    // Another restore or a first programme may have been written in the meantime.
    await sql`lock table programmes in share row exclusive mode`.execute(tx)
    await requireEmptyDatabase(tx, migrations)
    return loadTables(tx, path)
  })

/** SQLSTATE classes and codes: values that do not fit their columns, broken constraints, missing tables and columns. */
const FOREIGN_ROWS = /^(22|23|42P01$|42703$)/

/** A complete file may still come from another program: then the database rejects its rows, or a migration fails. */
async function explainForeignRows<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code !== 'string' || !FOREIGN_ROWS.test(code)) throw error
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

async function requireEmptyDatabase(database: Database, migrations: readonly string[]): Promise<void> {
  const applied = await appliedMigrations(database)
  if (applied.length === 0) return
  const row = await database.selectFrom('programmes').select('programme_id').limit(1).executeTakeFirst()
  if (row !== undefined || applied.some(name => !migrations.includes(name)))
    throw new BackupError('The database is not empty. Restore into a new one, before the API starts on it.')
}

async function loadTables(tx: Tx, path: string): Promise<Omit<Restored, 'made'>> {
  await normaliseRowTexts(tx)
  const tables = new Map((await tablesInOrder(tx, 'backup')).map(table => [table.name, table]))
  const lines = readBackup(path)
  let rows = 0
  let loaded = 0
  for await (const line of lines) {
    if (typeof line === 'string' || line[0] !== 'table') continue
    const table = tables.get(line[1])
    // Earlier versions exported keys and sessions too. Their rows are skipped.
    if (!table && isExportedTable(line[1])) continue
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
  const stored = await digestTable(tx, table)
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
