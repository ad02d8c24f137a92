// Charts that share numerators or denominators, over two editions: whoever has kept the first one subtracts chart from chart and edition from
// edition. What then is left must be of more organisations than the minimum, or the second edition is refused.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideTogether } from '#domain/disclosure/divisions.ts'
import { disclosesTooFew } from '#domain/figures/edition-changes.ts'
import { toldOfCells } from '#server/benchmarks/editions/changes.ts'
import type { Snapshot } from '#server/benchmarks/editions/snapshot.ts'

const MINIMUM = 5
const CELLS = ['falls', 'harm', 'days', 'nurses'] as const
type Cell = (typeof CELLS)[number]
const placeOf = (cell: Cell): string => `${CELLS.indexOf(cell) + 1}/0/0`

/** What a chart calculates: cells that are added up, and the one that the sum is divided by. */
interface Chart {
  added: readonly Cell[]
  divisor: Cell | null
}
const CHARTS: readonly Chart[] = (
  [
    [['falls'], null],
    [['harm'], null],
    [['days'], null],
    [['falls', 'harm'], null],
    [['falls'], 'days'],
    [['harm'], 'days'],
    [['falls', 'harm'], 'days'],
    [['falls'], 'nurses'],
    [['harm'], 'falls'],
    [['days'], 'nurses']
  ] as const
).map(([added, divisor]) => ({ added, divisor }))

const formulaOf = ({ added, divisor }: Chart): string => {
  const sum = added.map(cell => `1*${placeOf(cell)}`).join('+')
  return divisor === null ? sum : `(${sum})/(1*${placeOf(divisor)})`
}

/** Organisations of one submission each, in two blocks. */
const BLOCKS = [
  Array.from({ length: 8 }, (_, index) => index),
  Array.from({ length: 9 }, (_, index) => 8 + index)
]
const EVERYONE = BLOCKS.flat()

/** Who has corrected each cell. */
type Corrections = Readonly<Record<Cell, readonly number[]>>
const NOBODY: Corrections = { falls: [], harm: [], days: [], nurses: [] }

const editionOf = (charts: readonly Chart[], corrected: Corrections): Snapshot => ({
  submissions: EVERYONE.map(id => ({
    submission_id: id,
    organisation_id: id,
    lineage_id: id,
    filter_option_ids: []
  })),
  cells: CELLS.map((cell, index) => ({
    question_id: index + 1,
    row_id: 0,
    column_id: 0,
    submission_ids: EVERYONE,
    numbers: EVERYONE.map(id => 10 * (index + 1) + id + (corrected[cell].includes(id) ? 100 : 0)),
    skipped_ids: [],
    unavailable_ids: []
  })),
  divisions: divideTogether(
    charts.map(chart => ({
      chart,
      counted: new Set<string>(chart.added),
      denominators: new Set<string>(chart.divisor === null ? [] : [chart.divisor])
    }))
  ).map(group => ({ formulas: group.map(one => formulaOf(one.chart)), blocks: BLOCKS }))
})

const isRefused = (charts: readonly Chart[], corrected: Corrections): boolean =>
  toldOfCells([editionOf(charts, NOBODY), editionOf(charts, corrected)]).some(told =>
    disclosesTooFew(told.slice(0, -1), told.at(-1)!, MINIMUM)
  )

/**
 * Whether a reader who adds and subtracts the charts with the same divisor is left, in one block, with a change of few organisations. Written
 * from what a chart is, without the product's rules.
 */
function tellsFew(charts: readonly Chart[], corrected: Corrections): boolean {
  const divisors = new Set(charts.map(chart => chart.divisor))
  return [...divisors].some(divisor => {
    const sums = charts.filter(chart => chart.divisor === divisor)
    return combinations(sums.length).some(factors => {
      const left = CELLS.filter(
        cell =>
          sums.reduce((total, { added }, at) => total + (added.includes(cell) ? factors[at]! : 0), 0) !== 0
      )
      if (left.length === 0) return false
      const changed = new Set(
        [...left, ...(divisor === null ? [] : [divisor])].flatMap(cell => corrected[cell])
      )
      return BLOCKS.some(block => {
        const count = block.filter(id => changed.has(id)).length
        return count > 0 && count <= MINIMUM
      })
    })
  })
}

/** All ways to take each once, away once, or not at all. */
const combinations = (length: number): number[][] =>
  length === 0
    ? [[]]
    : combinations(length - 1).flatMap(before => [-1, 0, 1].map(factor => [...before, factor]))

const chartsArbitrary = fc.subarray([...CHARTS], { minLength: 1, maxLength: 4 })
/** Nobody, one, few, more than the minimum, or all of a block. */
const correctedArbitrary = fc
  .tuple(
    ...BLOCKS.map(block => fc.constantFrom(0, 0, 1, 3, 6, block.length).map(count => block.slice(0, count)))
  )
  .map(blocks => blocks.flat())
const correctionsArbitrary = fc.record({
  falls: correctedArbitrary,
  harm: correctedArbitrary,
  days: correctedArbitrary,
  nurses: correctedArbitrary
})

test('what linked charts tell together over two editions is of more than the minimum, or is held back', () => {
  const seen = { refused: 0, published: 0 }
  fc.assert(
    fc.property(chartsArbitrary, correctionsArbitrary, (charts, corrected) => {
      const refused = isRefused(charts, corrected)
      seen[refused ? 'refused' : 'published'] += 1
      if (tellsFew(charts, corrected)) expect(refused).toBe(true)
    }),
    { numRuns: 400 }
  )
  expect(Math.min(seen.refused, seen.published)).toBeGreaterThan(20)
})

const six = BLOCKS[0]!.slice(0, 6)
const [one] = BLOCKS.map(block => block.slice(0, 1))
const chart = (divisor: Cell | null, ...added: Cell[]): Chart => ({ added, divisor })

test.each([
  ['a common denominator', [chart('days', 'falls'), chart('days', 'harm')], { falls: six, days: one! }],
  ['a common numerator', [chart('days', 'falls'), chart('nurses', 'falls')], { days: six, nurses: one! }],
  [
    'a sum and a part of it',
    [chart(null, 'falls', 'harm'), chart(null, 'falls')],
    { falls: six, harm: one! }
  ],
  ['a numerator that divides', [chart(null, 'falls'), chart('falls', 'harm')], { harm: six, falls: one! }]
] as const)('%s: six corrections in one chart do not hide the one in the other', (_, charts, corrected) => {
  expect(tellsFew(charts, { ...NOBODY, ...corrected })).toBe(true)
  expect(isRefused(charts, { ...NOBODY, ...corrected })).toBe(true)
  // Six in both are published.
  const enough = Object.fromEntries(Object.keys(corrected).map(cell => [cell, six]))
  expect(isRefused(charts, { ...NOBODY, ...enough })).toBe(false)
})
