// A large programme is seeded in statements that take as long at its end as at its beginning.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedCrowd } from '#demo/crowd.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { openSeededEmbedded } from '#tests/support/seeded-database.ts'

const SUBMISSIONS = 2500

let store: OpenDatabase
let statements: string[] | undefined
beforeAll(async () => {
  store = await openSeededEmbedded(14, 0, statement => statements?.push(statement))
})
afterAll(() => store.close())

const countRows = async (table: 'submissions' | 'answers' | 'section_submissions'): Promise<number> => {
  const { count } = await store.database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}

test('what is copied is read once, before anything is written, and written in batches', async () => {
  const before = [
    await countRows('submissions'),
    await countRows('answers'),
    await countRows('section_submissions')
  ]
  statements = []
  const added = await seedCrowd(store.database, 1, SUBMISSIONS)
  const [writes, reads] = [statements.filter(isWrite), statements.filter(statement => !isWrite(statement))]
  const firstWrite = statements.findIndex(isWrite)
  statements = undefined
  expect(added).toBeGreaterThan(SUBMISSIONS - 100)
  expect(reads).toHaveLength(4)
  expect(firstWrite).toBe(4)
  for (const statement of writes)
    expect(statement).toMatch(/^insert into "\w+" \([^)]*\)\s+select [^()]* from jsonb_populate_recordset/)
  const after = [
    await countRows('submissions'),
    await countRows('answers'),
    await countRows('section_submissions')
  ]
  const [submissions = 0, answers = 0, sections = 0] = after.map((count, index) => count - before[index]!)
  expect(submissions).toBe(added)
  expect([answers, sections].every(count => count > added)).toBe(true)
  expect(await seedCrowd(store.database, 1, SUBMISSIONS)).toBe(0)
})

const isWrite = (statement: string): boolean => statement.startsWith('insert')
