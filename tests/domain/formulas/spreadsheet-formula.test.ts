// A formula in a downloaded sheet calculates what the product calculates, blanks included.

import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CellValue } from '#contract/questionnaires.ts'
import { compile, type Reference } from '#domain/formulas/expression.ts'
import { spreadsheetFormula } from '#domain/formulas/spreadsheet-formula.ts'

type Sheet = Readonly<Record<string, CellValue>>

/** The cells of three questions: one alone, and two of two and of three cells. */
const cellsOf: Readonly<Record<number, readonly string[]>> = {
  1: ['A1'],
  2: ['B1', 'B2'],
  3: ['C1', 'C2', 'C3']
}
const isWhole = ({ row_id }: Reference): boolean => row_id === null
const keysAt = (reference: Reference): readonly string[] => {
  const all = cellsOf[reference.question_id] ?? []
  return isWhole(reference) ? all : all.slice((reference.row_id ?? 1) - 1, reference.row_id ?? 1)
}
const addressesAt = (reference: Reference): string[] => {
  const keys = keysAt(reference)
  return keys.length > 1 ? [`${keys[0]}:${keys.at(-1)}`] : [...keys]
}

/** What a spreadsheet makes of the formula; a text is no number. */
function evaluateFormula(formula: string, sheet: Sheet): number | string {
  const numbersIn = (cells: (number | string | null)[][]): number[] =>
    cells.flat().filter(value => typeof value === 'number')
  const functions = {
    cell: (address: string) => [sheet[address] ?? null],
    range: (first: string, last: string) =>
      Object.keys(sheet)
        .filter(address => address[0] === first[0] && address >= first && address <= last)
        .map(address => sheet[address] ?? null),
    IF: (isTrue: boolean, yes: unknown, no: unknown) => (isTrue ? yes : no),
    AND: (...conditions: boolean[]) => conditions.every(Boolean),
    ISNUMBER: ([value]: unknown[]) => typeof value === 'number',
    COUNT: (...cells: (number | string | null)[][]) => numbersIn(cells).length,
    SUM: (...cells: (number | string | null)[][]) => numbersIn(cells).reduce((a, b) => a + b, 0),
    IFERROR: (value: unknown) => value,
    FALSE: false
  }
  const inside = formula
    .replaceAll(/([A-Z]\d):([A-Z]\d)/g, 'range("$1","$2")')
    .replaceAll(/(?<!")\b([A-Z]\d)\b(?!")/g, 'cell("$1")')
    .replaceAll('<>', '!=')
    // One cell in arithmetic is its value.
    .replaceAll(/(?<!ISNUMBER\(|SUM\(|COUNT\(|,)cell\("(\w\d)"\)(?=[-+*/),]|!=|$)/g, 'cell("$1")[0]')
  return runInNewContext(inside, functions) as number | string
}

const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(0), fc.constant(null))
const sheets = fc.array(value, { minLength: 6, maxLength: 6 }).map(values =>
  Object.fromEntries(
    Object.values(cellsOf)
      .flat()
      .map((key, index) => [key, values[index] ?? null])
  )
)
const { expression } = fc.letrec<{ expression: string }>(tie => ({
  expression: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('q1', 'q2_r1_c1', 'q2_r2_c1', 'q3_r3_c1', '7', '0.5'),
    fc.constantFrom('sum(q2)', 'sum(q2, q3)', 'sum(q1, q3_r1_c1)'),
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '-', '*', '/'), tie('expression'))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    tie('expression').map(of => `-(${of})`)
  )
}))

test('a formula gives the value of its expression, and nothing where the expression is blank', () => {
  fc.assert(
    fc.property(expression, sheets, (text, sheet) => {
      const formula = spreadsheetFormula(text, addressesAt)
      const compiled = compile(text)
      if (formula === null || !compiled.ok) expect.fail(`${text} has no formula`)
      const expected = compiled.value.value(reference => keysAt(reference).map(key => sheet[key] ?? null))
      const shown = evaluateFormula(formula, sheet)
      if (expected === null) expect(shown).toBe('')
      else expect(shown).toBeCloseTo(expected as number, 6)
    }),
    { numRuns: 300 }
  )
})

describe('what a spreadsheet would calculate otherwise has no formula', () => {
  test.each([
    ["q1 = 'yes'"],
    ['q1 > 2 and q1 < 5'],
    ['not q1'],
    ['blank(q1)'],
    ['sum(q1 + 1)'],
    // Several cells stand where one is meant.
    ['q3 + 1'],
    ['q1 +']
  ])('%s', text => expect(spreadsheetFormula(text, addressesAt)).toBeNull())

  test('a reference to a cell that is not on the sheet, or too long a formula', () => {
    expect(spreadsheetFormula('q1 + 1', () => null)).toBeNull()
    expect(spreadsheetFormula('sum(q1)', () => [])).toBeNull()
    const many = Array.from({ length: 300 }, (_, index) => `A${index * 2 + 1}`)
    expect(spreadsheetFormula('sum(q1)', () => many)).toBeNull()
  })
})
