// How many statements a save runs while the section is locked. Some are sent together.

import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

let statements = 0
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  // Called once for each statement; a query within another has no result of its own.
  transformResult: ({ result }) => {
    statements += 1
    return Promise.resolve(result)
  }
}
const server = useServer({ plugin })
const { blankWard, save } = savingOn(server)

test('saving a cell takes thirteen statements, and saying the same again nine', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  // The first save also reads the section's structure.
  await save(ward, beds, [{ value: 24 }])
  statements = 0
  await save(ward, { ...beds, version: 1 }, [{ value: 25 }])
  expect(statements).toBe(13)
  statements = 0
  await save(ward, { ...beds, version: 2 }, [{ value: 25 }])
  expect(statements).toBe(9)
})

test('ids of sections that are not there put no structure out of the cache', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  await save(ward, beds, [{ value: 31 }])
  for (let other = 1; other <= 300; other += 1) {
    const { status } = await save(ward, { ...beds, section_id: 1_000_000 + other }, [{ value: 1 }])
    expect(status).toBe(404)
  }
  statements = 0
  await save(ward, { ...beds, version: beds.version + 1 }, [{ value: 32 }])
  expect(statements).toBe(13)
})
