// Deletes all rows of one programme: after it was moved to another server, or when it has ended.

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Database, Tx } from '#server/database/schema.ts'
import { BackupError } from './file.ts'
import { chooseProgramme, refuseOlder, type MovedTable, type ProgrammeChoice } from './move.ts'
import { digestTable, normaliseRowTexts } from './rows.ts'
import { tablesInOrder, type Table } from './tables.ts'

/** Small enough to be deleted within the statement timeout. */
const DELETED_AT_ONCE = 1000

export interface RemovedTable {
  table: string
  rows: number
}

/** One checksum over all compared tables. It proves to the removal that the same rows are in the target. */
export function comparedSum(tables: readonly Pick<MovedTable, 'table' | 'rows' | 'sum'>[]): string {
  const lines = tables.map(({ table, rows, sum }) => `${table} ${rows} ${sum}\n`)
  return createHash('sha256').update(lines.join('')).digest('hex').slice(0, 16)
}

interface Removal extends ProgrammeChoice {
  /** The file of the programme with an id: its rows are not removed. */
  findFile: (programmeId: number) => string | undefined
  /** What `comparedSum` returned when the programme was moved. If any of its rows has changed since, nothing is removed. */
  compared?: string | undefined
  /** Only counts the rows. */
  isTrial?: boolean
}

/**
 * Removes every row of a programme, derived and short-lived ones too, in one transaction; those of other programmes do not change. Throws a
 * BackupError if a programme file has its id, if its rows are not those that were compared, or if the database has no such programme or several.
 */
export async function removeProgrammeRows(
  database: Database,
  { findFile, compared, isTrial = false, ...choice }: Removal
): Promise<RemovedTable[]> {
  await refuseOlder(database)
  // What is added after the comparison belongs to a row that is deleted, so the whole removal fails.
  const tx = database.transaction().setIsolationLevel('repeatable read')
  return tx.execute(async from => {
    const { programme } = choice
    const programmeId = await chooseProgramme(from, choice)
    refuseServed(programme, findFile(programmeId))
    if (compared !== undefined && compared !== (await sumNow(from, programmeId)))
      throw new BackupError(
        `The rows of ${programme} have changed since they were compared. Run move-data again: it compares every table and prints a checksum.`
      )
    // The audit log allows its rows to be deleted only with their programme. On Citus the setting must reach the nodes.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(from)
    await sql`set local benchmarks.removed_programme = ${sql.lit(String(programmeId))}`.execute(from)
    const removed: RemovedTable[] = []
    for (const table of (await tablesInOrder(from, 'removal')).toReversed())
      removed.push({
        table: table.name,
        rows: await (isTrial ? countProgrammeRows : deleteRows)(from, table, programmeId)
      })
    return removed.filter(({ rows }) => rows > 0)
  })
}

function refuseServed(programme: string, file: string | undefined): void {
  if (file !== undefined)
    throw new BackupError(
      `${file} has the id of ${programme}, so the API serves its data. First run npm run remove-programme -- ${basename(file, '.json')} --yes.`
    )
}

async function sumNow(from: Tx, programmeId: number): Promise<string> {
  await normaliseRowTexts(from)
  const tables = []
  for (const table of await tablesInOrder(from, 'move'))
    tables.push({ table: table.name, ...(await digestTable(from, table, programmeId)) })
  return comparedSum(tables)
}

async function countProgrammeRows(from: Tx, { name }: Table, programmeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)} where programme_id = ${sql.lit(programmeId)}`.execute(
    from
  )
  return Number(rows[0]?.count)
}

/** In batches from the last row on, so that a comment goes before the one that it answers. */
async function deleteRows(from: Tx, { name, key }: Table, programmeId: number): Promise<number> {
  const own = sql`${sql.table(name)} where programme_id = ${sql.lit(programmeId)}`
  const columns = sql.join(key.map(column => sql.ref(column)))
  const latest = sql.join(key.map(column => sql`${sql.ref(column)} desc`))
  for (let total = 0; ;) {
    const { numAffectedRows } = await sql`delete from ${own} and (${columns}) in (
      select ${columns} from ${own} order by ${latest} limit ${sql.lit(DELETED_AT_ONCE)})`.execute(from)
    const deleted = Number(numAffectedRows ?? 0)
    total += deleted
    if (deleted < DELETED_AT_ONCE) return total
  }
}
