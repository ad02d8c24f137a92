// Intervals, verdicts, funnel limits and overdispersion: printed values, and the server's results for generated sets against the published formulas,
// calculated independently.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { funnelLimits } from '#domain/figures/funnel.ts'
import { byarInterval, intervalOf, wilsonInterval, zOf } from '#domain/figures/intervals.ts'
import { centralQuantile } from '#domain/figures/t-distribution.ts'
import { seriesOfParts, SHOWN_DECIMALS, type PartsSet } from '#tests/support/compared-series.ts'
import type { Parts } from '#tests/support/published-formulas.ts'
import * as published from '#tests/support/published-formulas.ts'

describe('printed values', () => {
  // Newcombe 1998, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718]
  ])('Wilson, %i of %i', (count, n, lower, upper) => {
    const found = wilsonInterval(count, n, zOf('95'))
    expect(found[0]).toBeCloseTo(lower, 4)
    expect(found[1]).toBeCloseTo(upper, 4)
  })

  test.each([
    [1, '95', 12.7062],
    [2, '95', 4.302653],
    [9, '95', 2.262157],
    [30, '95', 2.042272],
    [120, '95', 1.97993],
    [1000, '95', 1.962339],
    [5, '99.8', 5.89343],
    [29, '99.8', 3.39624]
  ] as const)('Student’s t, %i degrees of freedom at %s %%', (degrees, level, t) => {
    const found = centralQuantile(Number(level) / 100, zOf(level), degrees)
    expect(found).toBeCloseTo(t, 4)
    expect(found).toBeCloseTo(published.studentQuantile(Number(level) / 100, degrees), 6)
  })

  test('Byar’s interval approximates the exact Poisson limits: 10 events, 4.80 to 18.39', () => {
    const [lower, upper] = byarInterval(10, zOf('95'))
    expect(lower).toBeCloseTo(4.79, 1)
    expect(upper).toBeCloseTo(18.39, 1)
  })

  test('there is no interval without a statistic, a whole, or the cases behind a mean', () => {
    const parts = { numerator: 3, denominator: 10, standardDeviation: null }
    expect(intervalOf('none', parts, '95')).toBeNull()
    expect(intervalOf('mean', parts, '95')).toBeNull()
    expect(intervalOf('mean', { ...parts, denominator: 1, standardDeviation: 2 }, '95')).toBeNull()
    expect(intervalOf('proportion', { ...parts, denominator: 0 }, '95')).toBeNull()
    expect(intervalOf('proportion', { ...parts, numerator: 11 }, '95')).toBeNull()
    expect(intervalOf('rate', { ...parts, numerator: -1 }, '95')).toBeNull()
    expect(intervalOf('rate', { ...parts, numerator: null }, '95')).toBeNull()
  })
})

const near =
  (wanted: number) =>
  (found: number): boolean =>
    Math.abs(found - wanted) <=
    1e-9 * Math.max(1e-9, Math.abs(wanted), Math.abs(found)) + 1e-12 * Math.abs(wanted)

describe('funnel limits', () => {
  const small = fc.record({
    statistic: fc.constantFrom('proportion', 'rate'),
    counted: fc.integer({ min: 0, max: 900 }),
    cases: fc.integer({ min: 900, max: 4000 }),
    size: fc.integer({ min: 1, max: 300 }),
    level: fc.constantFrom('95', '99.8')
  })

  test('are between the counts that get a verdict and those that do not', () => {
    fc.assert(
      fc.property(small, ({ statistic, counted, cases, size, level }) => {
        const own = (numerator: number): Parts => ({ numerator, denominator: size, standardDeviation: null })
        for (let count = 0; count <= Math.min(size, counted); count += 1) {
          const others = { ...own(counted - count), denominator: cases - size }
          if (others.numerator > others.denominator) continue
          const mean = others.numerator / others.denominator
          const whole = { numerator: counted, denominator: cases, variance: 0, varianceWeight: 0 }
          const [low, high] = funnelLimits(statistic, { mean, whole }, size, level)!
          expect(low <= mean && mean <= high && low >= 0).toBe(true)
          const side = published.sideOf(statistic, own(count), {
            others: [others],
            own: own(count),
            multiplier: 1,
            decimals: 12
          })!
          const isEnd = statistic === 'proportion' && high === 1
          const isOutside = (!isEnd && count / size >= high) || (low > 0 && count / size <= low)
          expect([count, isOutside]).toEqual([count, Math.abs(side) >= (level === '95' ? 1 : 2)])
        }
      }),
      { numRuns: 150 }
    )
  })

  test('a mean has none, and none is negative', () => {
    const compared = (mean: number) => ({
      mean,
      whole: { numerator: mean * 1000, denominator: 1000, variance: 0, varianceWeight: 0 }
    })
    expect(funnelLimits('mean', compared(5), 10, '95')).toBeNull()
    expect(funnelLimits('rate', compared(0.001), 2, '95')![0]).toBe(0)
    expect(funnelLimits('proportion', compared(0.5), 0, '95')).toBeNull()
  })
})

