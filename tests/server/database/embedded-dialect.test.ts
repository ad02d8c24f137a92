import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { embedDatabase } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'

test('a transaction that cannot begin fails, and later calls do not wait for it', async () => {
  const pglite = await PGlite.create()
  const { database } = embedDatabase(pglite)
  expect(await transaction(database, async tx => (await sql`select 1`.execute(tx)).rows.length)).toBe(1)
  await pglite.close()
  const begin = () => transaction(database, async tx => sql`select 1`.execute(tx))
  await expect(begin()).rejects.toThrow('PGlite is closed')
  await expect(begin()).rejects.toThrow('PGlite is closed')
})
