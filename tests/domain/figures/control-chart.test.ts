// Control limits and signals against the published formulas, calculated independently.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { controlChart, type ControlFigure } from '#domain/figures/control-chart.ts'
import { ratioOf } from '#domain/figures/decimals.ts'

const single = (values: readonly number[]): ControlFigure[] =>
  values.map(value => ({ value, numerator: null, denominator: null }))

describe('single figures', () => {
  test('limits are the mean ± 2.66 mean moving ranges', () => {
    const values = [12, 15, 11, 14, 13, 16, 12, 14, 13, 15]
    const ranges = [3, 4, 3, 1, 3, 4, 2, 1, 2]
    const mean = 135 / 10
    const reach = 2.66 * (ranges.reduce((sum, range) => sum + range, 0) / 9)
    const chart = controlChart(single(values), 'none', 1)!
    expect([chart.method, chart.mean]).toEqual(['XmR', mean])
    expect(chart.points[0]!.upper).toBeCloseTo(mean + reach, 1)
    expect(chart.points[9]!.lower).toBeCloseTo(mean - reach, 1)
    expect(chart.points.flatMap(point => point.signals)).toEqual([])
  })

  test('fewer than eight figures have no chart', () => {
    expect(controlChart(single([1, 2, 3, 4, 5, 6, 7]), 'none', 1)).toBeNull()
    expect(controlChart(single([1, 2, 3, 4, 5, 6, 7, 8]), 'none', 1)).not.toBeNull()
  })

  test('all equal: the limits are the mean, and there is no signal', () => {
    const chart = controlChart(single(Array.from({ length: 9 }, () => 4)), 'none', 1)!
    expect(
      chart.points.every(({ lower, upper, signals }) => lower === 4 && upper === 4 && signals.length === 0)
    ).toBe(true)
  })

  test('equal figures have no signal, whatever their rounding errors', () => {
    const sizes = fc.tuple(fc.integer({ min: -9999, max: 9999 }), fc.nat(3))
    fc.assert(
      fc.property(sizes, fc.integer({ min: 8, max: 24 }), ([units, decimals], count) => {
        const value = Number(`${units}e-${decimals}`)
        const chart = controlChart(single(Array.from({ length: count }, () => value)), 'none', 1)!
        expect(chart.points.flatMap(point => point.signals)).toEqual([])
      })
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 60, max: 400 }),
        fc.constantFrom('proportion', 'rate'),
        fc.constantFrom(1, 100, 1000, -10),
        (numerator, denominator, statistic, multiplier) => {
          const figures = Array.from({ length: 12 }, (_, at) => ({
            value: ratioOf(numerator * (1 + (at % 3)), denominator * (1 + (at % 3)), multiplier),
            numerator: numerator * (1 + (at % 3)),
            denominator: denominator * (1 + (at % 3))
          }))
          const chart = controlChart(figures, statistic, multiplier)!
          expect(chart.points.flatMap(point => point.signals)).toEqual([])
        }
      )
    )
  })

  test('one figure far out is above the limit', () => {
    const chart = controlChart(single([5, 6, 5, 6, 5, 6, 5, 6, 5, 30]), 'none', 1)!
    const isBeyond = chart.points.map(({ signals }) => signals.includes('above') || signals.includes('below'))
    expect(isBeyond).toEqual([...Array.from({ length: 9 }, () => false), true])
  })

  test('eight in a row on one side of the mean are a shift; a figure on the mean does not end it', () => {
    const chart = controlChart(
      single([9, 9.2, 9.1, 9.3, 9, 9.2, 9.1, 9.2, 11, 11.2, 10.9, 11.1, 11, 11.2, 11.1, 11]),
      'none',
      1
    )!
    expect(chart.points.every(point => point.signals.includes('shift'))).toBe(true)
    const seven = controlChart(single([9, 11, 9, 11, 9, 9, 9, 9, 9, 9, 9, 13, 13, 13, 13]), 'none', 1)!
    expect(seven.points.some(point => point.signals.includes('shift'))).toBe(false)
  })

  test('six in a row that rise are a trend; a tie ends it', () => {
    const trendAt = (values: number[]): number[] =>
      controlChart(single(values), 'none', 1)!.points.flatMap((point, at) =>
        point.signals.includes('trend') ? [at] : []
      )
    expect(trendAt([5, 4, 1, 2, 3, 4, 5, 6, 2, 3])).toEqual([2, 3, 4, 5, 6, 7])
    expect(trendAt([5, 4, 1, 2, 3, 3, 4, 5, 2, 3])).toEqual([])
    expect(trendAt([3, 2, 9, 8, 7, 6, 5, 4, 6, 3])).toEqual([2, 3, 4, 5, 6, 7])
  })
})

/** Laney 2002, step by step: z values, their moving ranges, and limits at three σ of each period times the spread of z. */
function laney(parts: readonly (readonly [count: number, of: number])[], isShare: boolean) {
  let [counts, whole] = [0, 0]
  for (const [count, of] of parts) [counts, whole] = [counts + count, whole + of]
  const mean = counts / whole
  const sigma = parts.map(([, of]) => Math.sqrt((isShare ? mean - mean ** 2 : mean) / of))
  const z = parts.map(([count, of], at) => (sigma[at] === 0 ? 0 : (count / of - mean) / sigma[at]!))
  let moved = 0
  for (let at = 1; at < z.length; at++) moved += Math.abs(z[at]! - z[at - 1]!)
  const spread = moved / (z.length - 1) / 1.128
  return { mean, limits: sigma.map(one => [mean - 3 * one * spread, mean + 3 * one * spread] as const) }
}

test('proportions take p′ and rates u′ limits, within what is possible', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 90_000 })), {
        minLength: 8,
        maxLength: 20
      }),
      fc.constantFrom('proportion', 'rate'),
      fc.constantFrom(1, 100, 1000),
      (parts, statistic, multiplier) => {
        const figures = parts.map(([numerator, denominator]) => ({
          value: (numerator / denominator) * multiplier,
          numerator,
          denominator
        }))
        const chart = controlChart(figures, statistic, multiplier)!
        const wanted = laney(parts, statistic === 'proportion')
        expect(chart.method).toBe(statistic === 'proportion' ? 'p′' : 'u′')
        expect(chart.mean).toBeCloseTo(wanted.mean * multiplier, 8)
        chart.points.forEach(({ lower, upper, signals }, at) => {
          const [low, high] = wanted.limits[at]!
          expect(lower).toBeCloseTo(Math.max(0, low) * multiplier, 7)
          expect(upper).toBeCloseTo((statistic === 'proportion' ? Math.min(1, high) : high) * multiplier, 7)
          expect(signals.includes('above')).toBe(figures[at]!.value > upper)
          expect(signals.includes('below')).toBe(figures[at]!.value < lower)
        })
      }
    ),
    { numRuns: 300 }
  )
})

test('if one count is impossible, the chart is of single figures', () => {
  const figures = Array.from({ length: 8 }, (_, at) => ({
    value: at,
    numerator: at,
    denominator: at === 3 ? 2 : 10
  }))
  expect(controlChart(figures, 'proportion', 1)!.method).toBe('XmR')
})
