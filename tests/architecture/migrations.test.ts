import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allMigrations } from '#server/database/migrate.ts'

const files = readdirSync('src/server/database/migrations').filter(name => name.endsWith('.ts'))

test('migrations are numbered without gaps, in files of their names', () => {
  const names = allMigrations.map(({ name }) => name)
  expect(names.map(name => name.slice(0, 4))).toEqual(
    names.map((_, index) => `${String(index + 1).padStart(3, '0')}-`)
  )
  expect(files.toSorted()).toEqual(names.map(name => `${name}.ts`))
})
