import { allMigrations, migrate } from '#server/database/migrate.ts'
import type { Database, Tx } from '#server/database/schema.ts'
import { analyseAll } from '#server/database/statistics.ts'
import { transaction } from '#server/database/transaction.ts'
import { BackupError } from './file.ts'
import {
  appliedMigrations,
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

/**
 * Copies everything to another, empty database, table by table, each with the comparison of its rows in one
 * transaction. The source is only read. An interrupted run can be repeated: tables that are already there are only
 * compared. Throws a BackupError if the target has other rows, or the source is of another version.
 */
export async function* moveData(
  source: Database,
  target: Database,
  { partitions = 0 } = {}
): AsyncGenerator<MovedTable> {
  const applied = await appliedMigrations(source)
  if (allMigrations.some(({ name }) => !applied.includes(name)))
    throw new BackupError('The data is of an older version. Start the API once with this version, then move.')
  await migrate(target, { partitions })
  yield* snapshot(source, async function* move(from) {
    for (const table of await tablesInOrder(from, 'move')) yield await moveTable(from, target, table)
  })
  await analyseAll(target)
}

async function moveTable(from: Tx, target: Database, table: Table): Promise<MovedTable> {
  const next = await nextNumbers(from, table)
  return transaction(target, async to => {
    await normaliseRowTexts(to)
    const there = await digestTable(to, table)
    const wasThere = there.rows > 0
    const content = wasThere
      ? await digestTable(from, table)
      : await writeRows(to, table, readRows(from, table))
    const stored = wasThere ? there : await digestTable(to, table)
    if (stored.rows !== content.rows || stored.sum !== content.sum)
      throw new BackupError(
        `The target has other rows in ${table.name} than the source. Move into an empty database that no API uses.`
      )
    await setNextNumbers(to, table, next)
    return { table: table.name, ...content, wasThere }
  })
}
