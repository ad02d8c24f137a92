import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCellText } from '#domain/answers/cell-text.ts'
import { calculateSum, readNoFigure } from '#domain/answers/figure-text.ts'
import { aQuestion } from '#tests/support/questions.ts'

const read = (unit: string, text: string): unknown => {
  const question = aQuestion({ question_type: unit === '£' || unit === '€' ? 'currency' : 'decimal', unit })
  const reading = readCellText(question, text)
  return reading.ok ? reading.value : reading.error
}

test.each([
  ['hours', '12 hours', 12],
  ['hours', '12 HOURS', 12],
  ['hours', '1 hour', 1],
  ['WTE', '11.6WTE', 11.6],
  ['WTE', '11.6', 11.6],
  ['m²', '30 m²', 30],
  ['£', '£1,200', 1200],
  ['£', '1200 GBP', 1200],
  ['€', 'EUR 12.50', 12.5],
  ['€', '12,50 eur', 12.5],
  ['', '$5', 5]
])('where the unit is “%s”, %s is %s', (unit, text, value) => expect(read(unit, text)).toBe(value))

test.each([
  ['£', '$5', 'This question asks for £. Enter the amount in £, not in $.'],
  ['€', '5 GBP', 'This question asks for €. Enter the amount in €, not in GBP.'],
  ['£', '5 kgs', 'This question asks for £. Enter the amount in £, not in KGS.'],
  ['hours', '5 days', 'Enter a number.'],
  ['hours', 'hours', 'Enter a number.']
])('where the unit is “%s”, %s is a question', (unit, text, asked) => expect(read(unit, text)).toBe(asked))

test.each([
  ['=12+30', 42],
  ['= 2 * (3 + 4.5)', 15],
  ['=10/4', 2.5],
  ['=-3+0.1', -2.9],
  ['=7', 7]
])('%s is %s', (text, value) => expect(calculateSum(text)).toBe(value))

test.each(['=1,5+2', '=A1+2', '=1/0', '=', '=(1', '=1=1', '12+30', '=sum(1)', '==1', `=${'('.repeat(60)}1`])(
  '%s is no calculation',
  text => expect([calculateSum(text), read('', text)]).toEqual([null, 'Enter a number.'])
)

test('a calculation with whole numbers is what JavaScript makes of it', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(999), { minLength: 2, maxLength: 6 }), numbers => {
      expect(calculateSum(`=${numbers.join('+')}`)).toBe(numbers.reduce((sum, number) => sum + number, 0))
    })
  )
})

test('words in place of a figure are an answer, a question, or neither', () => {
  for (const text of ['n/a', 'N/A', 'na', 'N.A.', 'not applicable'])
    expect([text, readNoFigure(text)]).toEqual([text, 'not_applicable'])
  for (const text of ['not known', 'Unknown', 'n/k', 'not available'])
    expect([text, readNoFigure(text)]).toEqual([text, 'not_available'])
  for (const text of ['####', 'tbc', 'TBC', 'nil', '<5', '< 5', '?', '-', '#N/A']) {
    expect([text, readNoFigure(text)]).toEqual([text, null])
    expect(read('', text)).toMatch(/“not available”/)
  }
  expect(read('', 'many')).toBe('Enter a number.')
})
