import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentileOf, quartileOf, rankOf } from '#domain/figures/ranking.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { averagesOf, sortedValues } from '#domain/figures/statistics.ts'

const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 })

describe('ranking', () => {
  test('1 is the best, ties share a rank and the next one is skipped', () => {
    const sorted = [2, 4, 4, 9]
    expect([9, 4, 2].map(value => rankOf(value, sorted, 'higher', 0))).toEqual([1, 2, 4])
    expect([2, 4, 9].map(value => rankOf(value, sorted, 'lower', 0))).toEqual([1, 2, 4])
    expect([9, 4, 2].map(value => rankOf(value, sorted, 'neutral', 0))).toEqual([1, 2, 4])
    expect(rankOf(5, sorted, 'higher', 0)).toBe(2)
    expect(rankOf(1, [], 'lower', 0)).toBe(1)
  })

  test('values that are shown as equal are equal, whatever their further digits', () => {
    // Shown with one decimal: 5.9, 5.9, 6.0, 6.1. Rounding 6.05 by its digits gives 6.1.
    const sorted = [5.85, 5.94, 5.96, 6.05]
    expect([5.85, 5.94, 6.05, 6.14].map(value => rankOf(value, sorted, 'higher', 1))).toEqual([3, 3, 1, 1])
    expect([5.85, 5.94, 6.05, 6.14].map(value => rankOf(value, sorted, 'lower', 1))).toEqual([1, 1, 4, 4])
    expect([5.9, 6].map(value => percentileOf(value, sorted, 1))).toEqual([25, 62.5])
    expect(rankOf(6.05, sorted, 'lower', 2)).toBe(4)
  })

  test('percentile: strictly below plus half of the equal ones', () => {
    expect(percentileOf(4, [2, 4, 4, 9], 0)).toBe(50)
    expect(percentileOf(10, [2, 4], 0)).toBe(100)
    expect(percentileOf(1, [2, 4], 0)).toBe(0)
    expect(percentileOf(1, [], 0)).toBeNull()
  })

  test('a value on a quartile line belongs to the quarter below it', () => {
    const lines = averagesOf([1, 2, 3, 4, 5])
    expect([1, 2, 2.5, 3, 3.5, 4, 4.5].map(value => quartileOf(value, lines))).toEqual([1, 1, 2, 2, 3, 3, 4])
    expect(quartileOf(3, averagesOf([]))).toBeNull()
  })

  test('agrees with counting', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: -1, max: 31 }), (compared, value) => {
        const sorted = sortedValues(compared)
        const below = compared.filter(other => other < value).length
        const equal = compared.filter(other => other === value).length
        expect(rankOf(value, sorted, 'higher', 0)).toBe(compared.length - below - equal + 1)
        expect(rankOf(value, sorted, 'lower', 0)).toBe(below + 1)
        expect(percentileOf(value, sorted, 0)).toBeCloseTo((100 * (below + equal / 2)) / compared.length, 10)
      })
    )
  })

  test('agrees with counting the figures that are shown', () => {
    const figures = fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(figures, fc.integer({ min: 0, max: 2 }), (compared, decimals) => {
        const [value = 0] = compared
        const sorted = sortedValues(compared)
        const shown = sortedValues(compared.map(one => shownFigure(one, decimals)))
        const own = shownFigure(value, decimals)
        const below = shown.filter(other => other < own).length
        const equal = shown.filter(other => other === own).length
        expect(rankOf(value, sorted, 'lower', decimals)).toBe(below + 1)
        expect(rankOf(value, sorted, 'higher', decimals)).toBe(shown.length - below - equal + 1)
        expect(percentileOf(value, sorted, decimals)).toBeCloseTo(
          (100 * (below + equal / 2)) / shown.length,
          10
        )
      })
    )
  })

  test('a higher value never has a worse rank, percentile or quarter', () => {
    fc.assert(
      fc.property(values, compared => {
        const [sorted, lines] = [sortedValues(compared), averagesOf(compared)]
        sorted.reduce((lower, higher) => {
          expect(rankOf(higher, sorted, 'higher', 0)).toBeLessThanOrEqual(rankOf(lower, sorted, 'higher', 0))
          expect(rankOf(higher, sorted, 'lower', 0)).toBeGreaterThanOrEqual(rankOf(lower, sorted, 'lower', 0))
          expect(percentileOf(higher, sorted, 0)!).toBeGreaterThanOrEqual(percentileOf(lower, sorted, 0)!)
          expect(quartileOf(higher, lines)!).toBeGreaterThanOrEqual(quartileOf(lower, lines)!)
          return higher
        })
      })
    )
  })
})
