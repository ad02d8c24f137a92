// The planner's statistics after many rows were written, without autovacuum.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveData } from '#operations/backup/move.ts'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { backupStream, writeBackup } from '#operations/backup/write.ts'
import { EDITION_TABLES } from '#server/benchmarks/editions/store.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { analyseAll, analyseDue } from '#server/database/statistics.ts'
import { NOON, openEmpty, openSeededEmbedded, partitionOptions } from '#tests/support/seeded-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'statistics-'))
const path = join(folder, 'all.backup')
let source: OpenDatabase
beforeAll(async () => {
  source = await openSeededEmbedded(8)
  await writeBackup(backupStream(source.database, NOON), path)
})
afterAll(async () => {
  await source.close()
  rmSync(folder, { recursive: true })
})

/** Tables that have rows and no statistics. */
async function unknownTables(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0
      and c.relname <> 'schema_migrations'
      and (c.reltuples < 1 or not exists (select 1 from pg_statistic s where s.starelid = c.oid))`.execute(
    database
  )
  return rows.map(({ name }) => name)
}

test('a seeded database has statistics of every table', async () => {
  // A release is made when it is first downloaded.
  for (const table of EDITION_TABLES.filter(name => name !== 'release_parts'))
    expect([
      table,
      (await sql`select 1 from ${sql.table(table)} limit 1`.execute(source.database)).rows.length
    ]).toEqual([table, 1])
  expect(await unknownTables(source.database)).toEqual([])
})

test('a restored database has them', async () => {
  const restored = await openEmpty()
  await restoreBackup(restored.database, await readRestorableBackup(path), partitionOptions)
  expect(await unknownTables(restored.database)).toEqual([])
  await restored.close()
})

test('a moved database has them', async () => {
  const target = await openEmpty()
  for await (const { rows, wasThere } of moveData(source.database, target.database, partitionOptions))
    expect(rows === 0 || !wasThere).toBe(true)
  expect(await unknownTables(target.database)).toEqual([])
  await target.close()
})

test('only tables that have grown are analysed again', async () => {
  const { database } = source
  await analyseAll(database)
  expect(await analyseDue(database)).toEqual([])
  await sql`update charts set caveats_html = caveats_html where chart_id in (select min(chart_id) from charts)`.execute(
    database
  )
  expect(await analyseDue(database)).toEqual([])
  await sql`insert into filters (programme_id, filter_name, display_order)
    select 1, 'Filter ' || n, n from generate_series(10, 400) n`.execute(database)
  expect(await analyseDue(database)).toEqual(expect.arrayContaining(['filters']))
  expect(await analyseDue(database)).toEqual([])
})
