// Files of answers to a question that two questionnaires ask: it is one answer, which stands in the file once for each.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerLine, answersCsv, openImportStore, type ImportStore } from '#tests/support/answers-import.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

/** Asks for the visits a second time. */
function askAgain(folder: string): void {
  const questionnaire = {
    questionnaire_name: 'Again',
    periods: [{ time_period: '2026' }],
    sections: [
      {
        section_name: 'Visits',
        sub_sections: [{ sub_section_name: 'Figures', cells: [{ question: 'visits' }] }]
      }
    ]
  }
  const project = join(folder, '..')
  writeFileSync(join(project, 'questionnaires/again.json'), JSON.stringify(questionnaire))
  const listed = readFileSync(join(project, 'project.json'), 'utf8')
  writeFileSync(
    join(project, 'project.json'),
    listed.replace('"questionnaires": ["visits"]', '"questionnaires": ["visits", "again"]')
  )
}

test('both lines are imported, as one answer', async () => {
  const both = answersCsv(
    answerLine('visits', '1200', { section_status: 'in_progress' }),
    answerLine('visits', '1200', { questionnaire: 'again', section_status: 'complete' })
  )
  await store.run({}, {}, askAgain)
  const lines = await store.run({ 'a.csv': both }, {}, askAgain)
  expect(lines.filter(line => line.includes('refused'))).toEqual([])
  const answers = await store.database
    .selectFrom('answers')
    .select(['value', 'version'])
    .where('programme_id', '=', 1)
    .where('number_value', 'is not', null)
    .execute()
  expect(answers).toEqual([{ value: 1200, version: 1 }])
})
