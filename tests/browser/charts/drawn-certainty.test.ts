// The drawn funnel plot and the texts on overdispersion, against the published formulas.

import { describe, expect, test } from 'vitest'
import { spreadText } from '#browser/charts/words/claims.ts'
import type { PartsSet } from '#tests/support/compared-series.ts'
import { dispersion, interval, type Parts } from '#tests/support/published-formulas.ts'
import {
  checkSets,
  draw,
  expectClose,
  expectSame,
  recompute,
  sidesOf,
  symbolOf,
  traces,
  viewOf
} from '#tests/support/raw-figures.ts'

const RUNS = 100

describe.each(['proportion', 'rate'] as const)('%s', statistic => {
  const check = (property: (set: PartsSet) => void): void => checkSets(statistic, RUNS, property)

  test('funnel: each point in its place, with its verdict, between limits whose intervals exclude the mean', () => {
    check(set => {
      const expected = recompute(set)
      const figure = draw('funnel', set)
      const mean = expected.pooledMean
      if (mean === null) return
      const [lower998, upper998, lower95, upper95, middle, points] = traces(figure)
      expectClose(middle!.y[0]!, mean * set.multiplier)
      const sides = sidesOf(set, expected)
      const usable = expected.known
        .map((one, at) => ({ ...one, side: sides[at]! }))
        .filter(({ parts }) => interval(statistic, parts, 95) !== null)
      const drawn = points!.x
        .map((x, at) => [x, points!.y[at]!, points!.marker.symbol[at]!] as const)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
      const wanted = usable
        .map(({ parts, value, side }) => [parts.denominator, value, symbolOf(side, set.direction)] as const)
        .toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
      expectSame(
        drawn.map(([, y]) => y),
        wanted.map(([, y]) => y)
      )
      expect(drawn.map(([x, , symbol]) => [x, symbol])).toEqual(wanted.map(([x, , symbol]) => [x, symbol]))
      for (const [line, level, end] of [
        [lower95!, 95, 1],
        [upper95!, 95, 0],
        [lower998!, 99.8, 1],
        [upper998!, 99.8, 0]
      ] as const)
        for (const at of [0, 30, 60])
          checkLimit(set, mean, line.x[at]!, line.y[at]! / set.multiplier, level, end)
    })
  })
})

describe.each(['proportion', 'rate', 'mean'] as const)('%s', statistic => {
  const check = (property: (set: PartsSet) => void): void => checkSets(statistic, RUNS, property)

  test('overdispersion is stated if and only if there is some', () => {
    check(set => {
      const { pooledMean } = recompute(set)
      const shown = viewOf(set).comparison.averages?.pooled ?? null
      expect(shown === null).toBe(pooledMean === null)
      if (shown === null || pooledMean === null) return
      const members = set.members.slice(1).filter((parts): parts is Parts => parts !== null)
      const expected = dispersion(statistic, members, pooledMean)
      expect(shown.dispersion === null).toBe(expected === null)
      if (expected !== null)
        expect(Math.abs(shown.dispersion! - expected)).toBeLessThanOrEqual(1e-6 * Math.max(1, expected))
    })
  })
})

describe('the sentence about the spread', () => {
  const pooled = (factor: number, outside: number) => ({
    mean: 20_000,
    n: 30,
    numerator: 6_000_000,
    denominator: 300,
    positions: { similar: 30 - outside, plainly_lower: outside },
    dispersion: factor,
    is_over_dispersed: factor > 1.5
  })

  test('says what share of the variation chance explains, never how many thousand times the spread is', () => {
    expect(spreadText(pooled(2.5, 5))).toBe(
      'Chance explains about 40% of their variation (over-dispersion): read a point just outside as a question, not as a verdict.'
    )
    expect(spreadText(pooled(3512.4, 28))).toBe(
      'Chance explains less than 1% of their variation (over-dispersion). Most lie outside limits that allow for chance alone, so compare with the median instead.'
    )
    // One far away is no reason to distrust the limits.
    expect(spreadText(pooled(3512.4, 1))).toMatch(
      /^Chance explains less than 1% .*: read a point just outside/
    )
    expect(spreadText(pooled(1.1, 2))).toBe('Their spread is no more than chance explains.')
  })
})

/** The interval of a figure on a limit does not reach beyond the mean, unless the limit is the end of the possible figures. */
function checkLimit(
  { statistic }: PartsSet,
  mean: number,
  denominator: number,
  limit: number,
  level: 95 | 99.8,
  end: 0 | 1
): void {
  const isAtEnd = limit <= 1e-12 || (statistic === 'proportion' && limit >= 1 - 1e-12)
  if (isAtEnd) return
  const numerator = limit * denominator
  const found = interval(statistic, { numerator, denominator, standardDeviation: null }, level)
  expect(found).not.toBeNull()
  const beyond = end === 1 ? mean - found![end] : found![end] - mean
  expect(beyond).toBeGreaterThanOrEqual(-1e-6 * Math.max(mean, 1e-9))
}
