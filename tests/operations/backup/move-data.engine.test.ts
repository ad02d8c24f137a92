// From the embedded database to the tested engine.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableExports } from '#operations/backup/exports.ts'
import { moveData, type MovedTable } from '#operations/backup/move.ts'
import { comparedSum, removeProgrammeRows } from '#operations/backup/remove.ts'
import { digestTable, snapshot } from '#operations/backup/rows.ts'
import { tablesInOrder } from '#operations/backup/tables.ts'
import { findFileOf } from '#programme/claimed-ids.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { addProgramme, TemporaryFolder } from '#tests/support/programme-folder.ts'
import {
  partitionOptions,
  NOON,
  openEmpty,
  openEmptyEmbedded,
  openSeededEmbedded,
  type SeededDatabase
} from '#tests/support/seeded-database.ts'

let source: OpenDatabase
beforeAll(async () => {
  source = await openSeededEmbedded(8)
})
afterAll(() => source.close())

async function move(target: Database, tables = Infinity, programme?: string): Promise<MovedTable[]> {
  const moved: MovedTable[] = []
  for await (const table of moveData(source.database, target, { ...partitionOptions, programme })) {
    moved.push(table)
    if (moved.length === tables) break
  }
  return moved
}
const sums = (tables: readonly MovedTable[]) => tables.map(({ table, rows, sum }) => ({ table, rows, sum }))

test('an interrupted move continues, and a third run finds everything there', async () => {
  const target = await openEmpty()
  const first = await move(target.database, 20)
  const second = await move(target.database)
  const third = await move(target.database)
  expect(
    second
      .slice(0, 20)
      .filter(({ rows }) => rows > 0)
      .every(({ wasThere }) => wasThere)
  ).toBe(true)
  expect(second.slice(20).some(({ rows, wasThere }) => rows > 0 && !wasThere)).toBe(true)
  expect(third.filter(({ rows }) => rows > 0).every(({ wasThere }) => wasThere)).toBe(true)
  expect(sums(first)).toEqual(sums(second).slice(0, 20))
  expect(sums(third)).toEqual(sums(second))
  expect(third.reduce((total, { rows }) => total + rows, 0)).toBeGreaterThan(2000)
  const added = await target.database
    .insertInto('time_periods')
    .values({ programme_id: 1, time_period_name: 'Next', starts_at: NOON, ends_at: NOON })
    .returning('time_period_id')
    .executeTakeFirstOrThrow()
  const last = await source.database
    .selectFrom('time_periods')
    .select(eb => eb.fn.max('time_period_id').as('id'))
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  expect(added.time_period_id).toBeGreaterThan(last.id)
  await target.close()
})

test('a target with other rows is refused and unchanged', async () => {
  const target = await openEmpty()
  await move(target.database, 1)
  await target.database.updateTable('programmes').set({ programme_name: 'Another' }).execute()
  await expect(move(target.database)).rejects.toThrow('other rows in programmes')
  expect(await target.database.selectFrom('programmes').select('programme_name').execute()).toEqual([
    { programme_name: 'Another' },
    { programme_name: 'Another' }
  ])
  await target.close()
})

test('data of an older version is refused', async () => {
  const old = await openEmptyEmbedded()
  await migrate(old.database, { migrations: [] })
  const target = await openEmpty()
  await expect(moveData(old.database, target.database).next()).rejects.toThrow('older version')
  await target.close()
  await old.close()
})

type Content = Pick<MovedTable, 'table' | 'rows' | 'sum'>

/** What each table has of a programme. */
async function contentOf(database: Database, programmeId: number): Promise<Content[]> {
  const all: Content[] = []
  const tables = snapshot(database, async function* read(tx) {
    for (const table of await tablesInOrder(tx, 'move'))
      yield { table: table.name, ...(await digestTable(tx, table, programmeId)) }
  })
  for await (const table of tables) all.push(table)
  return all
}

