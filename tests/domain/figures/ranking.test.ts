import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentileOf, quartileOf, rankOf } from '#domain/figures/ranking.ts'
import { averagesOf, sortedValues } from '#domain/figures/statistics.ts'

const values = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 })

describe('ranking', () => {
  test('1 is the best, ties share a rank and the next one is skipped', () => {
    const sorted = [2, 4, 4, 9]
    expect([9, 4, 2].map(value => rankOf(value, sorted, 'higher'))).toEqual([1, 2, 4])
    expect([2, 4, 9].map(value => rankOf(value, sorted, 'lower'))).toEqual([1, 2, 4])
    expect([9, 4, 2].map(value => rankOf(value, sorted, 'neutral'))).toEqual([1, 2, 4])
    expect(rankOf(5, sorted, 'higher')).toBe(2)
    expect(rankOf(1, [], 'lower')).toBe(1)
  })

  test('percentile: strictly below plus half of the equal ones', () => {
    expect(percentileOf(4, [2, 4, 4, 9])).toBe(50)
    expect(percentileOf(10, [2, 4])).toBe(100)
    expect(percentileOf(1, [2, 4])).toBe(0)
    expect(percentileOf(1, [])).toBeNull()
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
        expect(rankOf(value, sorted, 'higher')).toBe(compared.length - below - equal + 1)
        expect(rankOf(value, sorted, 'lower')).toBe(below + 1)
        expect(percentileOf(value, sorted)).toBeCloseTo((100 * (below + equal / 2)) / compared.length, 10)
      })
    )
  })

  test('a higher value never has a worse rank, percentile or quarter', () => {
    fc.assert(
      fc.property(values, compared => {
        const [sorted, lines] = [sortedValues(compared), averagesOf(compared)]
        sorted.reduce((lower, higher) => {
          expect(rankOf(higher, sorted, 'higher')).toBeLessThanOrEqual(rankOf(lower, sorted, 'higher'))
          expect(rankOf(higher, sorted, 'lower')).toBeGreaterThanOrEqual(rankOf(lower, sorted, 'lower'))
          expect(percentileOf(higher, sorted)!).toBeGreaterThanOrEqual(percentileOf(lower, sorted)!)
          expect(quartileOf(higher, lines)!).toBeGreaterThanOrEqual(quartileOf(lower, lines)!)
          return higher
        })
      })
    )
  })
})
