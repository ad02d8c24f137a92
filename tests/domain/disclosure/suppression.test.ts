import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  symmetricDifferenceSize,
  suppressedSets,
  type SuppressibleSet
} from '#domain/disclosure/suppression.ts'
import { seriesOfParts } from '#tests/support/compared-series.ts'

const range = (from: number, to: number): Set<number> =>
  new Set(Array.from({ length: to - from }, (_, i) => from + i))
const sets = (...members: Set<number>[]): SuppressibleSet<number>[] =>
  members.map((set, key) => ({ key, members: set }))

describe('suppression', () => {
  test('a set below the minimum is held back', () => {
    expect([...suppressedSets(sets(range(0, 5), range(10, 14)), 5)]).toEqual([1])
  })

  test('a set that differs from a shown one by fewer than the minimum is held back, the same set is not', () => {
    expect([...suppressedSets(sets(range(0, 20), range(0, 19), range(0, 15), range(0, 20)), 5)]).toEqual([1])
  })

  test('everyone less the north less the south would disclose two', () => {
    expect([...suppressedSets(sets(range(0, 22), range(0, 10), range(10, 20)), 5)]).toEqual([2])
    expect([...suppressedSets(sets(range(0, 25), range(0, 10), range(10, 20)), 5)]).toEqual([])
  })

  test('no shown set and no pair of shown sets discloses fewer than the minimum', () => {
    const member = fc.integer({ min: 0, max: 24 })
    const someSets = fc.array(fc.uniqueArray(member, { maxLength: 25 }), { maxLength: 7 })
    fc.assert(
      fc.property(someSets, fc.integer({ min: 1, max: 8 }), (lists, minimum) => {
        const all = sets(...lists.map(list => new Set(list)))
        const hidden = suppressedSets(all, minimum)
        const shown = all.filter(set => !hidden.has(set.key))
        for (const a of shown) {
          expect(a.members.size).toBeGreaterThanOrEqual(minimum)
          for (const b of shown) {
            const difference = symmetricDifferenceSize(a.members, b.members)
            expect(difference === 0 || difference >= minimum).toBe(true)
          }
        }
        const widest = all[0]
        if (widest && widest.members.size >= minimum) expect(hidden.has(0)).toBe(false)
      })
    )
  })
})

test('other units of the own organisation are in the comparison, but do not count towards the minimum', () => {
  const averagesWith = (organisations: readonly number[]) =>
    seriesOfParts({
      statistic: 'rate',
      direction: 'lower',
      multiplier: 1,
      members: organisations.map((_, at) => ({ numerator: at, denominator: 1, standardDeviation: null })),
      organisations
    }).averages[0]!
  expect(averagesWith([1, 1, 2, 3, 4, 5])).toMatchObject({ is_suppressed: true, Mean: null })
  expect(averagesWith([1, 1, 2, 3, 4, 5, 6])).toMatchObject({ is_suppressed: false, n: 6, Mean: 3.5 })
})
