// Files of answers and sections with nothing to report: only --replace withdraws what a lead has declared.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answersCsv,
  answerLine,
  openImportStore,
  WHOLE,
  type ImportStore
} from '#tests/support/answers-import.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
  await store.run({ 'a.csv': WHOLE })
  // As after the call of a lead; the answers that it would not allow show what an import changes.
  await store.database
    .updateTable('section_submissions')
    .set({ empty_reason: 'not_recorded', is_imported: false })
    .where('programme_id', '=', 1)
    .execute()
})
afterAll(() => store.close())

const states = () =>
  store.database
    .selectFrom('section_submissions')
    .select(['status', 'empty_reason'])
    .where('programme_id', '=', 1)
    .execute()

const changed = { 'a.csv': answersCsv(answerLine('sales', '901')) }

test('an answer is refused, and the section stays declared', async () => {
  const before = await states()
  expect((await store.run(changed)).join('\n')).toContain('refused answer: people have')
  expect(await states()).toEqual(before)
})

test('with --replace it is imported, and the section is not declared any more', async () => {
  expect((await store.run(changed, { mayReplace: true })).join('\n')).not.toContain('refused')
  expect((await states()).map(({ empty_reason }) => empty_reason)).toContain(null)
})
