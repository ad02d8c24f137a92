// Calculated cells, figures of charts and their lines against exact arithmetic with fractions, without code of the product.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CellValue } from '#contract/questionnaires.ts'
import { checkCell } from '#domain/answers/cell-rules.ts'
import { completionOf } from '#domain/answers/completion.ts'
import { plus, ratioOf, times } from '#domain/figures/decimals.ts'
import { quartileOf } from '#domain/figures/ranking.ts'
import { figureText, shownFigure } from '#domain/figures/shown-figures.ts'
import { averagesOf, quantile, sortedValues } from '#domain/figures/statistics.ts'
import { compile } from '#domain/formulas/expression.ts'
import * as exact from '#tests/support/fraction.ts'
import { aQuestion, withAnswer } from '#tests/support/questions.ts'

/** As people enter them: with a limited number of decimals, many of them equal, zero or halves. */
const decimal = (places: number, most = 50_000): fc.Arbitrary<number> =>
  fc
    .tuple(fc.oneof(fc.integer({ min: -most, max: most }), fc.integer({ min: -12, max: 12 })), fc.nat(places))
    .map(([units, decimals]) => Number(`${units}e-${decimals}`) + 0)

const pence = fc.integer({ min: -(10 ** 13), max: 10 ** 13 }).map(count => Number(`${count}e-2`) + 0)
/** Several terms: of ordinary size with up to four decimals, or of any size in pence. */
const amounts = (count: number): fc.Arbitrary<number[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.array(decimal(4), { minLength: count, maxLength: count }) },
    { weight: 1, arbitrary: fc.array(pence, { minLength: count, maxLength: count }) }
  )

describe('arithmetic', () => {
  test('a sum is that of the decimals', () => {
    fc.assert(
      fc.property(amounts(2), ([one = 0, other = 0]) => {
        const sum = exact.add(exact.ofNumber(one), exact.ofNumber(other))
        expect(plus(one, other)).toBe(exact.toNumber(sum, 15))
        expect(plus(plus(one, other), -other)).toBe(
          exact.toNumber(exact.subtract(exact.ofNumber(plus(one, other)), exact.ofNumber(other)), 15)
        )
      })
    )
    expect([plus(0.1, 0.2), plus(plus(0.3, -0.2), -0.1), plus(1e300, 1e300), plus(5e-324, 1e-320)]).toEqual([
      0.3,
      0,
      2e300,
      5e-324 + 1e-320
    ])
  })

  test('a product is that of the decimals', () => {
    fc.assert(
      fc.property(decimal(4), decimal(3), (one, other) => {
        expect(times(one, other)).toBe(
          exact.toNumber(exact.multiply(exact.ofNumber(one), exact.ofNumber(other)), 15)
        )
      })
    )
  })

  test('a ratio is the number nearest to the fraction, the same for equal fractions', () => {
    const multipliers = fc.constantFrom(1, 100, 1000, 12, -10)
    fc.assert(
      fc.property(decimal(3), decimal(3), multipliers, fc.integer({ min: 1, max: 20 }), (n, d, by, more) => {
        fc.pre(d !== 0)
        const fraction = exact.multiply(
          exact.divide(exact.ofNumber(n), exact.ofNumber(d)),
          exact.ofNumber(by)
        )
        expect(ratioOf(n, d, by)).toBe(exact.toNumber(fraction))
        expect(ratioOf(times(n, more), times(d, more), by)).toBe(ratioOf(n, d, by))
      })
    )
    expect([ratioOf(57, 200, 100), ratioOf(0.3, 0.1, 1), ratioOf(-0, 5, 1)]).toEqual([28.5, 3, 0])
  })
})

test('a figure is shown rounded by its decimals, halves away from zero', () => {
  fc.assert(
    fc.property(fc.oneof(decimal(6), pence), fc.nat(4), (value, decimals) => {
      const text = exact.written(exact.ofNumber(value), decimals)
      expect(figureText(value, decimals)).toBe(text)
      expect(shownFigure(value, decimals)).toBe(Number(text.replaceAll(',', '').replace('−', '-')))
    })
  )
})

