import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeRowInterfaces } from '#scripts/row-interfaces.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmpty, type SeededDatabase } from '#tests/support/seeded-database.ts'

let store: SeededDatabase
beforeAll(async () => {
  store = await openEmpty()
  await migrate(store.database)
})
afterAll(() => store.close())

test('the row types are those of the migrated database: npm run row-types writes them', async () => {
  expect(await writeRowInterfaces(store.database)).toBe(
    readFileSync('src/server/database/row-types.ts', 'utf8')
  )
})
