import { expect, test } from 'vitest'
import { completions, readFormula, writeFormula } from '#domain/formulas/chart-formula.ts'

const figures = new Map([
  ['Budgeted WTE · Band 5', 'budgeted'],
  ['Vacant WTE', 'vacant'],
  ['Beds', 'beds']
])
const terms = (text: string) => {
  const reading = readFormula(text, figures)
  return reading.ok ? reading.terms.map(({ figure, factor }) => `${factor} ${figure}`) : reading.message
}

test.each([
  ['[Beds]', ['1 beds']],
  ['  [ beds ] ', ['1 beds']],
  ['[Budgeted WTE · Band 5] − [Vacant WTE]', ['1 budgeted', '-1 vacant']],
  ['-[Vacant WTE]+2 × [Beds]', ['-1 vacant', '2 beds']],
  ['0,5*[Beds] - 3x [Vacant  WTE]', ['0.5 beds', '-3 vacant']],
  ['1,000 × [Beds] − 12.5 × [Vacant WTE]', ['1000 beds', '-12.5 vacant']],
  ['', []]
])('%s is read', (text, expected) => expect(terms(text)).toEqual(expected))

test.each([
  ['[Beds', 'This figure has no closing ].', 0],
  ['[Beds] [Vacant WTE]', 'Put + or − between two figures.', 7],
  ['[Beds] ÷ [Vacant WTE]', 'Divide by a figure in the denominator: here figures are only added.', 7],
  ['[Beds] × 2', 'Put a number before the figure that it multiplies: 2 × [figure].', 7],
  ['[Beds] + ', 'A figure is missing after the last sign.', 7],
  ['[Beds] + 2', 'Put × and a figure after 2: a number alone is not a figure.', 9],
  ['1,23,4 × [Beds]', '“1,23,4” is not a number.', 0],
  ['0 × [Beds]', 'A figure times 0 adds nothing.', 0],
  ['Beds', '“Beds” is not recognised here. Write a figure in [ ].', 0],
  ['[Vacent WTE]', 'There is no figure called “Vacent WTE”. Did you mean “Vacant WTE”?', 0],
  ['[Doctors]', 'There is no figure called “Doctors”.', 0]
])('%s is explained', (text, message, at) => {
  const reading = readFormula(text, figures)
  expect(reading).toMatchObject({ ok: false, message, at })
})

test('what is written is read back', () => {
  const written = [
    { figure: 'vacant', factor: -1 },
    { figure: 'beds', factor: 2.5 },
    { figure: 'budgeted', factor: -1250.5 }
  ]
  const names = new Map([...figures].map(([name, figure]) => [figure, name]))
  const text = writeFormula(written, figure => names.get(figure)!)
  expect(text).toBe('−[Vacant WTE] + 2.5 × [Beds] − 1,250.5 × [Budgeted WTE · Band 5]')
  expect(readFormula(text, figures)).toEqual({ ok: true, terms: written })
})

test('completions begin with what was typed, then hold its words, then are nearly the same', () => {
  const names = [...figures.keys(), 'Vacant beds']
  expect(completions('va', names)).toEqual(['Vacant WTE', 'Vacant beds'])
  expect(completions('band budg', names)).toEqual(['Budgeted WTE · Band 5'])
  expect(completions('vacant wtf', names)[0]).toBe('Vacant WTE')
  expect(completions('xyz', names)).toEqual([])
})
