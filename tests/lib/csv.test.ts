import { expect, test } from 'vitest'
import { csvFile } from '#lib/csv.ts'

test('a text that a spreadsheet would calculate is written as text, a number as a number', () => {
  expect(
    csvFile([
      ['=1+1', 'beds'],
      [-2, null]
    ])
  ).toBe("\uFEFF'=1+1,beds\r\n-2,\r\n")
})
