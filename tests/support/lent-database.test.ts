import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/database/open.ts'
import { openEmptyEmbedded } from './seeded-database.ts'

// The first use may make the dump.
beforeAll(async () => (await openEmptyEmbedded()).close())

const run = ({ database }: OpenDatabase, statement: string): Promise<unknown> =>
  sql.raw(statement).execute(database)

/** Everything that a file can leave: rows and tables, large and small, settings, sequences and failures. */
const left = [
  'create table left_over (id serial primary key, text text)',
  "insert into left_over (text) select repeat('x', 500) from generate_series(1, 5000)",
  'create index on left_over (text)',
  'delete from left_over where id % 3 = 0',
  'vacuum left_over',
  'create function one() returns int language plpgsql as $$ begin return 1; end $$',
  'select one()',
  "set work_mem = '64MB'",
  'create temporary table here (id int)',
  'drop table left_over'
]

const read = async ({ database }: OpenDatabase): Promise<unknown> =>
  (
    await sql`
      select (select json_agg(c order by c.oid) from (select oid, relname, relfilenode, relpages from pg_class) c) as tables,
        (select count(*)::int from pg_proc) as functions, current_setting('work_mem') as memory
    `.execute(database)
  ).rows

test('whoever opens a database finds it as it was, whatever another has done with it', async () => {
  const store = await openEmptyEmbedded()
  const before = await read(store)
  await store.close()
  for (let use = 0; use < 3; use += 1) {
    const user = await openEmptyEmbedded()
    for (const statement of left) await run(user, statement)
    await expect(run(user, 'select 1 / 0')).rejects.toThrow('division by zero')
    await expect(
      user.database.transaction().execute(async tx => sql`select nothing from nowhere`.execute(tx))
    ).rejects.toThrow('nowhere')
    await user.close()
    const next = await openEmptyEmbedded()
    expect(await read(next)).toEqual(before)
    await next.close()
  }
})

test('who has closed it can do nothing with it any more', async () => {
  const store = await openEmptyEmbedded()
  await store.close()
  const next = await openEmptyEmbedded()
  await expect(run(store, 'create table late (id int)')).rejects.toThrow()
  await next.close()
})

test('two that are open at a time share nothing', async () => {
  const one = await openEmptyEmbedded()
  const other = await openEmptyEmbedded()
  await run(one, 'create table mine (id int)')
  await expect(run(other, 'select * from mine')).rejects.toThrow('mine')
  await one.close()
  await run(other, 'create table mine (id int)')
  await other.close()
})
