// What is claimed of a figure beside others, and under pure noise how often, where only averages of others are disclosed.

import { expect, test } from 'vitest'
import { claimQuarter, claimSide, judgeMeasure, type ClaimedFigure } from '#domain/figures/claims.ts'
import { intervalOf, scaleInterval } from '#domain/figures/intervals.ts'
import { quartileOf } from '#domain/figures/ranking.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { averagesOf } from '#domain/figures/statistics.ts'
import { seededRandom } from '#tests/support/noise.ts'

const figure: ClaimedFigure = {
  value: 12,
  numerator: 12,
  denominator: 100,
  multiplier: 100,
  direction: 'lower',
  statistic: 'proportion',
  quarter: 4,
  verdict: null,
  interval95: [7, 19.8]
}
const others = { n: 40, Mean: 10.1, Median: 10, Q1: 9, Q3: 11 }

test('a figure shown as equal to the median is in no quarter, also where the quartile lines are equal', () => {
  const quarterOf = (value: number, values: readonly number[]) => {
    const lines = averagesOf(values)
    return claimQuarter(value, quartileOf(value, lines), lines, { decimal_places: 1, direction: 'lower' })
  }
  expect(quarterOf(0, [0, 0, 0, 0, 0, 4, 9])).toBe('median')
  expect(quarterOf(9.66, [9.62, 9.68, 9.68, 9.72, 9.74, 9.8])).toBe('median')
  expect(quarterOf(4, [0, 0, 0, 0, 0, 3, 3])).toBe(4)
  expect(quarterOf(1, [1, 2, 3, 4, 5])).toBe(1)
})

test('a figure that is shown at a quartile line has reached its better side', () => {
  const lines = { Q1: 8.097, Median: 9.7, Q3: 11.132 }
  const quarters = (direction: 'lower' | 'higher' | 'neutral') =>
    [8.04, 8.06, 8.118, 11.05, 11.149, 11.16].map(value =>
      claimQuarter(value, quartileOf(value, lines), lines, { decimal_places: 1, direction })
    )
  expect(quarters('lower')).toEqual([1, 1, 1, 3, 3, 4])
  expect(quarters('higher')).toEqual([1, 2, 2, 4, 4, 4])
  expect(quarters('neutral')).toEqual([1, 2, 2, 3, 3, 4])
})

test('the verdict decides, and where there is none the own interval must exclude the middle', () => {
  expect(claimSide({ ...figure, verdict: 'worse' }, others)).toBe('worse')
  expect(claimSide({ ...figure, verdict: 'similar' }, others)).toBeNull()
  expect(claimSide(figure, others)).toBeNull()
  const far = { ...figure, value: 30, numerator: 30, interval95: [21.9, 39.6] as const }
  expect(claimSide(far, others)).toBe('worse')
  expect(claimSide({ ...far, direction: 'higher' }, others)).toBe('better')
  expect(claimSide({ ...far, direction: 'neutral' }, others)).toBeNull()
  expect(claimSide({ ...far, quarter: 3 }, others)).toBeNull()
})

test('a quarter alone is never better or worse', () => {
  expect(claimSide({ ...figure, statistic: 'none', interval95: null }, others)).toBeNull()
  expect(claimSide({ ...figure, interval95: null }, others)).toBeNull()
})

test('a measure is better or worse by its verdict, and never by its quarter', () => {
  const tested = { ...figure, verdict: 'worse' as const }
  expect(judgeMeasure(tested, others)).toEqual({ mark: 'worse', isTested: true })
  expect(judgeMeasure({ ...tested, verdict: 'similar' }, others)).toEqual({ mark: 'similar', isTested: true })
  const alone = { ...figure, statistic: 'none' as const, interval95: null }
  expect(judgeMeasure(alone, others)).toEqual({ mark: 'position', isTested: false })
  expect(judgeMeasure({ ...alone, quarter: null }, others)).toEqual({ mark: 'none', isTested: false })
})

test('a measure without a better side is not judged', () => {
  const neutral = { ...figure, direction: 'neutral' as const }
  for (const verdict of ['higher', 'similar', null] as const)
    expect(judgeMeasure({ ...neutral, verdict }, others)).toEqual({ mark: 'position', isTested: false })
})

test('where only averages are disclosed, the own interval is the test', () => {
  expect(judgeMeasure(figure, others)).toEqual({ mark: 'position', isTested: true })
  const far = { ...figure, value: 30, numerator: 30, interval95: [21.9, 39.6] as const }
  expect(judgeMeasure(far, others)).toEqual({ mark: 'worse', isTested: true })
  expect(judgeMeasure(figure, null)).toEqual({ mark: 'position', isTested: false })
})

const ROUNDS = process.env['LONG'] ? 2000 : 120
const bound = 0.025 + 4 * Math.sqrt((0.025 * 0.975) / ROUNDS)
const sizes = [5, 20, 60, 500]
const cells = [0.01, 0.05, 0.2, 0.5, 0.8, 0.99].flatMap(share =>
  sizes.flatMap(own =>
    sizes.flatMap(peer =>
      [12, 40].map(count => ({ statistic: 'proportion' as const, share, own, peer, count }))
    )
  )
)
const rates = [0.02, 0.5, 3].flatMap(share =>
  sizes.flatMap(own =>
    sizes.flatMap(peer => [12, 40].map(count => ({ statistic: 'rate' as const, share, own, peer, count })))
  )
)

/** The shares of own figures that are called better and worse, from the averages that a strict project discloses. */
function claimedShares({ statistic, share, own, peer, count }: (typeof cells | typeof rates)[number]) {
  const random = seededRandom(`${statistic} ${share} ${own} ${peer} ${count}`)
  const found = { better: 0, worse: 0 }
  const drawn = (size: number): number =>
    statistic === 'rate' ? random.poisson(size * share) : random.binomial(size, share)
  for (let round = 0; round < ROUNDS; round += 1) {
    const values = Array.from({ length: count }, () => (100 * drawn(peer)) / peer)
    const rounded = (value: number | null): number | null => (value === null ? null : shownFigure(value, 1))
    const { n, Mean, Median, Q1, Q3 } = averagesOf(values)
    const lines = { n, Mean: rounded(Mean), Median: rounded(Median), Q1: rounded(Q1), Q3: rounded(Q3) }
    const parts = { numerator: drawn(own), denominator: own }
    const value = (100 * parts.numerator) / own
    const side = claimSide(
      {
        ...parts,
        value,
        multiplier: 100,
        direction: 'lower',
        statistic,
        quarter: claimQuarter(value, quartileOf(shownFigure(value, 1), lines), lines, {
          decimal_places: 1,
          direction: 'lower'
        }),
        verdict: null,
        interval95: scaleInterval(intervalOf(statistic, parts, '95')!, 100)
      },
      lines
    )
    if (side !== null) found[side] += 1
  }
  return { better: found.better / ROUNDS, worse: found.worse / ROUNDS }
}

test(
  'under pure noise at most 2.5 % are called better and at most 2.5 % worse, from averages alone',
  { timeout: 600_000 },
  () => {
    const over = [...cells, ...rates].flatMap(cell => {
      const { better, worse } = claimedShares(cell)
      return Math.max(better, worse) > bound ? [{ ...cell, better, worse }] : []
    })
    expect(over).toEqual([])
  }
)
