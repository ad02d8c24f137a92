// A number is read alike wherever it is entered: typed, pasted, in a workbook or in CSV.

import '#tests/support/indexed-db.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { parseNumber } from '#domain/answers/number-input.ts'
import { csvFilled, filled } from '#tests/support/filled-workbooks.ts'
import { aQuestion, aSection } from '#tests/support/questions.ts'
import { field, focus, paste, press, showForm, type } from '#tests/support/section-form.tsx'
import { aList, aSource, downloaded, previewed, rowOf } from '#tests/support/workbooks.ts'

beforeAll(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
})
afterEach(cleanup)

const question = aQuestion({ question_text: 'Cost', question_type: 'decimal', decimal_places: 2 })
const section = aSection(aList(question))
const TEXTS = [
  '50,-',
  '50,–',
  '1.200,-',
  '50%',
  '50 %',
  '1.500',
  '1,500',
  '1.234,50',
  '1,234.50',
  '3,5',
  '-3.5',
  '−4',
  '(12)',
  '£1,200.50',
  "1'200",
  '12 34',
  '1.2.3',
  '1e3',
  '１２．５',
  'about 20'
]

const read = (text: string): number | null => {
  const reading = parseNumber(text, { places: 2 })
  return reading.kind === 'number' ? reading.value : null
}

async function typed(text: string): Promise<unknown> {
  const { engine } = await showForm(section)
  focus(field('Cost'))
  type(field('Cost'), text)
  press('Enter')
  return engine.store.get('1:0:0').answer.value
}

async function pasted(text: string): Promise<unknown> {
  const { engine } = await showForm(section)
  focus(field('Cost'))
  paste(field('Cost'), text)
  return engine.store.get('1:0:0').answer.value
}

const inWorkbook = (text: string): unknown => {
  const source = aSource(section)
  return (
    rowOf(previewed(source, filled(downloaded(source, 'xlsx'), 'Cost', text)), '1:0:0').answer?.value ?? null
  )
}

const inCsv = (text: string): unknown => {
  const source = aSource(section)
  const preview = previewed(source, csvFilled(downloaded(source, 'csv'), { Cost: text }))
  return rowOf(preview, '1:0:0').answer?.value ?? null
}

test.each(TEXTS)('%s', async text => {
  const expected = read(text)
  expect([await typed(text)], 'typed').toEqual([expected])
  cleanup()
  expect([await pasted(text)], 'pasted').toEqual([expected])
  expect([inWorkbook(text), inCsv(text)], 'in a file').toEqual([expected, expected])
})