describe('lines', () => {
  /** R's type 7, four times it, of fractions. */
  function lineOf(sorted: readonly exact.Fraction[], quarter: number): exact.Fraction {
    const place = (sorted.length - 1) * quarter
    const [lower, upper] = [sorted[Math.floor(place / 4)]!, sorted[Math.ceil(place / 4)]!]
    const step = exact.multiply(exact.subtract(upper, lower), exact.fraction(BigInt(place % 4), 4n))
    return exact.add(lower, step)
  }

  test('the quarter of a value is that of the exact lines; one on a line is below it', () => {
    const values = fc.array(decimal(2, 300), { minLength: 5, maxLength: 14 })
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 3 }), decimal(2, 300), (others, quarter, other) => {
        const sorted = others.map(exact.ofNumber).toSorted(exact.compare)
        const lines = [1, 2, 3].map(one => lineOf(sorted, one))
        const found = averagesOf(others)
        lines.forEach((line, at) =>
          expect([found.Q1, found.Median, found.Q3][at]).toBe(exact.toNumber(line, 15))
        )
        for (const value of [exact.toNumber(lines[quarter - 1]!), other])
          expect(quartileOf(value, found)).toBe(
            1 + lines.filter(line => exact.compare(exact.ofNumber(value), line) > 0).length
          )
      })
    )
  })

  test('of equal fractions the line is their figure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 99 }), (n, d) => {
        const figures = sortedValues([1, 2, 3, 4, 5, 6].map(by => ratioOf(n * by, d * by, 100)))
        expect(new Set(figures).size).toBe(1)
        expect([0, 0.25, 0.5, 0.75, 1].map(share => quantile(figures, share))).toEqual(figures.slice(0, 5))
      })
    )
  })
})

type Tree =
  | { is: 'number'; value: number }
  | { is: 'cell'; at: number }
  | { is: '+' | '-' | '*' | '/'; left: Tree; right: Tree }
  | { is: 'negative'; of: Tree }
  | { is: 'sum'; of: Tree[] }

const { tree } = fc.letrec<{ tree: Tree }>(tie => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ is: fc.constant('cell' as const), at: fc.nat(4) }),
    fc.record({ is: fc.constant('number' as const), value: decimal(2, 900).map(Math.abs) }),
    fc.record({ is: fc.constantFrom('+', '-', '*', '/'), left: tie('tree'), right: tie('tree') }),
    fc.record({ is: fc.constant('negative' as const), of: tie('tree') }),
    fc.record({ is: fc.constant('sum' as const), of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) })
  )
}))

function textOf(one: Tree): string {
  if (one.is === 'number') return String(one.value)
  if (one.is === 'cell') return `q${one.at + 1}`
  if (one.is === 'negative') return `-(${textOf(one.of)})`
  if (one.is === 'sum') return `sum(${one.of.map(textOf).join(', ')})`
  return `(${textOf(one.left)} ${one.is} ${textOf(one.right)})`
}

/** Null is blank. */
function exactOf(one: Tree, cells: readonly (number | null)[]): exact.Fraction | null {
  if (one.is === 'number') return exact.ofNumber(one.value)
  if (one.is === 'cell') return cells[one.at] === null ? null : exact.ofNumber(cells[one.at]!)
  if (one.is === 'sum') {
    const known = one.of.map(part => exactOf(part, cells)).filter(part => part !== null)
    return known.length === 0 ? null : known.reduce(exact.add)
  }
  if (one.is === 'negative') {
    const of = exactOf(one.of, cells)
    return of && exact.negative(of)
  }
  const [left, right] = [exactOf(one.left, cells), exactOf(one.right, cells)]
  return left === null || right === null ? null : calculations[one.is](left, right)
}

const calculations: Record<
  '+' | '-' | '*' | '/',
  (left: exact.Fraction, right: exact.Fraction) => exact.Fraction | null
