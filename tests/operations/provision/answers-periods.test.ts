// Answers are imported only into periods of their project, in which members can register.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStore, WHOLE, type ImportStore } from '#tests/support/answers-import.ts'
import { editedExample } from '#tests/support/edited-example.ts'
import { FILE } from '#tests/support/refused-answers.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

/** Imports answers of 2027, in which the questionnaire takes place. */
const run = (periods: object[]): Promise<string[]> =>
  store.run({ 'a.csv': WHOLE.replaceAll(',2026,', ',2027,') }, {}, answers => {
    const files = editedExample(answers)
    files.questionnaire(file => file.periods.push({ time_period: '2027' }))
    files.project(file => file.periods.push(...periods))
  })

test('a period that the project does not have is refused', async () => {
  const lines = await run([])
  expect(lines.filter(line => line.includes(' refused '))).toEqual([
    `${FILE}:2 refused answer: the project "visitors" has no period "2027"; add it to project.json [no answers]`
  ])
  expect(
    await store.database.selectFrom('submissions').selectAll().where('programme_id', '=', 1).execute()
  ).toEqual([])
})

test('a period that the same run adds to the project is accepted', async () => {
  const lines = await run([{ time_period: '2027' }])
  expect(lines.at(-1)).toMatch(/Everything was written\.$/)
})
