// Leaks that sums and set sizes do not show: figures that are alike, sums left after colluders subtract theirs, quantiles of one organisation
// and ranks of many own values. Each case is one that averages or ranks told before there was a rule.

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blocksAfter, joinBlocks } from '#domain/disclosure/blocks.ts'
import { disclosedSet, isDominated, isUniform, type OwnedFigure } from '#domain/disclosure/disclosure.ts'
import { rankableValues } from '#domain/disclosure/own-ranks.ts'

const MINIMUM = 5
const owned = (...values: number[]): OwnedFigure[] =>
  values.map((value, index) => ({ organisationId: index + 1, value }))

describe('figures that are alike', () => {
  test('all of them at a limit, or nearly all, tell each other', () => {
    expect(isUniform(owned(0, 0, 0, 0, 0, 0), MINIMUM, 1, null)).toBe(true)
    // Four colluders with other figures know the rest from a sum.
    expect(isUniform(owned(0, 0, 0, 3, 4, 5, 6), MINIMUM, 1, null)).toBe(true)
    expect(isUniform(owned(0, 0, 2, 3, 4, 5, 6), MINIMUM, 1, null)).toBe(false)
  })

  test('near 0 or 100 % they count as alike, elsewhere if they are shown alike', () => {
    const nearly = owned(99.1, 99.2, 99.4, 99.6, 99.7, 99.9)
    expect(isUniform(nearly, MINIMUM, 1, 100)).toBe(true)
    expect(isUniform(nearly, MINIMUM, 1, null)).toBe(false)
    expect(isUniform(nearly, MINIMUM, 0, null)).toBe(true)
    expect(isUniform(owned(0.1, 0.2, 0.3, 0.5, 0.8, 1), MINIMUM, 1, 100)).toBe(true)
    expect(isUniform(owned(0.001, 0.002, 0.003, 0.005, 0.008, 0.009), MINIMUM, 3, 1)).toBe(true)
  })

  test('several figures of one organisation do not make a set varied', () => {
    const figures = [
      ...owned(0, 0, 0, 0, 0),
      ...[1, 2, 3, 4, 5, 6].map(value => ({ organisationId: 6, value }))
    ]
    expect(isUniform(figures, MINIMUM, 1, null)).toBe(true)
  })

  test('join another block instead of being told, and all of them if that is not enough', () => {
    const isZero = (block: readonly number[]): boolean => block.every(value => value === 0)
    expect(
      joinBlocks(
        [
          [1, 2, 3],
          [0, 0],
          [4, 5]
        ],
        isZero
      )
    ).toEqual([
      [1, 2, 3, 0, 0],
      [4, 5]
    ])
    expect(joinBlocks([[1, 2], [4]], isZero)).toEqual([[1, 2], [4]])
    const isSmall = (block: readonly number[]): boolean => block.length < 4
    expect(joinBlocks([[1, 2], [3], [4, 5, 6]], isSmall)).toEqual([[1, 2, 3, 4, 5, 6]])
  })
})

describe('blocks that were joined in one edition and are not in another', () => {
  const [a, b, c] = [
    [1, 2],
    [3, 4],
    [5, 6]
  ]
  const divided = [a, b, c]
  const apart = { divided, joined: divided }
  const together = { divided, joined: [[...a, ...b], c] }

  test('stay joined: apart now, one of them could be subtracted from the sum of then', () => {
    expect(blocksAfter(apart, [together])).toEqual([c, [...a, ...b]])
    expect(blocksAfter(together, [together])).toEqual(together.joined)
    expect(blocksAfter(apart, [apart, { divided, joined: [c] }, apart])).toEqual(divided)
  })

  test('are not told once joined: the other could be subtracted as it was told then', () => {
    expect(blocksAfter(together, [apart])).toEqual([c])
    expect(blocksAfter(together, [])).toEqual(together.joined)
  })

  test('are divided as they are if no join is the reason', () => {
    const coarse = { divided: [[...a, ...b], c], joined: [[...a, ...b], c] }
    expect(blocksAfter(apart, [coarse])).toEqual(divided)
    expect(blocksAfter(coarse, [apart])).toEqual(coarse.joined)
  })
})

test('colluders who subtract what they have must not leave a sum that one organisation holds most of', () => {
  const figures = owned(100, 90, 80, 70, 60, 20)
  expect(isDominated(figures, 1)).toBe(false)
  // Without 90, 80, 70 and 60 there are 100 and 20 left.
  expect(isDominated(figures, MINIMUM - 1)).toBe(true)
  expect(isDominated(owned(100, 90, 80, 70, 60, 26), MINIMUM - 1)).toBe(false)
})

describe('quantiles', () => {
  const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 5, maxLength: 40 })

  test('depend on at least the minimum of organisations, whose single figures none of them is', () => {
    fc.assert(
      fc.property(distinct, values => {
        const figures = owned(...values)
        const shown = (of: readonly OwnedFigure[]) => disclosedSet(of, MINIMUM, 9)
        for (const name of ['Median', 'Q1', 'Q3'] as const) {
          const before = shown(figures)[name]
          if (before === null) continue
          const moved = figures.filter(one => {
            // By less than half the distance to the next figure, so that the order stays.
            const after = shown(
              figures.map(other => (other === one ? { ...one, value: one.value + 0.25 } : other))
            )
            return after[name] !== before
          })
          expect(moved.length).toBeGreaterThanOrEqual(MINIMUM)
        }
      }),
      { numRuns: 60 }
    )
  })

  test('take in more values where one organisation has several of them', () => {
    const figures = [1, 2, 3, 4, 50, 60, 70, 80, 90].map((value, index) => ({
      organisationId: index > 2 && index < 6 ? 0 : index,
      value
    }))
    // 4, 50 and 60 are of one organisation: the five values in the middle are of three, seven are of five.
    expect(disclosedSet(figures, MINIMUM, 1).Median).toBe(38.4)
  })

  test('are not told of amounts that few hold most of', () => {
    const figures = owned(1, 2, 3, 4, 5000)
    expect(disclosedSet(figures, MINIMUM, 1)).toMatchObject({ Mean: 1002, Median: 1002 })
    expect(disclosedSet(figures, MINIMUM, 1, { hasMean: false })).toMatchObject({ Mean: null, Median: null })
  })
})

describe('ranks of several own values', () => {
  test('are missing for whoever is next, with others between or none: a missing one would tell that there are some', () => {
    // Shown with one decimal, only others at exactly 12.0 can be between.
    const ranked = (...others: number[]) => [
      ...rankableValues([12, 11.9], owned(13, 10, 9, 8, 7, ...others), MINIMUM, 'higher')
    ]
    expect(ranked()).toEqual([12])
    expect(ranked(12)).toEqual([12])
    expect(ranked(12, 12, 12, 12, 12)).toEqual([12, 11.9])
  })

  test('leave at least the minimum between two of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 6, maxLength: 40 }),
        fc.constantFrom('higher', 'lower', 'neutral'),
        (own, others, direction) => {
          const rankable = rankableValues(own, owned(...others), MINIMUM, direction)
          const ranks = [...rankable].map(
            value => others.filter(other => (direction === 'lower' ? other < value : other > value)).length
          )
          const gaps = ranks
            .toSorted((a, b) => a - b)
            .flatMap((rank, at, all) => (at === 0 ? [] : [rank - all[at - 1]!]))
          expect(gaps.filter(gap => gap < MINIMUM)).toEqual([])
          expect(rankable.size).toBeGreaterThan(0)
        }
      )
    )
  })
})