> = {
  '+': exact.add,
  '-': exact.subtract,
  '*': exact.multiply,
  '/': (left, right) => (exact.isZero(right) ? null : exact.divide(left, right))
}

describe('formulas', () => {
  const cells = fc.array(fc.option(decimal(2, 900), { freq: 6 }), { minLength: 5, maxLength: 5 })
  const valueOf = (text: string, given: readonly (number | null)[]): CellValue => {
    const compiled = compile(text)
    if (!compiled.ok) throw new Error(`${text}: ${compiled.error.message}`)
    return compiled.value.value(({ question_id }) => [given[question_id - 1] ?? null])
  }

  test('a calculated cell is what exact arithmetic gives, blanks and divisions by zero included', () => {
    fc.assert(
      fc.property(tree, cells, (formula, given) => {
        const wanted = exactOf(formula, given)
        const found = valueOf(textOf(formula), given)
        if (wanted === null || found === null)
          expect([textOf(formula), found]).toEqual([textOf(formula), null])
        else {
          const expected = exact.toNumber(wanted)
          expect(Math.abs(Number(found) - expected)).toBeLessThanOrEqual(1e-12 * Math.abs(expected))
        }
        expect(wanted === null).toBe(found === null)
      }),
      { numRuns: 1500 }
    )
  })

  test('a sum or difference of entered figures has exactly their decimals, and 0 is 0', () => {
    fc.assert(
      fc.property(amounts(5), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (given, isLess) => {
        const text = given.map((_, at) => `${isLess[at] ? '-' : at === 0 ? '' : '+'} q${at + 1}`).join(' ')
        const wanted = given
          .map(exact.ofNumber)
          .map((value, at) => (isLess[at] ? exact.negative(value) : value))
          .reduce(exact.add)
        expect(valueOf(text, given)).toBe(exact.toNumber(wanted, 15))
      })
    )
  })

  test('comparisons agree with exact arithmetic', () => {
    fc.assert(
      fc.property(tree, tree, cells, (left, right, given) => {
        const sides = [exactOf(left, given), exactOf(right, given)]
        const [one, other] = sides
        const order = one && other ? exact.compare(one, other) : null
        const says = (sign: string): CellValue => valueOf(`${textOf(left)} ${sign} ${textOf(right)}`, given)
        const yes = (is: boolean): string => (is && order !== null ? 'yes' : 'no')
        expect(['=', '<>', '<', '<=', '>', '>='].map(says)).toEqual([
          yes(order === 0),
          yes(order !== 0),
          yes(order! < 0),
          yes(order! <= 0),
          yes(order! > 0),
          yes(order! >= 0)
        ])
      }),
      { numRuns: 600 }
    )
  })
})

test('an exact decimal result breaks no limit between cells', () => {
  const cell = (id: number, value: number) =>
    withAnswer(aQuestion({ question_id: id, question_type: 'decimal' }), { value })
  for (const [whole, ...parts] of [
    [0.3, 0.2, 0.1],
    [1.1, 0.8, 0.3],
    [12.4, 8.3, 4.1],
    [1_234_567_890.12, 1_234_567_889.02, 1.1]
  ] as const) {
    const left = { question_id: 9, question_type: 'calculated' as const, min_value: 0, max_value: 0 }
    const questions = [
      cell(1, whole),
      cell(2, parts[0]),
      cell(3, parts[1]),
      aQuestion({ ...left, expression: 'q1 - q2 - q3' }),
      aQuestion({ ...left, question_id: 10, expression: 'q2 + q3 - q1' })
    ]
    expect(completionOf([{ is_repeating: false, questions }])).toMatchObject({ error_count: 0, left: [] })
  }
})

test('a change by exactly the limit is within it', () => {
  const question = aQuestion({ question_type: 'decimal', warn_change_percent: 10 })
  const answer = { is_not_applicable: false, is_not_available: false }
  for (const [value, before] of [
    [1.21, 1.1],
    [0.33, 0.3],
    [6.27, 5.7]
  ] as const)
    expect(checkCell(question, { ...answer, value }, before).warnings).toEqual([])
})
