// Names of submissions are unique in an organisation and period, ignoring case, also when a file of answers creates them.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerLine, answersCsv, openImportStore, type ImportStore } from '#tests/support/answers-import.ts'
import { FILE } from '#tests/support/refused-answers.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
  await store.run({ 'a.csv': answersCsv(visits('M1')) })
})
afterAll(() => store.close())

const visits = (submission: string, organisation = 'CITY'): string =>
  answerLine('visits', '1200', { submission, organisation, section_status: 'in_progress' })

const names = async (): Promise<string[]> =>
  (
    await store.database
      .selectFrom('submissions')
      .select('submission_name')
      .where('programme_id', '=', 1)
      .execute()
  ).map(({ submission_name }) => submission_name)

const rename = (submission_name: string) =>
  store.database.updateTable('submissions').set({ submission_name }).where('programme_id', '=', 1).execute()

const refusalAt = (line: number, code: string): string =>
  `${FILE}:${line} refused answer: "${code}" is already the name of another submission of CITY in 2026, ignoring case; give the code of that submission, or another code [no answers]`

test('a code that is the name of another submission is refused', async () => {
  await rename('Main house')
  const lines = await store.run({ 'a.csv': answersCsv(visits('M1'), visits('main House')) })
  expect(lines.slice(0, -1)).toEqual([refusalAt(3, 'main House')])
  await rename('M1')
  expect(await names()).toEqual(['M1'])
})

test('codes that differ only in case are refused, wherever the other one is', async () => {
  const lines = await store.run({ 'a.csv': answersCsv(visits('m1'), visits('N1'), visits('n1')) })
  expect(lines.filter(line => line.includes(' refused answer: '))).toEqual([
    refusalAt(2, 'm1'),
    refusalAt(4, 'n1')
  ])
  expect(await names()).toEqual(['M1'])
})

test('another organisation may have the same name', async () => {
  const lines = await store.run({ 'a.csv': answersCsv(visits('m1', 'SEA')) })
  expect(lines.at(-1)).toMatch(/Everything was written\.$/)
  expect((await names()).toSorted()).toEqual(['M1', 'm1'])
})
