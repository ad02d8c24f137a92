// Files of answers and sections with nothing to report: only --replace withdraws what a lead has declared.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProgramme } from '#server/database/tenant.ts'
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

test.each([
  ['M2', 'none_happened', 'complete', '0', null],
  ['M3', 'not_recorded', 'signed_off', '3', 3]
] as const)(
  '%s: what "%s" has entered goes with it, and a %s section without required answers is in progress',
  async (submission, empty_reason, status, stored, left) => {
    const file = (visits: string) => ({
      'a.csv': answersCsv(
        answerLine('visits', visits, { submission }),
        answerLine('cost', stored, { submission })
      )
    })
    const replaced = { 'a.csv': answersCsv(answerLine('visits', '5', { submission })) }
    await store.run(file(stored))
    const { submission_id } = await store.database
      .selectFrom('submissions')
      .select('submission_id')
      .where('programme_id', '=', 1)
      .where('submission_code', '=', submission)
      .executeTakeFirstOrThrow()
    await store.database
      .updateTable('section_submissions')
      .set({ empty_reason, status, is_imported: false })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submission_id)
      .execute()
    const stateOf = async () => {
      const section = await store.database
        .selectFrom('section_submissions')
        .select(['status', 'empty_reason', 'answered_count'])
        .where('programme_id', '=', 1)
        .where('submission_id', '=', submission_id)
        .executeTakeFirstOrThrow()
      const answers = await store.database
        .selectFrom('answers as a')
        .innerJoin('questions as q', join => inProgramme(join, 'q', 'a', 'question_id'))
        .select(['q.question_text', 'a.value'])
        .where('a.programme_id', '=', 1)
        .where('a.submission_id', '=', submission_id)
        .execute()
      return { ...section, ...Object.fromEntries(answers.map(row => [row.question_text, row.value])) }
    }
    await store.run(file(stored), { mayReplace: true })
    expect(await stateOf()).toMatchObject({ status, empty_reason, Visits: Number(stored) })
    const lines = await store.run(replaced, { mayReplace: true })
    expect(lines.join('\n')).toContain(left === null ? '0 added, 2 changed' : '0 added, 1 changed')
    expect(await stateOf()).toMatchObject({
      status: 'in_progress',
      empty_reason: null,
      answered_count: left === null ? 1 : 2,
      Visits: 5,
      'Cost of the year': left
    })
  }
)