/** A trigger refuses to delete accepted answers. */
async function acceptOne(database: Database): Promise<void> {
  const answered = await database
    .selectFrom('section_submissions as s')
    .innerJoin('sections as c', join =>
      join.onRef('c.programme_id', '=', 's.programme_id').onRef('c.section_id', '=', 's.section_id')
    )
    .select(['s.submission_id', 'c.questionnaire_id'])
    .where('s.programme_id', '=', 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { user_id } = await database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  await database
    .insertInto('acceptances')
    .values({ programme_id: 1, ...answered, accepted_at: NOON, accepted_by_user_id: user_id })
    .execute()
}

/** How many rows each table has of a programme, where it has any. */
async function countRows(database: Database, programmeId: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of Object.keys(tableExports)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} where programme_id = ${programmeId}`.execute(
      database
    )
    if (rows[0]!.count > 0) found[name] = rows[0]!.count
  }
  return found
}

describe('one programme', () => {
  let target: SeededDatabase
  beforeEach(async () => {
    target = await openEmpty()
  })
  afterEach(() => target.close())

  test('is copied with all its rows to a database that has other programmes, which do not change', async () => {
    const others = sums(await move(target.database, Infinity, 'sites'))
    await move(target.database, 30, 'wards')
    const moved = await move(target.database, Infinity, 'wards')
    expect(moved.slice(0, 30).every(({ rows, wasThere }) => rows === 0 || wasThere)).toBe(true)
    expect(sums(moved)).toEqual(await contentOf(source.database, 1))
    expect(await contentOf(target.database, 1)).toEqual(sums(moved))
    expect(await contentOf(target.database, 2)).toEqual(others)
    expect(moved.reduce((total, { rows }) => total + rows, 0)).toBeGreaterThan(1000)
  })

  test('gets no id that the target has already used, even for a deleted row', async () => {
    await move(target.database, Infinity, 'sites')
    const add = () =>
      target.database
        .insertInto('time_periods')
        .values({ programme_id: 2, time_period_name: 'Next', starts_at: NOON, ends_at: NOON })
        .returning('time_period_id')
        .executeTakeFirstOrThrow()
    await sql`select setval(pg_get_serial_sequence('time_periods', 'time_period_id'), 5000)`.execute(
      target.database
    )
    const { time_period_id } = await add()
    await target.database.deleteFrom('time_periods').where('time_period_id', '=', time_period_id).execute()
    await move(target.database, Infinity, 'wards')
    expect((await add()).time_period_id).toBeGreaterThan(time_period_id)
  })

  test('is deleted from its old server if unchanged since the comparison, with its derived rows, and nothing else', async () => {
    const others = sums(await move(target.database, Infinity, 'sites'))
    await move(target.database, Infinity, 'wards')
    await acceptOne(target.database)
    using programmes = new TemporaryFolder()
    const findFile = (programmeId: number) => findFileOf(programmes.path, programmeId)
    const programme = 'wards'
    const compared = comparedSum(await contentOf(target.database, 1))
    const counted = await removeProgrammeRows(target.database, { programme, findFile, isTrial: true })
    expect(comparedSum(await contentOf(target.database, 1))).toBe(compared)
    const rename = (name: string) =>
      target.database
        .updateTable('programmes')
        .set({ programme_name: name })
        .where('programme_id', '=', 1)
        .execute()
    await rename('Changed since')
    await expect(removeProgrammeRows(target.database, { programme, findFile, compared })).rejects.toThrow(
      'have changed since they were compared'
    )
    await rename('Wards')
    // It has been renamed, and its API has not started since.
    addProgramme(programmes, 'rooms', 1, { formerCodes: ['wards'] })
    await expect(removeProgrammeRows(target.database, { programme, findFile, compared })).rejects.toThrow(
      'programmes/rooms.json has the id of wards, so the API serves its data. First run npm run remove-programme -- rooms --yes.'
    )
    expect(comparedSum(await contentOf(target.database, 1))).toBe(compared)
    programmes.remove('programmes/rooms.json')
    expect(await removeProgrammeRows(target.database, { programme, findFile, compared })).toEqual(counted)
    expect(counted.map(({ table }) => table)).toEqual(
      expect.arrayContaining([
        'acceptances',
        'answers',
        'audit_events',
        'comments',
        'programmes',
        'search_words'
      ])
    )
    expect(await countRows(target.database, 1)).toEqual({})
    expect(await contentOf(target.database, 2)).toEqual(others)
    await expect(removeProgrammeRows(target.database, { programme, findFile })).rejects.toThrow(
      'no programme "wards"'
    )
  })

  test('is named by its id where a removed programme had the same code', async () => {
    await move(target.database, Infinity, 'sites')
    await move(target.database, Infinity, 'wards')
    const before = [await countRows(target.database, 1), await countRows(target.database, 2)]
    await target.database.updateTable('programmes').set({ programme_code: 'rooms' }).execute()
    const names = await target.database
      .selectFrom('programmes')
      .select('programme_name')
      .orderBy('programme_id')
      .execute()
    const [first = '', second = ''] = names.map(({ programme_name }) => programme_name)
    const several = `several programmes "rooms". Choose one with --id: 1 (${first}), 2 (${second}).`
    const removal = { programme: 'rooms', findFile: () => undefined }
    await expect(removeProgrammeRows(target.database, removal)).rejects.toThrow(several)
    const other = await openEmpty()
    try {
      const moving = moveData(target.database, other.database, { ...partitionOptions, programme: 'rooms' })
      await expect(moving.next()).rejects.toThrow(several)
    } finally {
      await other.close()
    }
    await expect(removeProgrammeRows(target.database, { ...removal, id: 3 })).rejects.toThrow(
      'no programme "rooms" with the id 3'
    )
    expect([await countRows(target.database, 1), await countRows(target.database, 2)]).toEqual(before)
    const told: unknown[] = []
    await removeProgrammeRows(target.database, { ...removal, id: 2, onProgramme: it => told.push(it) })
    expect(told).toEqual([{ programme_id: 2, programme_name: second }])
    expect([await countRows(target.database, 1), await countRows(target.database, 2)]).toEqual([
      before[0],
      {}
    ])
  })

  test('is refused if its rows there differ, or if the source has no such programme', async () => {
    await move(target.database, 1, 'wards')
    await target.database.updateTable('programmes').set({ programme_name: 'Another' }).execute()
    await expect(move(target.database, Infinity, 'wards')).rejects.toThrow(
      'other rows of programme 1 in programmes'
    )
    await expect(move(target.database, Infinity, 'gardens')).rejects.toThrow('no programme "gardens"')
  })
})
