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

interface MoveOptions {
  partitions?: number
  /** The code of the only programme to copy, beside others in the target. */
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
  { partitions = 0, programme }: MoveOptions = {}
): AsyncGenerator<MovedTable> {
  await refuseOlder(source)
  await migrate(target, { partitions })
  yield* snapshot(source, async function* move(from) {
    const programmeId = programme === undefined ? undefined : await programmeNamed(from, programme)
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

/** The id of the programme with a code; throws a BackupError if there is none. */
export async function programmeNamed(from: Tx, code: string): Promise<number> {
  const found = await from
    .selectFrom('programmes')
    .select('programme_id')
    .where('programme_code', '=', code)
    .executeTakeFirst()
  if (found === undefined) throw new BackupError(`The database has no programme "${code}".`)
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
