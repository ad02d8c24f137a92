// What a supposed figure changes, against an independent calculation: counting, sorting, trying every numerator.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isRatioBasis,
  numeratorOfValue,
  numeratorReaching,
  suppose,
  valueRange,
  type WhatIfBasis
} from '#domain/figures/what-if.ts'
import * as published from '#tests/support/published-formulas.ts'

/** 68 falls in 9,486 bed days. */
const falls: WhatIfBasis = {
  value: (68 / 9486) * 1000,
  numerator: 68,
  denominator: 9486,
  multiplier: 1000,
  decimals: 1,
  direction: 'lower',
  statistic: 'rate',
  others: [4.4, 5.1, 5.68, 6.1, 6.6, 6.9, 7.2, 7.5, 10.4],
  lines: { Q1: 5.68, Median: 6.6, Q3: 7.2 },
  target: 6,
  pooled: { numerator: 544, denominator: 80_000 },
  isRounded: false
}

const changeTo = (basis: WhatIfBasis, numerator: number): Record<string, number | null> =>
  Object.fromEntries(suppose(basis, { numerator }).gaps.map(gap => [gap.line, gap.numeratorChange]))

describe('falls on a ward', () => {
  test('the saved numerator gives the saved value', () => {
    expect(suppose(falls, { numerator: 68 })).toMatchObject({ value: falls.value, rank: 7, rankOf: 10 })
  })

  test('fewer falls move rank, quarter and gaps', () => {
    expect(suppose(falls, { numerator: 53 })).toMatchObject({
      rank: 3,
      quarter: 1,
      percentile: (100 * 2) / 9,
      verdict: { verdict: 'similar', certainty: null }
    })
    expect(suppose(falls, { numerator: 30 }).verdict).toEqual({ verdict: 'better', certainty: 'plainly' })
  })

  test('gaps are counted in falls, and closed once a line is reached', () => {
    expect(changeTo(falls, 68)).toEqual({ Median: -6, Q1: -15, Q3: 0, Target: -12 })
    expect(changeTo(falls, 60)).toEqual({ Median: 0, Q1: -7, Q3: 0, Target: -4 })
    const gap = suppose(falls, { numerator: 60 }).gaps.find(({ line }) => line === 'Target')
    expect(gap).toEqual({ line: 'Target', level: 6, difference: 0.3, isReached: false, numeratorChange: -4 })
  })

  test('a value becomes that of the nearest number of falls', () => {
    const { value, numerator } = suppose(falls, { value: 5.7 })
    expect(numerator).toBe(54)
    expect(value).toBe((54 / 9486) * 1000)
    expect(numeratorOfValue(falls, -3)).toBe(0)
  })
})

describe('what is not known', () => {
  test('without the others’ values there is no rank, but still a quarter, gaps and the own interval', () => {
    const strict = {
      ...falls,
      others: null,
      isRounded: true,
      pooled: null,
      lines: { Q1: 5.7, Median: 6.6, Q3: 7.2 }
    }
    expect(suppose(strict, { numerator: 54 })).toMatchObject({
      rank: null,
      rankOf: null,
      percentile: null,
      quarter: 1,
      verdict: null
    })
    // 54 falls are 5.69, which is shown as 5.7; so are 54.5, if there were such.
    expect(changeTo(strict, 68)).toEqual({ Median: -5, Q1: -14, Q3: 0, Target: -11 })
  })

  test('a share is not more than its whole: a target beyond it is not reached by any numerator', () => {
    const share: WhatIfBasis = {
      ...falls,
      numerator: 9,
      denominator: 10,
      multiplier: 100,
      value: 90,
      direction: 'higher',
      statistic: 'proportion',
      target: 101,
      others: null,
      lines: { Q1: null, Median: null, Q3: null }
    }
    expect(changeTo(share, 9)).toEqual({ Target: null })
    expect(changeTo({ ...share, target: 95 }, 9)).toEqual({ Target: 1 })
    expect(valueRange(share)).toEqual([0, 100])
    expect(numeratorOfValue(share, 130)).toBe(10)
  })

  test('a figure that is no ratio keeps the typed value and has no numerator', () => {
    const count = { ...falls, numerator: null, denominator: null, value: 7 }
    expect(suppose(count, { value: 6.65 })).toMatchObject({ value: 6.65, numerator: null, rank: 6 })
    expect(changeTo(count, 3)).toEqual({ Median: null, Q1: null, Q3: null, Target: null })
  })

  test('amounts change by the decimals that the saved one has', () => {
    const posts: WhatIfBasis = {
      ...falls,
      statistic: 'none',
      numerator: 6.4,
      denominator: 43.2,
      multiplier: 100,
      value: (6.4 / 43.2) * 100,
      target: 8
    }
    const gap = suppose(posts, { numerator: 6.4 }).gaps.find(({ line }) => line === 'Target')
    // 3.4 of 43.2 is 7.9 %, 3.5 would be 8.1 %.
    expect(gap?.numeratorChange).toBe(-3)
  })
})

