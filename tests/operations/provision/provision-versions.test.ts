// A run of files raises the version of what it changes, so that a builder that was opened before cannot undo it unseen.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { editCharts, editQuestionnaire } from '#tests/support/provisioned-folder.ts'
import { openWorkshop, type Workshop } from '#tests/support/provisioning.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const versions = async (table: 'questions' | 'charts', id: 'question_id' | 'chart_id') => {
  const rows = await workshop.database.selectFrom(table).select([id, 'version']).execute()
  return new Map(rows.map(row => [(row as Record<string, number>)[id]!, row.version]))
}

/** By how much the run raises which versions. */
async function raisedBy(
  table: 'questions' | 'charts',
  id: 'question_id' | 'chart_id',
  edit: () => Promise<void>
) {
  const before = await versions(table, id)
  await edit()
  const after = await versions(table, id)
  return [...after].map(([one, version]) => version - (before.get(one) ?? version)).filter(Boolean)
}

const editOptions = (change: (names: (string | object)[]) => (string | object)[]) => async () => {
  const files = await workshop.exported()
  editQuestionnaire(files, 'skill-mix-and-absence', file => {
    const question = file.questions.find(({ question_code }) => question_code === 'specialty')!
    question.option_names = change(question.option_names!) as string[]
  })
  expect((await workshop.run(files)).at(-1)).toContain('Everything was written.')
}

test.each([
  ['a new option', (names: (string | object)[]) => [...names, 'Another one']],
  [
    'a renamed option',
    ([first, ...names]: (string | object)[]) => [{ option_name: 'First', was: first }, ...names]
  ],
  ['another order', (names: (string | object)[]) => names.toReversed()]
])('%s is a new version of its question', async (_name, change) => {
  expect(await raisedBy('questions', 'question_id', editOptions(change))).toEqual([1])
})

test('another cell is a new version of its chart', async () => {
  const edit = async () => {
    const files = await workshop.exported()
    editCharts(files, 'ward-staffing', ({ charts }) => {
      Object.assign(charts[0]!.parameters![0]!, { factor: 2 })
    })
    expect((await workshop.run(files)).at(-1)).toContain('Everything was written.')
  }
  expect(await raisedBy('charts', 'chart_id', edit)).toEqual([1])
})
