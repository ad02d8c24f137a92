// Files of answers and acceptance: what the programme has accepted stays, even with --replace; lines that say the same are no change.

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answersCsv,
  answerLine,
  openImportStore,
  WHOLE,
  type ImportStore
} from '#tests/support/answers-import.ts'
import { NOON } from '#tests/support/seeded-database.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
  await store.run({ 'a.csv': WHOLE })
  const { database } = store
  const { user_id } = await database
    .insertInto('users')
    .values({
      programme_id: 1,
      email_address: 'admin@museums.example',
      first_name: 'Ada',
      last_name: 'Admin',
      role_type_id: 4,
      status: 'active',
      created_at: NOON
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  const { submission_id } = await database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  const { questionnaire_id } = await database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  await database
    .insertInto('acceptances')
    .values({
      programme_id: 1,
      submission_id,
      questionnaire_id,
      accepted_at: NOON,
      accepted_by_user_id: user_id
    })
    .execute()
})
afterAll(() => store.close())

const answers = () =>
  store.database
    .selectFrom('answers')
    .select(['question_id', 'value', 'version'])
    .where('programme_id', '=', 1)
    .orderBy('question_id')
    .execute()

test.each([false, true])('another answer is refused (--replace: %s)', async mayReplace => {
  const before = await answers()
  const lines = await store.run({ 'a.csv': answersCsv(answerLine('sales', '901')) }, { mayReplace })
  expect(lines[0]).toContain('a.csv:2 refused answer: the programme has accepted this')
  expect(await answers()).toEqual(before)
})

test('another status of the section is refused', async () => {
  const lines = await store.run(
    { 'a.csv': WHOLE.replaceAll(',complete,', ',in_progress,') },
    { mayReplace: true }
  )
  expect(lines.join('\n')).toContain('refused answer: the programme has accepted these answers')
})

test('the same answers are no change', async () => {
  const before = await answers()
  expect((await store.run({ 'a.csv': WHOLE })).join('\n')).not.toContain('refused')
  expect(await answers()).toEqual(before)
})
