import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipeline } from '#server/database/connections/pipeline.ts'
import type { Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import { openEmpty, type SeededDatabase } from '#tests/support/seeded-database.ts'

let store: SeededDatabase
beforeAll(async () => {
  store = await openEmpty()
  await sql`create table numbers (number int primary key)`.execute(store.database)
})
afterAll(() => store.close())

const insert = (tx: Tx, number: number) =>
  sql<{ number: number }>`insert into numbers values (${number}) returning number`.compile(tx)
const stored = async (): Promise<number[]> =>
  (await sql<{ number: number }>`select number from numbers order by 1`.execute(store.database)).rows.map(
    ({ number }) => number
  )

test('each statement sees what the former ones wrote, and its rows come in its place', async () => {
  const counts = await transaction(store.database, tx => {
    const count = sql<{ count: number }>`select count(*)::int as count from numbers`.compile(tx)
    return pipeline(tx, [count, insert(tx, 1), count, insert(tx, 2), count])
  })
  expect(counts).toEqual([[{ count: 0 }], [{ number: 1 }], [{ count: 1 }], [{ number: 2 }], [{ count: 2 }]])
  expect(await stored()).toEqual([1, 2])
})

test('one that fails is the error, nothing of the transaction stays, and the connection goes on', async () => {
  const run = transaction(store.database, tx =>
    pipeline(tx, [insert(tx, 3), insert(tx, 1), insert(tx, 4), insert(tx, 5)])
  )
  await expect(run).rejects.toThrow('numbers_pkey')
  expect(await stored()).toEqual([1, 2])
  expect(await transaction(store.database, tx => pipeline(tx, [insert(tx, 6)]))).toEqual([[{ number: 6 }]])
})
