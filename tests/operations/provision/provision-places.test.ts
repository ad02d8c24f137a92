// New places of questions that have answers already: the formulas of their section keep their figures.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStore, WHOLE, type ImportStore } from '#tests/support/answers-import.ts'
import { editedExample } from '#tests/support/edited-example.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

/** A second questionnaire, whose total counts visits in a grid; the list has these questions too. */
const planned = (...listed: string[]) => ({
  questionnaire_name: 'Totals',
  periods: [{ time_period: '2026' }],
  questions: [
    {
      question_code: 'total',
      question_text: 'Total',
      question_type: 'calculated',
      expression: 'sum([visits])'
    },
    { question_code: 'staff', question_text: 'Staff', question_type: 'integer' }
  ],
  sections: [
    {
      section_name: 'Totals',
      sub_sections: [
        {
          sub_section_name: 'Grid',
          layout: 'grid',
          rows: ['Adults'],
          columns: ['Number'],
          cells: [{ question: 'visits', row: 'Adults', column: 'Number' }]
        },
        {
          sub_section_name: 'List',
          cells: ['total', ...listed].map(question => ({ question, is_required: false }))
        }
      ]
    }
  ]
})

const run = (listed: string[], isApplied: boolean): Promise<string[]> =>
  store.run({ 'a.csv': WHOLE }, { isApplied }, answers =>
    editedExample(answers).addQuestionnaire('totals', planned(...listed))
  )

test('a place of an answered question that a formula would count is refused, as on screen', async () => {
  expect((await run([], true)).at(-1)).toMatch(/Everything was written\.$/)
  const lines = await run(['visits'], false)
  expect(lines.slice(0, -1)).toEqual([
    expect.stringMatching(
      /^projects\/visitors\/questionnaires\/totals\.json:\d+ refused place of a question "visits" of visitors › Totals › Totals › List: is_active: the formula of “Total” would count its answers, so that figures would change; retire that question first \[/
    )
  ])
})

test.each(['cost', 'staff'])('a place of a question that no formula counts is new: %s', async question => {
  const lines = await run([question], false)
  expect(lines.join('\n')).toContain(`new place of a question "${question}"`)
  expect(lines.join('\n')).not.toContain('refused')
})
