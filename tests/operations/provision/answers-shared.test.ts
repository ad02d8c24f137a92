// Files of answers to a question that two questionnaires ask: it is one answer, which stands in the file once for each.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProgramme } from '#server/database/tenant.ts'
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

test('what the other questionnaire calculates from the answer is calculated again', async () => {
  const line = (question: string, value: string, fields = {}) =>
    answerLine(question, value, { submission: 'M3', ...fields })
  await store.run({ 'a.csv': answersCsv(line('visits', '1200'), line('cost', '30000')) }, {}, askAgain)
  const valueOfEach = () =>
    store.database
      .selectFrom('answers as a')
      .innerJoin('questions as q', on => inProgramme(on, 'q', 'a', 'question_id'))
      .innerJoin('submissions as s', on => inProgramme(on, 's', 'a', 'submission_id'))
      .select(['a.value', 'a.number_value', 'a.version'])
      .where('a.programme_id', '=', 1)
      .where('s.submission_code', '=', 'M3')
      .where('q.question_code', '=', 'each')
      .execute()
  expect(await valueOfEach()).toEqual([{ value: 25, number_value: 25, version: 1 }])
  const changed = answersCsv(line('visits', '1000', { questionnaire: 'again' }))
  expect((await store.run({ 'b.csv': changed }, {}, askAgain)).join('\n')).not.toContain('refused')
  expect(await valueOfEach()).toEqual([{ value: 30, number_value: 30, version: 2 }])
})

test('a file that withdraws “None happened” clears its 0, although the other questionnaire is declared not recorded', async () => {
  const line = (question: string, value: string, fields = {}) =>
    answerLine(question, value, { submission: 'M2', ...fields })
  const zeros = [
    line('visits', '0'),
    line('cost', '0'),
    line('visits', '0', { questionnaire: 'again', section_status: 'complete' })
  ]
  await store.run({ 'a.csv': answersCsv(...zeros) }, {}, askAgain)
  const { submission_id } = await store.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('submission_code', '=', 'M2')
    .executeTakeFirstOrThrow()
  const states = await store.database
    .selectFrom('section_submissions as e')
    .innerJoin('sections as c', on => inProgramme(on, 'c', 'e', 'section_id'))
    .innerJoin('questionnaires as n', on => inProgramme(on, 'n', 'c', 'questionnaire_id'))
    .select(['e.section_id', 'n.questionnaire_name'])
    .where('e.programme_id', '=', 1)
    .where('e.submission_id', '=', submission_id)
    .execute()
  expect(states).toHaveLength(2)
  for (const { section_id, questionnaire_name } of states)
    await store.database
      .updateTable('section_submissions')
      .set({
        empty_reason: questionnaire_name === 'Again' ? 'not_recorded' : 'none_happened',
        is_imported: false
      })
      .where('programme_id', '=', 1)
      .where('submission_id', '=', submission_id)
      .where('section_id', '=', section_id)
      .execute()
  const run = (...lines: string[]) =>
    store.run({ 'b.csv': answersCsv(...lines) }, { mayReplace: true }, askAgain)
  const repeated = await run(line('visits', '0'), line('cost', '5'))
  expect(repeated.join('\n')).toContain('nothing to report in another section with this question')
  expect((await run(line('cost', '5'))).join('\n')).not.toContain('refused')
  const answers = await store.database
    .selectFrom('answers as a')
    .innerJoin('questions as q', on => inProgramme(on, 'q', 'a', 'question_id'))
    .select(['q.question_code', 'a.value'])
    .where('a.programme_id', '=', 1)
    .where('a.submission_id', '=', submission_id)
    .orderBy('q.question_code')
    .execute()
  expect(answers.filter(({ value }) => value !== null)).toEqual([{ question_code: 'cost', value: 5 }])
})
