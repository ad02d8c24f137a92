// A file's status of queries changes nothing: queries are not imported.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openImportStore, WHOLE, type ImportStore } from '#tests/support/answers-import.ts'

let store: ImportStore
beforeAll(async () => {
  store = await openImportStore()
})
afterAll(() => store.close())

const withColumn = (name: string, values: readonly string[]): string =>
  WHOLE.trimEnd()
    .split('\r\n')
    .map((line, index) => `${line},${index === 0 ? name : (values[index - 1] ?? '')}\r\n`)
    .join('')

test('it is ignored, whatever it says, and may be left out', async () => {
  const csv = withColumn('query_status', ['open', 'resolved', 'asked', ''])
  expect(await store.run({ 'a.csv': csv })).toEqual([expect.stringContaining('5 added'), expect.anything()])
  expect(await store.database.selectFrom('queries').selectAll().execute()).toEqual([])
  expect(await store.run({ 'a.csv': WHOLE })).toEqual(['Nothing to do.'])
  expect(await store.run({ 'a.csv': withColumn('query_state', []) })).toEqual([
    expect.stringContaining('unknown column "query_state" (did you mean "query_status"?)'),
    expect.anything()
  ])
})
