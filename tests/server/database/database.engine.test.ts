import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRows } from '#server/database/bulk.ts'
import { migrate } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { openSeeded } from '#tests/support/seeded-database.ts'

let store: OpenDatabase
beforeAll(async () => {
  store = await openSeeded(14)
})
afterAll(() => store.close())

/** Fails like the database does when it lost a race. */
const lost = (code: string): Error => Object.assign(new Error('lost a race'), { code })

test.each(['40001', '40P01'])('a transaction that lost a race (%s) runs again from its start', async code => {
  let runs = 0
  const name = await transaction(store.database, async work => {
    runs += 1
    await work
      .insertInto('filters')
      .values({ programme_id: 1, filter_name: `tried ${code}`, display_order: 9 })
      .execute()
    if (runs < 4) throw lost(code)
    return 'done'
  })
  const rows = await store.database
    .selectFrom('filters')
    .select('filter_id')
    .where('programme_id', '=', 1)
    .where('filter_name', '=', `tried ${code}`)
    .execute()
  expect([name, runs, rows.length]).toEqual(['done', 4, 1])
})

test('gives up after five attempts, and retries no other failure', async () => {
  let runs = 0
  const fail = (code: string) =>
    transaction(store.database, async () => {
      runs += 1
      throw lost(code)
    })
  await expect(fail('40001')).rejects.toThrow('lost a race')
  expect(runs).toBe(5)
  runs = 0
  await expect(fail('23505')).rejects.toThrow('lost a race')
  expect(runs).toBe(1)
})

test('migrating again, and by many at once, changes nothing', async () => {
  const tables = async () =>
    (
      await sql<{
        n: number
      }>`select count(*) as n from information_schema.tables where table_schema = 'public'`.execute(
        store.database
      )
    ).rows
  const before = await tables()
  await Promise.all([migrate(store.database), migrate(store.database), migrate(store.database)])
  expect(await tables()).toEqual(before)
})

test('every table has its programme, and every key and index begins with it', async () => {
  const names = await sql<{ table_name: string }>`
    select c.relname as table_name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'`.execute(
    store.database
  )
  expect(names.rows.length).toBeGreaterThan(40)
  for (const { table_name } of names.rows) {
    const keys = await sql<{ first: string; is_primary: boolean; method: string }>`
      select a.attname as first, i.indisprimary as is_primary, m.amname as method
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = ${table_name}::regclass`.execute(store.database)
    expect([table_name, keys.rows.filter(key => key.is_primary).length]).toEqual([table_name, 1])
    // Inverted indexes of words have no order; the partition alone keeps programmes apart in them.
    for (const { first, method } of keys.rows)
      expect([table_name, first]).toEqual([
        table_name,
        method === 'gin' ? expect.stringMatching(/^(title_)?words$/) : 'programme_id'
      ])
  }
})

test('every foreign key carries the programme', async () => {
  const keys = await sql<{ name: string; columns: string[] }>`
    select conname as name, array(select attname::text from pg_attribute where attrelid = conrelid and attnum = any(conkey)) as columns
    from pg_constraint where contype = 'f' and conparentid = 0`.execute(store.database)
  expect(keys.rows.length).toBeGreaterThan(50)
  for (const { name, columns } of keys.rows)
    expect([name, columns]).toEqual([name, expect.arrayContaining(['programme_id'])])
})

test('rows come back with their ids in their order, whatever their number', async () => {
  const rows = Array.from({ length: 12_000 }, (_, index) => ({
    programme_id: 1,
    filter_name: `number ${index}`,
    display_order: index
  }))
  const ids = await store.database
    .transaction()
    .execute(work => insertRows(work, 'filters', rows, 'filter_id'))
  expect(ids).toHaveLength(12_000)
  const last = await store.database
    .selectFrom('filters')
    .select('filter_name')
    .where('programme_id', '=', 1)
    .where('filter_id', '=', ids[11_999]!)
    .executeTakeFirstOrThrow()
  expect(last.filter_name).toBe('number 11999')
})

test('ids and counts are numbers on every engine, in a list of them too', async () => {
  const { rows } =
    await sql`select 1::bigint as id, array[2, 3]::bigint[] as ids, count(*) as total from programmes where programme_id = 1`.execute(
      store.database
    )
  expect(rows).toEqual([{ id: 1, ids: [2, 3], total: 1 }])
})