const basis = fc
  .record({
    numerator: fc.integer({ min: 0, max: 60 }),
    denominator: fc.integer({ min: 1, max: 120 }),
    multiplier: fc.constantFrom(1, 100, 1000, -10),
    decimals: fc.integer({ min: 0, max: 2 }),
    direction: fc.constantFrom('lower' as const, 'higher' as const, 'neutral' as const),
    statistic: fc.constantFrom('rate' as const, 'proportion' as const),
    parts: fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 60, max: 120 })), {
      minLength: 5,
      maxLength: 30
    }),
    target: fc.option(fc.integer({ min: 0, max: 900 })),
    isRounded: fc.boolean()
  })
  .map(({ parts, ...rest }): WhatIfBasis & { numerator: number; denominator: number } => {
    const numerator =
      rest.statistic === 'proportion' ? Math.min(rest.numerator, rest.denominator) : rest.numerator
    const others = parts.map(([n, d]) => (n * rest.multiplier) / d + 0).toSorted((a, b) => a - b)
    const line = (share: number): number => {
      const place = (others.length - 1) * share
      const [below, above] = [others[Math.floor(place)]!, others[Math.ceil(place)]!]
      const level = below + (above - below) * (place - Math.floor(place))
      return rest.isRounded ? rounded(level, rest.decimals) : level
    }
    return {
      ...rest,
      numerator,
      value: (numerator * rest.multiplier) / rest.denominator,
      others,
      lines: { Q1: line(0.25), Median: line(0.5), Q3: line(0.75) },
      pooled: null
    }
  })

/** 0, 1, −1, 2, −2 … */
const outwards = Array.from({ length: 4_001 }, (_, at) => (at % 2 === 1 ? (at + 1) / 2 : -at / 2) + 0)

const valueOf = (
  { denominator, multiplier }: { denominator: number; multiplier: number },
  numerator: number
): number => (numerator * multiplier) / denominator

/** Half up, away from zero, of the decimal digits. */
const rounded = (value: number, decimals: number): number => {
  const exact = Number(value.toPrecision(14))
  return Number(`${Math.sign(exact) * Math.round(Number(`${Math.abs(exact)}e${decimals}`))}e-${decimals}`) + 0
}

