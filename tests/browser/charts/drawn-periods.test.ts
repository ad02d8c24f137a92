// The data for plotly of trends and control charts, against the raw values of the periods.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import type { ChartFigure } from '#browser/charts/view/figure.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import { chartAnswer } from '#tests/support/chart-reply.ts'
import { breakable, drawContext, stopTexts } from '#tests/support/draw-context.ts'
import {
  expectClose,
  expectSame,
  meanOf,
  MINIMUM,
  quantile,
  traces,
  type Trace
} from '#tests/support/raw-figures.ts'

const tenths = fc.integer({ min: -500, max: 5000 }).map(one => one / 10)
const periodValues = fc.array(fc.option(tenths, { freq: 6 }), { minLength: 9, maxLength: 9 })

function drawPeriods(output: 'trend' | 'control', periods: readonly (number | null)[][]): ChartFigure {
  const [values = [], ...earlier] = periods
  const answer = chartAnswer({ values, earlier, output, chart: { unit: '' } })
  return drawFigure(chartViewOf(answer, answer.time_periods[0]!.time_period_id), drawContext)
}

test('trend: the own value and the averages of the others, period by period, oldest first', () => {
  fc.assert(
    fc.property(fc.array(periodValues, { minLength: 1, maxLength: 10 }), periods => {
      const oldestFirst = periods.toReversed()
      const [q1, q3, median, mean, own] = traces(drawPeriods('trend', periods))
      expect(own!.y).toEqual(oldestFirst.map(([first]) => first))
      const others = oldestFirst.map(([, ...rest]) => rest.filter(value => value !== null))
      const checkLine = (line: Trace, average: (values: number[]) => number): void =>
        others.forEach((values, at) => {
          if (values.length < MINIMUM) expect(line.y[at]).toBeNull()
          else expectClose(line.y[at]!, average(values))
        })
      checkLine(q1!, values => quantile(values, 0.25))
      checkLine(q3!, values => quantile(values, 0.75))
      checkLine(median!, values => quantile(values, 0.5))
      checkLine(mean!, meanOf)
    }),
    { numRuns: 200 }
  )
})

test('trend: periods without lines are named with the reason that the hover gives', () => {
  const answer = chartAnswer({
    values: [9, 1, 2, 3, 4, 5],
    earlier: [
      [8, 1, 2, 3, 4, 5],
      [7, 1],
      [6, 1]
    ],
    output: 'trend'
  })
  const view = chartViewOf(answer, answer.time_periods[0]!.time_period_id)
  const drawn = (history: ChartView['history']) => {
    const figure = drawFigure({ ...view, history }, drawContext)
    const notes = (figure.layout.annotations ?? []).map(one => breakable(one.text ?? ''))
    return { note: notes.find(text => text.startsWith('No lines')), stops: stopTexts(figure) }
  }
  const names = view.history.map(({ period }) => period.time_period_name)
  expect(drawn(view.history).note).toBe(`No lines of peers in ${names[0]}, ${names[1]} (too few)`)
  const withLast = (last: Partial<ChartAverages>) =>
    view.history.map((moment, at) =>
      at < view.history.length - 1 ? moment : { ...moment, averages: { ...moment.averages!, ...last } }
    )
  const unpublished = drawn(withLast({ n: null, Mean: null, Median: null, absence: 'not_published' }))
  expect(unpublished.note).toBe(
    `No lines of peers in ${names[0]}, ${names[1]} (too few), ${names[3]} (not published yet)`
  )
  expect(unpublished.stops.at(-1)).toContain('peers: not published yet')
  const withoutMedian = drawn(withLast({ Median: null }))
  expect(withoutMedian.note).toBe(drawn(view.history).note)
  expect(withoutMedian.stops.at(-1)).toContain('median not shown, n 5')
})

test('control chart: the own values between limits of 2.66 mean moving ranges, and a gap where one is missing', () => {
  fc.assert(
    fc.property(fc.array(fc.option(tenths, { freq: 9 }), { minLength: 10, maxLength: 16 }), newestFirst => {
      const all = newestFirst.toReversed()
      const known = all.filter(value => value !== null)
      fc.pre(known.length >= 8)
      const [lower, upper, middle, points] = traces(
        drawPeriods(
          'control',
          newestFirst.map(value => [value])
        )
      )
      const mean = meanOf(known)
      const ranges = known.slice(1).map((value, at) => Math.abs(value - known[at]!))
      // 3 ÷ 1.128, the usual factor, is 2.66.
      const reach = 2.66 * meanOf(ranges)
      const slack = 1e-3 * Math.max(1, reach)
      expectSame(
        middle!.y,
        known.map(() => mean)
      )
      for (const [at] of known.entries()) {
        expect(Math.abs(lower!.y[at]! - (mean - reach))).toBeLessThan(slack)
        expect(Math.abs(upper!.y[at]! - (mean + reach))).toBeLessThan(slack)
      }
      const [first, last] = [
        all.findIndex(value => value !== null),
        all.findLastIndex(value => value !== null)
      ]
      expect(points!.y).toEqual(all.slice(first, last + 1))
      const outside = known.filter(
        value => value > mean + reach + slack || value < mean - reach - slack
      ).length
      const diamonds = points!.marker.symbol.filter(symbol => symbol === 'diamond').length
      expect(diamonds).toBeGreaterThanOrEqual(outside)
    }),
    { numRuns: 200 }
  )
})
