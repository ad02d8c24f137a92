import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { binOf, binsOf } from '#domain/figures/bins.ts'
import { averagesOf, mean, quantile, sortedValues } from '#domain/figures/statistics.ts'

// Results of R's quantile(x, type = 7) and mean(x). `mpg` is the column of R's own data set mtcars.
const mpg = [
  21, 21, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 32.4,
  30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4
]
const table: [name: string, values: number[], Q1: number, Median: number, Q3: number, Mean: number][] = [
  ['one value', [7], 7, 7, 7, 7],
  ['two values', [1, 2], 1.25, 1.5, 1.75, 1.5],
  ['three values', [3, 1, 2], 1.5, 2, 2.5, 2],
  ['1:4', [4, 3, 2, 1], 1.75, 2.5, 3.25, 2.5],
  ['1:10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3.25, 5.5, 7.75, 5.5],
  ['even count', [7, 15, 36, 39, 40, 41], 20.25, 37.5, 39.75, 29.666666666666668],
  ['odd count', [6, 7, 15, 36, 39, 40, 41, 42, 43, 47, 49], 25.5, 40, 42.5, 33.18181818181818],
  ['58:72', Array.from({ length: 15 }, (_, i) => 58 + i), 61.5, 65, 68.5, 65],
  ['mtcars$mpg', mpg, 15.425, 19.2, 22.8, 20.090625],
  ['ties', [5, 5, 5, 5, 1, 9], 5, 5, 5, 5],
  ['negative', [-3.5, -1.25, 0, 2.75], -1.8125, -0.625, 0.6875, -0.5]
]

const measurements = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), {
  minLength: 1,
  maxLength: 60
})

describe('averages', () => {
  test.each(table)('%s: as R’s type 7', (_, values, Q1, Median, Q3, Mean) => {
    const averages = averagesOf(values)
    expect(averages.n).toBe(values.length)
    expect(averages.Q1).toBeCloseTo(Q1, 11)
    expect(averages.Median).toBeCloseTo(Median, 11)
    expect(averages.Q3).toBeCloseTo(Q3, 11)
    expect(averages.Mean).toBeCloseTo(Mean, 11)
  })

  test('missing values do not count, and an empty set has no averages', () => {
    expect(averagesOf([null, 4, undefined, Number.NaN, 0])).toMatchObject({ n: 2, Mean: 2, minimum: 0 })
    expect(averagesOf([null])).toEqual({
      n: 0,
      Mean: null,
      Median: null,
      Q1: null,
      Q3: null,
      minimum: null,
      maximum: null
    })
  })

  test('the mean does not lose small values beside large ones', () => {
    expect(mean(sortedValues([1e16, 1, -1e16, 1]))).toBe(0.5)
    expect(mean([0.1, 0.1, 0.1])).toBe(0.1)
    expect(mean([1e308, 1e308])).toBe(1e308)
  })

  test('minimum ≤ Q1 ≤ Median ≤ Q3 ≤ maximum, the mean between, in any order', () => {
    fc.assert(
      fc.property(measurements, values => {
        const { minimum, Q1, Median, Q3, maximum, Mean } = averagesOf(values)
        const inOrder = [minimum, Q1, Median, Q3, maximum] as number[]
        inOrder.reduce(
          (lower, upper) => (expect(upper).toBeGreaterThanOrEqual(lower - Math.abs(lower) * 1e-12), upper)
        )
        expect(Mean).toBeGreaterThanOrEqual(minimum!)
        expect(Mean).toBeLessThanOrEqual(maximum!)
        expect(averagesOf(values.toReversed())).toEqual(averagesOf(values))
      })
    )
  })

  test('−0 is 0', () => {
    expect(averagesOf([-0, 0])).toEqual(averagesOf([0, -0]))
    expect(averagesOf([-0]).Mean).toBe(0)
  })

  test('a quantile is the value at (n − 1)p, interpolated between its neighbours', () => {
    fc.assert(
      fc.property(measurements, fc.double({ noNaN: true, min: 0, max: 1 }), (values, p) => {
        const sorted = sortedValues(values)
        const position = (sorted.length - 1) * p
        const [below, above] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!]
        const expected = below * (1 - (position % 1)) + above * (position % 1)
        expect(Math.abs(quantile(sorted, p)! - expected)).toBeLessThanOrEqual(
          1e-9 * Math.max(1, Math.abs(below), Math.abs(above))
        )
      })
    )
  })
})

test('bins count each value once, and their range includes the own value', () => {
  fc.assert(
    fc.property(measurements, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (values, own) => {
      const { edges, counts } = binsOf(sortedValues(values), sortedValues([own]))
      expect(edges).toHaveLength(counts.length + 1)
      const found = counts.map(() => 0)
      for (const value of values) found[binOf(value, { edges })]! += 1
      expect(counts).toEqual(found)
      for (const value of [...values, own]) {
        const at = binOf(value, { edges })
        expect(value).toBeGreaterThanOrEqual(edges[at]!)
        expect(value).toBeLessThanOrEqual(edges[at + 1]!)
      }
    })
  )
  expect(binsOf([])).toEqual({ edges: [], counts: [] })
  expect(binsOf([0, 1, 1, 2, 4])).toEqual({ edges: [0, 1, 2, 3, 4], counts: [1, 2, 1, 1] })
})