describe('generated sets', () => {
  test('rank, percentile and quarter are those that counting gives', () => {
    fc.assert(
      fc.property(basis, fc.integer({ min: 0, max: 80 }), (given, numerator) => {
        const found = suppose(given, { numerator })
        const value = (numerator * given.multiplier) / given.denominator + 0
        expect(found.value).toBe(value)
        const others = given.others!.map(other => rounded(other, given.decimals))
        const shown = rounded(value, given.decimals)
        const better = others.filter(other => (given.direction === 'lower' ? other < shown : other > shown))
        expect(found.rank).toBe(better.length + 1)
        expect(found.rankOf).toBe(others.length + 1)
        const [lower, equal] = [others.filter(one => one < shown), others.filter(one => one === shown)]
        expect(found.percentile).toBeCloseTo((100 * (lower.length + equal.length / 2)) / others.length, 9)
        const compared = given.isRounded ? rounded(value, given.decimals) : value
        const { Q1, Median, Q3 } = given.lines
        const isShownAs = (line: number | null): boolean => shown === rounded(line!, given.decimals)
        const counted = 1 + [Q1, Median, Q3].filter(line => compared > line! + 1e-12 * Math.abs(line!)).length
        const atQ1 = given.direction === 'lower' ? 1 : 2
        const atQ3 = given.direction === 'higher' ? 4 : 3
        expect(found.quarter).toBe(
          isShownAs(Median) ? 'median' : isShownAs(Q1) ? atQ1 : isShownAs(Q3) ? atQ3 : counted
        )
        const best = found.gaps.find(({ line }) => line === (given.direction === 'lower' ? 'Q1' : 'Q3'))
        if (given.direction !== 'neutral' && given.isRounded && best && !isShownAs(Median))
          expect(best.isReached).toBe(found.quarter === (given.direction === 'lower' ? 1 : 4))
      })
    )
  })

  test('the change of a gap is the smallest that reaches the line, found by trying one after the other', () => {
    fc.assert(
      fc.property(basis, given => {
        const reaches = (numerator: number, level: number): boolean => {
          const value = (numerator * given.multiplier) / given.denominator + 0
          const compared = given.isRounded ? rounded(value, given.decimals) : value
          const hair = 1e-12 * Math.abs(level)
          return given.direction === 'lower' ? compared <= level + hair : compared >= level - hair
        }
        const highest = given.statistic === 'proportion' ? given.denominator : 2_000
        for (const gap of suppose(given, { numerator: given.numerator }).gaps) {
          if (given.direction === 'neutral') continue
          const nearest = outwards
            .filter(change => given.numerator + change >= 0 && given.numerator + change <= highest)
            .find(change => reaches(given.numerator + change, gap.level))
          const found = gap.numeratorChange
          // Greater gaps than those tried are not tested.
          if (nearest !== undefined || given.statistic === 'proportion') expect(found).toBe(nearest ?? null)
          expect(gap.isReached).toBe(nearest === 0)
        }
      })
    )
  })

  test('where neither side is better, the numerator is the one that comes nearest', () => {
    fc.assert(
      fc.property(basis, fc.integer({ min: 0, max: 500 }), (given, level) => {
        const neutral = { ...given, direction: 'neutral' as const, isRounded: false }
        const found = numeratorReaching(neutral, neutral.numerator, level)!
        const distance = (numerator: number): number => Math.abs(valueOf(neutral, numerator) - level)
        const highest = given.statistic === 'proportion' ? given.denominator : 60_000
        for (const other of [found - 1, found + 1])
          if (other >= 0 && other <= highest && rounded(valueOf(neutral, found), given.decimals) !== level)
            expect(distance(found)).toBeLessThanOrEqual(distance(other) + 1e-9)
      })
    )
  })

  test('the interval is the published one of the supposed numerator', () => {
    fc.assert(
      fc.property(basis, fc.integer({ min: 0, max: 80 }), (given, wanted) => {
        const numerator = given.statistic === 'proportion' ? Math.min(wanted, given.denominator) : wanted
        const { interval95 } = suppose(given, { numerator })
        const parts = { numerator, denominator: given.denominator, standardDeviation: null }
        const [from, to] = published.interval(given.statistic as 'rate', parts, 95)!
        const ends = [from * given.multiplier, to * given.multiplier].toSorted((a, b) => a - b)
        expect(interval95![0]).toBeCloseTo(ends[0]!, 6)
        expect(interval95![1]).toBeCloseTo(ends[1]!, 6)
        expect(isRatioBasis(given)).toBe(true)
      })
    )
  })
})