const sizes = fc.constantFrom(1, 1, 1, 1e-6, 1e9)
const count = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 5000 }),
  fc.constantFrom(0, 1)
)
const member = fc.record({
  numerator: fc.oneof(
    { weight: 9, arbitrary: count },
    { weight: 1, arbitrary: fc.integer({ min: -50, max: -1 }) }
  ),
  denominator: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 9000 }) },
    { weight: 1, arbitrary: fc.constant(0) }
  ),
  standardDeviation: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 4 })
})
const members: fc.Arbitrary<(Parts | null)[]> = fc.oneof(
  fc.array(fc.option(member, { freq: 6 }), { minLength: 1, maxLength: 30 }),
  // All equal, with ties and gaps among them.
  fc
    .tuple(member, fc.integer({ min: 1, max: 20 }))
    .map(([one, times]) => Array.from({ length: times }, () => one)),
  fc.array(
    fc.constantFrom(
      null,
      { numerator: 4, denominator: 50, standardDeviation: 3 },
      { numerator: 9, denominator: 50, standardDeviation: 3 }
    ),
    { minLength: 2, maxLength: 20 }
  )
)
const dataSet: fc.Arbitrary<PartsSet> = fc
  .record({
    statistic: fc.constantFrom('proportion', 'rate', 'mean'),
    direction: fc.constantFrom('higher', 'lower', 'neutral'),
    multiplier: fc.constantFrom(1, 100, 1000, -1),
    members,
    size: sizes
  })
  .map(({ size, members: raw, ...rest }) => ({
    ...rest,
    members: raw.map(
      one =>
        one && {
          numerator: one.numerator * size,
          denominator: one.denominator * size,
          standardDeviation: one.standardDeviation
        }
    )
  }))

const words = {
  higher: ['worse', 'worse', 'similar', 'better', 'better'],
  lower: ['better', 'better', 'similar', 'worse', 'worse'],
  neutral: ['lower', 'lower', 'similar', 'higher', 'higher']
} as const
const certainties = ['plainly', 'probably', null, 'probably', 'plainly'] as const
const names = ['plainly_lower', 'probably_lower', 'similar', 'probably_higher', 'plainly_higher'] as const

test('the server’s results for a set agree with the published formulas', () => {
  let compared = 0
  fc.assert(
    fc.property(dataSet, set => {
      const { statistic, direction, multiplier } = set
      const series = seriesOfParts(set)
      // The first member is the own submission, which is not part of its comparison.
      const others = set.members.slice(1).filter(one => one !== null && one.denominator !== 0)
      const mean =
        others.length < 5
          ? null
          : published.pooled(
              statistic,
              others.map(one => one!)
            )
      const shown = series.averages.find(one => one.basis === 'filtered')!.pooled
      if (mean === null) expect(shown).toBeNull()
      else {
        expect(shown!.mean).toSatisfy(near(mean * multiplier))
        const spread = published.dispersion(
          statistic,
          others.map(one => one!),
          mean
        )
        if (spread === null) expect(shown!.dispersion).toBeNull()
        else expect(Math.abs(shown!.dispersion! - spread)).toBeLessThanOrEqual(1e-6 * Math.max(1e-6, spread))
      }
      const flip = multiplier < 0 ? -1 : 1
      const counted = {
        plainly_lower: 0,
        probably_lower: 0,
        similar: 0,
        probably_higher: 0,
        plainly_higher: 0
      }
      set.members.forEach((one, at) => {
        const value = series.values.find(candidate => candidate.submission_id === at + 1)!
        if (one === null || value.value === null) {
          expect([value.interval_95, value.interval_998, value.verdict]).toEqual([null, null, null])
          return
        }
        for (const [level, found] of [
          [95, value.interval_95],
          [99.8, value.interval_998]
        ] as const) {
          const wanted = published.interval(statistic, one, level)
          if (wanted === null) expect(found).toBeNull()
          else {
            const ends = wanted.map(end => end * multiplier).toSorted((a, b) => a - b)
            const reach = Math.abs(ends[1]! - ends[0]!) + Math.abs(ends[0]!) + Math.abs(ends[1]!)
            expect(Math.abs(found![0] - ends[0]!)).toBeLessThanOrEqual(1e-6 * reach)
            expect(Math.abs(found![1] - ends[1]!)).toBeLessThanOrEqual(1e-6 * reach)
            expect(found![0] <= value.value + 1e-9 * reach && value.value <= found![1] + 1e-9 * reach).toBe(
              true
            )
          }
        }
        const where =
          mean === null
            ? null
            : published.sideOf(statistic, one, {
                others: others.map(other => other!),
                own: set.members[0] ?? null,
                multiplier,
                decimals: SHOWN_DECIMALS
              })
        if (where === null) expect([value.verdict, value.certainty]).toEqual([null, null])
        else {
          const index = where * flip + 2
          expect(value.verdict).toBe(words[direction][index])
          expect(value.certainty).toBe(certainties[index])
          if (at > 0) counted[names[index]!] += 1
          compared += 1
        }
      })
      if (shown !== null) expect(shown.positions).toEqual(counted)
    }),
    { numRuns: 400 }
  )
  expect(compared).toBeGreaterThan(1000)
})
