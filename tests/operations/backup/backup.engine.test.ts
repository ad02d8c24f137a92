import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupError } from '#operations/backup/file.ts'
import { readRestorableBackup, restoreBackup } from '#operations/backup/restore.ts'
import { digestTable, snapshot } from '#operations/backup/rows.ts'
import { tablesInOrder } from '#operations/backup/tables.ts'
import { backupStream, checkBackup, writeBackup } from '#operations/backup/write.ts'
import { STEPS } from '#server/database/before-baseline.ts'
import { allMigrations, migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { expanding } from '#tests/support/expanding.ts'
import { NOON, openEmpty, openSeeded, partitionOptions } from '#tests/support/seeded-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
const path = join(folder, 'all.backup')
const awkward = 'a "quoted" \\ line\nbreak, tab\t, \u2028, 𝒳, [, and {"json":1}'

let store: OpenDatabase
beforeAll(async () => {
  store = await openSeeded(14)
  await store.database
    .updateTable('organisations')
    .set({ organisation_name: awkward })
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 1)
    .execute()
  await writeBackup(backupStream(store.database, NOON), path)
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

/** Rows and sum of every table. */
async function contents(database: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const all = snapshot(database, async function* each(tx) {
    for (const table of await tablesInOrder(tx, 'backup'))
      yield [table.name, await digestTable(tx, table)] as const
  })
  for await (const [name, content] of all) found[name] = content
  return found
}

const words = (database: Database) =>
  sql`select programme_id, word from search_words order by programme_id, word collate "C"`.execute(database)

test('restores value for value in one of two concurrent runs, with search words and next ids', async () => {
  const empty = await openEmpty()
  const outcomes = await Promise.allSettled(
    [1, 2].map(async () => restoreBackup(empty.database, await readRestorableBackup(path), partitionOptions))
  )
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = outcomes.find(outcome => outcome.status === 'rejected')
  expect(refused?.reason).toMatchObject({ message: expect.stringContaining('The database is not empty.') })
  const restored = outcomes.find(outcome => outcome.status === 'fulfilled')?.value
  const checked = await checkBackup(path)
  expect(restored).toEqual({ made: NOON.toISOString(), tables: checked.tables, rows: checked.rows })
  expect(checked.rows).toBeGreaterThan(5000)
  expect(await contents(empty.database)).toEqual(await contents(store.database))
  expect((await words(empty.database)).rows).toEqual((await words(store.database)).rows)
  const add = (database: Database) =>
    database
      .insertInto('organisations')
      .values({
        programme_id: 1,
        organisation_name: 'New',
        organisation_code: 'NEW',
        organisation_type: '',
        region: '',
        tier: 1,
        is_active: true
      })
      .returning(['organisation_id', 'organisation_name'])
      .executeTakeFirstOrThrow()
  expect(await add(empty.database)).toEqual(await add(store.database))
  const kept = await empty.database
    .selectFrom('organisations')
    .select('organisation_name')
    .where('programme_id', '=', 1)
    .where('organisation_id', '=', 1)
    .executeTakeFirst()
  expect(kept).toEqual({ organisation_name: awkward })
  await empty.close()
})

test('an empty database is not backed up', async () => {
  const empty = await openEmpty()
  const nothing = join(folder, 'nothing.backup')
  await expect(writeBackup(backupStream(empty.database, NOON), nothing)).rejects.toThrow(
    'The database is empty'
  )
  await expect(checkBackup(nothing)).rejects.toThrow('There is no file')
  await empty.close()
})

test('only its owner can read the file, and it never replaces another one', async () => {
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(writeBackup(backupStream(store.database, NOON), path)).rejects.toThrow('exists')
})

const lines = (): string[] => gunzipSync(readFileSync(path)).toString().split('\n')
const packed = (changed: readonly string[]): Buffer => gzipSync(changed.join('\n'))
const isRow = (line: string): boolean => line.startsWith('{')

const damages: Record<string, () => Buffer> = {
  'cut off': () => readFileSync(path).subarray(0, -2000),
  'cut off after a table': () =>
    packed(lines().slice(0, lines().findLastIndex(line => line.startsWith('["end"')) + 1)),
  'one byte changed': () => {
    const bytes = readFileSync(path)
    bytes[Math.floor(bytes.length / 2)]! ^= 1
    return bytes
  },
  'a row left out': () => packed(lines().toSpliced(lines().findLastIndex(isRow), 1)),
  'a figure changed': () => {
    const all = lines()
    const at = all.findIndex(line => /"number_value": [1-9]/.test(line))
    return packed(all.with(at, all[at]!.replace('"number_value": ', '"number_value": 9')))
  },
  'not a backup': () => Buffer.from('PK\u0003\u0004'),
  'another format': () => packed(['["backup",{"format":2,"made":"","migrations":[]}]', '["complete"]']),
  empty: () => Buffer.from('')
}

const refusal = /not complete|damaged|not a backup/

test('damaged backups are refused and leave nothing behind, so an intact one can be restored, once', async () => {
  const empty = await openEmpty()
  for (const [name, damage] of Object.entries(damages)) {
    const damaged = join(folder, `${name}.backup`)
    writeFileSync(damaged, damage())
    await expect(checkBackup(damaged)).rejects.toThrow(refusal)
    await expect(readRestorableBackup(damaged)).rejects.toThrow(refusal)
  }
  const { rows } = await sql`select to_regclass('programmes')::text as name`.execute(empty.database)
  expect(rows).toEqual([{ name: null }])
  const small = await smallBackup('small.backup')
  await restoreBackup(empty.database, await readRestorableBackup(small))
  const backup = await readRestorableBackup(small)
  await expect(restoreBackup(empty.database, backup)).rejects.toThrow('not empty')
  await empty.close()
})

/** A backup of a database with one programme. */
async function smallBackup(name: string): Promise<string> {
  const old = await openEmpty()
  await migrate(old.database)
  await sql`insert into programmes values (7, 'old', 'Old', 5, '[]', '[]')`.execute(old.database)
  const file = join(folder, name)
  await writeBackup(backupStream(old.database, NOON), file)
  await old.close()
  return file
}

/** The same backup as if its database had other migrations. */
function recordedAs(file: string, migrations: readonly string[]): string {
  const [header = '', ...rest] = gunzipSync(readFileSync(file)).toString().split('\n')
  const changed = `${file}-${migrations.length}`
  writeFileSync(
    changed,
    packed([header.replace(/"migrations":.*?\]/, `"migrations":${JSON.stringify(migrations)}`), ...rest])
  )
  return changed
}

/** Restores into an empty database and returns its migrations. */
async function restoredMigrations(file: string, migrations = allMigrations): Promise<unknown[]> {
  const restored = await openEmpty()
  try {
    await restoreBackup(restored.database, await readRestorableBackup(file, migrations))
    const { rows } = await sql<{ name: string }>`
      select migration_name as name from schema_migrations order by 1`.execute(restored.database)
    expect(await restored.database.selectFrom('programmes').select('programme_name').execute()).toEqual([
      { programme_name: 'Old' }
    ])
    return rows.map(({ name }) => name)
  } finally {
    await restored.close()
  }
}

const ownNames = allMigrations.map(({ name }) => name)

test('a backup of an older version is migrated, one of a newer version is refused', async () => {
  const file = await smallBackup('old.backup')
  const newer = expanding(new Set(['programmes', 'users']))
  expect(await restoredMigrations(file, [...allMigrations, newer])).toEqual([...ownNames, newer.name])
  await expect(restoredMigrations(recordedAs(file, [...ownNames, '999-later']))).rejects.toThrow('999-later')
})

test('a backup from before the first release is restored if its database was migrated to the end', async () => {
  const file = await smallBackup('before.backup')
  expect(await restoredMigrations(recordedAs(file, STEPS))).toEqual(ownNames)
  const refused = restoredMigrations(recordedAs(file, STEPS.slice(0, -1)))
  await expect(refused).rejects.toThrow(BackupError)
  await expect(refused).rejects.toThrow(
    '027-mailed-codes is missing. Restore it with the version that made it'
  )
  await expect(restoredMigrations(recordedAs(file, [...STEPS, '028-later']))).rejects.toThrow(
    'a newer version, which has 028-later'
  )
})

test('reads few parts of releases at a time', async () => {
  const { programme_id, edition_id } = await store.database
    .selectFrom('editions')
    .select(['programme_id', 'edition_id'])
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  const parts = 10
  await sql`insert into release_parts (programme_id, edition_id, visibility, minimum_count, part_number, content)
    select ${programme_id}, ${edition_id}, 'named', 99, n, decode(repeat('ab', 262144), 'hex') from generate_series(1, ${parts}::int) n`.execute(
    store.database
  )
  let most = 0
  const measured = store.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult({ result }) {
      most = Math.max(most, JSON.stringify(result.rows).length)
      return Promise.resolve(result)
    }
  })
  const digests = snapshot(measured, async function* each(tx) {
    for (const table of await tablesInOrder(tx, 'backup'))
      if (table.name === 'release_parts') yield await digestTable(tx, table)
  })
  for await (const { rows } of digests) expect(rows).toBe(parts)
  expect(most).toBeGreaterThan(2 * 262_144)
  expect(most).toBeLessThan(3_000_000)
  await sql`delete from release_parts where programme_id = 1`.execute(store.database)
})
