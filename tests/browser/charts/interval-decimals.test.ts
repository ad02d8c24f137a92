// An interval is written with enough decimals to exclude what it excludes, wherever it is shown.

import { expect, test } from 'vitest'
import { drawFigure } from '#browser/charts/drawings.ts'
import { ownFigures } from '#browser/charts/own-figures.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext, stopTexts } from '#tests/support/draw-context.ts'
import { partsAnswer } from '#tests/support/parts-reply.ts'

test('an interval that excludes the mean has as many decimals under the pointer as beside the own figure', () => {
  const intervals = Array.from({ length: 50 }, (_, more) => {
    const view = chartViewOf(
      partsAnswer({
        statistic: 'rate',
        multiplier: 1000,
        parts: [
          [60 + more, 9000],
          [96, 7200],
          [20, 11_000],
          [60, 9000],
          [55, 8000],
          [70, 10_000],
          [48, 7000]
        ],
        names: ['Ward 4B', 'Ward 7', 'Ward 12', 'A', 'B', 'C', 'D'],
        chart: { chart_name: 'All falls', unit: 'falls', direction: 'lower', decimal_places: 0 },
        output: 'bar_ranked'
      }),
      PERIOD
    )
    const { text = '' } = ownFigures(view).find(({ key }) => key === 'interval') ?? {}
    const stops = stopTexts(drawFigure(view, drawContext))
    expect(stops.filter(stop => stop.includes(`95% interval ${text},`))).not.toEqual([])
    return text
  })
  expect(intervals.filter(text => text.includes('.'))).not.toEqual([])
})
