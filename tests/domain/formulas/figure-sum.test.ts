// A chart's figure is parsed as a named expression and must be linear.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSum, writeSum, type SumTerm } from '#domain/formulas/figure-sum.ts'
import { completionAt, type NamedCell } from '#domain/formulas/named-expression.ts'

const figure = (name: string, question_id: number): NamedCell => ({
  name,
  reference: { question_id, row_id: 0, column_id: 7 },
  options: [],
  hint: ''
})
const figures = [figure('Budgeted WTE · Band 5', 1), figure('Vacant WTE', 2), figure('Beds', 3)]
const names = ['', 'budgeted', 'vacant', 'beds']
const terms = (text: string) => {
  const reading = readSum(text, figures)
  return reading.ok
    ? reading.value.map(({ question_id, factor }) => `${factor} ${names[question_id]}`)
    : reading.error.message
}

test.each([
  ['[Beds]', ['1 beds']],
  ['  [ beds ] ', ['1 beds']],
  ['[Budgeted WTE · Band 5] − [Vacant WTE]', ['1 budgeted', '-1 vacant']],
  ['-[Vacant WTE]+2 × [Beds]', ['-1 vacant', '2 beds']],
  ['+ [Vacant WTE] – [Beds]', ['1 vacant', '-1 beds']],
  ['0,5*[Beds] - 3x [Vacant  WTE]', ['0.5 beds', '-3 vacant']],
  ['1,000 × [Beds] − 12.5 × [Vacant WTE]', ['1000 beds', '-12.5 vacant']],
  ['[Beds] × 2 + [Vacant WTE] ÷ 4', ['2 beds', '0.25 vacant']],
  ['2 × ([Beds] − [Vacant WTE]) + [Beds]', ['3 beds', '-2 vacant']],
  ['(1 + 1) × [Beds]', ['2 beds']],
  ['q3_r0_c7', ['1 beds']],
  ['q3 + [Vacant WTE]', ['1 beds', '1 vacant']],
  ['', []]
])('%s is read', (text, expected) => expect(terms(text)).toEqual(expected))

test.each([
  ['[Beds', 'A closing bracket ] is missing after this name.', 0],
  ['[Beds] [Vacant WTE]', 'Unexpected “[Vacant WTE]”. A sign such as + may be missing before it.', 7],
  ['[Beds] ÷ [Vacant WTE]', 'Divide by a figure in the denominator: here figures are only added.', 7],
  [
    '[Beds] × [Vacant WTE]',
    'A figure can be multiplied by a number only. Multiply figures in a calculated question.',
    7
  ],
  [
    'sum([Beds], 2)',
    'Figures are only added and subtracted here. Calculate the rest in a calculated question.',
    0
  ],
  [
    '[Beds] > 2',
    'Figures are only added and subtracted here. Calculate the rest in a calculated question.',
    7
  ],
  ['[Beds] + ', 'The expression ends too early.', 9],
  ['[Beds] + 2', 'Put × and a figure after 2: a number alone is not a figure.', 9],
  ['1,23,4 × [Beds]', '“1,23,4” is not a number.', 0],
  ['0 × [Beds]', 'A figure times 0 adds nothing.', 0],
  ['[Beds] ÷ 0', 'Nothing can be divided by 0.', 9],
  ['[Beds] − [Beds]', 'This figure is added and subtracted: it adds nothing.', 9],
  ['Beds', '“beds” is not a known name.', 0],
  ['q9', '“q9” is not a figure of this project.', 0],
  ['[Vacent WTE]', '“Vacent WTE” is not a figure of this project. Did you mean “Vacant WTE”?', 0],
  ['[Doctors]', '“Doctors” is not a figure of this project. Choose one from the list.', 0]
])('%s is explained', (text, message, at) =>
  expect(readSum(text, figures)).toMatchObject({ ok: false, error: { message, at } })
)

const term = (question_id: number, factor: number): SumTerm => ({
  question_id,
  row_id: 0,
  column_id: 7,
  factor
})

test('a written sum parses back', () => {
  const written = [term(2, -1), term(3, 2.5), term(1, -1250.5)]
  const text = writeSum(written, figures)
  expect(text).toBe('−[Vacant WTE] + 2.5 × [Beds] − 1,250.5 × [Budgeted WTE · Band 5]')
  expect(readSum(text, figures)).toEqual({ ok: true, value: written })
})

test('a figure that is no longer in the questionnaire keeps its stored form', () => {
  const written = [term(3, 1), term(99, -1)]
  expect(writeSum(written, figures)).toBe('[Beds] − q99_r0_c7')
  expect(readSum(writeSum(written, figures), figures)).toEqual({ ok: true, value: written })
})

test('any sum round-trips', () => {
  const factor = fc
    .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 4 }))
    .map(([digits, places]) => digits / 10 ** places)
    .filter(value => value !== 0)
  const sum = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 5 }), factor }), {
    selector: ({ id }) => id
  })
  fc.assert(
    fc.property(sum, parts => {
      const written = parts.map(({ id, factor: times }) => term(id, times))
      expect(readSum(writeSum(written, figures), figures)).toEqual({ ok: true, value: written })
    })
  )
})

test('completions that begin with the typed text come first, then those with its words, then similar ones', () => {
  const own = [...figures, figure('Vacant beds', 4)]
  const offered = (text: string) => completionAt(text, text.length, own)?.names.map(({ name }) => name)
  expect(offered('[va')).toEqual(['Vacant WTE', 'Vacant beds'])
  expect(offered('[band budg')).toEqual(['Budgeted WTE · Band 5'])
  expect(offered('[vacant wtf')?.[0]).toBe('Vacant WTE')
  expect(offered('[xyz')).toBeUndefined()
})
