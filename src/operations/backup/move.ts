import { appliedMigrations } from '#server/database/before-baseline.ts'
import { allMigrations, migrate } from '#server/database/migrate.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { analyseAll } from '#server/database/statistics.ts'
import { transaction } from '#server/database/transaction.ts'
import { BackupError } from './file.ts'
import {
  digestTable,
  nextNumbers,
  readRows,
  setNextNumbers,
  snapshot,
  normaliseRowTexts,
  writeRows,
  type TableDigest
} from './rows.ts'
import { tablesInOrder, type Table } from './tables.ts'

export interface MovedTable extends TableDigest {
  table: string
  /** Whether an earlier run had moved it. */
  wasThere: boolean
}

export interface StoredProgramme {
  programme_id: number
  programme_name: string
}

/** Chooses one programme of a database. */
export interface ProgrammeChoice {
  /** Its code. */
  programme: string
  /** Needed if another programme has had the code. */
  id?: number | undefined
  /** Called with the programme before anything is done with its rows. */
  onProgramme?: (found: StoredProgramme) => void
}

interface MoveOptions extends Omit<ProgrammeChoice, 'programme'> {
  partitions?: number
  /** The only programme to copy, beside others in the target. */
  programme?: string | undefined
}

/**
 * Copies everything to another, empty database, or one programme to a database that may have others: table by table, each with the comparison of
 * its rows in one transaction. The source is only read. An interrupted run can be repeated: tables that are already there are only
 * compared. Throws a BackupError if the target has other rows, or the source is of another version.
 */
export async function* moveData(
  source: Database,
  target: Database,
  { partitions = 0, programme, ...choice }: MoveOptions = {}
): AsyncGenerator<MovedTable> {
  await refuseOlder(source)
  await migrate(target, { partitions })
  yield* snapshot(source, async function* move(from) {
    const programmeId =
      programme === undefined ? undefined : await chooseProgramme(from, { programme, ...choice })
    for (const table of await tablesInOrder(from, 'move'))
      yield await moveTable(from, target, table, programmeId)
  })
  await analyseAll(target)
}

/** Throws a BackupError if the tables are not those of this version. */
export async function refuseOlder(database: Database): Promise<void> {
  const applied = await appliedMigrations(database)
  if (allMigrations.some(({ name }) => !applied.includes(name)))
    throw new BackupError(
      'The data is of an older version. Start the API once with this version, then run the command again.'
    )
}

/** The id of the chosen programme. Throws a BackupError if there is none, or if several have its code: only ids are unique. */
export async function chooseProgramme(
  from: Tx,
  { programme, id, onProgramme }: ProgrammeChoice
): Promise<number> {
  const named = await from
    .selectFrom('programmes')
    .select(['programme_id', 'programme_name'])
    .where('programme_code', '=', programme)
    .orderBy('programme_id')
    .execute()
  const [found, another] = named.filter(({ programme_id }) => id === undefined || programme_id === id)
  if (found === undefined)
    throw new BackupError(
      `The database has no programme "${programme}"${id === undefined ? '' : ` with the id ${id}`}.`
    )
  if (another !== undefined) {
    const list = named.map(({ programme_id, programme_name }) => `${programme_id} (${programme_name})`)
    throw new BackupError(
      `The database has several programmes "${programme}". Choose one with --id: ${list.join(', ')}.`
    )
  }
  onProgramme?.(found)
  return found.programme_id
}

async function moveTable(
  from: Tx,
  target: Database,
  table: Table,
  programmeId: number | undefined
): Promise<MovedTable> {
  const next = await nextNumbers(from, table)
  return transaction(target, async to => {
    await normaliseRowTexts(to)
    const there = await digestTable(to, table, programmeId)
    const wasThere = there.rows > 0
    const content = wasThere
      ? await digestTable(from, table, programmeId)
      : await writeRows(to, table, readRows(from, table, programmeId))
    const stored = wasThere ? there : await digestTable(to, table, programmeId)
    if (stored.rows !== content.rows || stored.sum !== content.sum)
      throw new BackupError(
        programmeId === undefined
          ? `The target has other rows in ${table.name} than the source. Move into an empty database that no API uses.`
          : `The target has other rows of programme ${programmeId} in ${table.name} than the source. Neither server may serve the programme while it is moved.`
      )
    // Numbers that the target has given out are never given out again, even if their rows are gone.
    const given = await nextNumbers(to, table)
    const larger = Object.entries(next).map(([column, number]) => [
      column,
      Math.max(number, given[column] ?? 1)
    ])
    await setNextNumbers(to, table, Object.fromEntries(larger) as typeof next)
    return { table: table.name, ...content, wasThere }
  })
}
