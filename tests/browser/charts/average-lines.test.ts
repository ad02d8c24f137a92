// Switching an average changes its own line and the labels of lines, and nothing that is slow to draw.

import { expect, test } from 'vitest'
import { drawRankedBars } from '#browser/charts/kinds/bar-ranked.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext } from '#tests/support/draw-context.ts'

const chartView = chartViewOf(
  chartAnswer({
    values: Array.from({ length: 40 }, (_, index) => (index * 37) % 41),
    chart: { target_value: 55 }
  }),
  PERIOD
)
const drawnWith = (averages: readonly AverageName[]) =>
  drawRankedBars(chartView, { ...drawContext, averages })

/** Parts that plotly redraws alone. Any other change redraws the whole chart. */
const CHEAP = new Set(['text', 'yshift', 'opacity', 'y1'])
const withoutCheap = (items: readonly object[] | undefined) =>
  items?.map(item => Object.fromEntries(Object.entries(item).filter(([key]) => !CHEAP.has(key))))

test.each<readonly AverageName[][]>([
  [
    ['Mean', 'Median', 'Q1'],
    ['Mean', 'Median', 'Q1', 'Q3']
  ],
  [[], ['Mean', 'Median', 'Q1', 'Q3']],
  [['Q1'], ['Mean']]
])('from %o to %o', (before, after) => {
  const [from, to] = [drawnWith(before), drawnWith(after)]
  const { annotations, shapes, ...layout } = to.layout
  const { annotations: formerAnnotations, shapes: formerShapes, ...formerLayout } = from.layout
  expect(to.data).toEqual(from.data)
  expect(layout).toEqual(formerLayout)
  expect(to.stops).toEqual(from.stops)
  expect(withoutCheap(annotations)).toEqual(withoutCheap(formerAnnotations))
  expect(withoutCheap(shapes)).toEqual(withoutCheap(formerShapes))
  const words = annotations?.map(({ text = '' }) => text.replace(/ [\d.]+$/, ''))
  const names = { Mean: 'Mean', Median: 'Median', Q1: 'Lower quartile', Q3: 'Upper quartile' }
  for (const name of ['Mean', 'Median', 'Q1', 'Q3'] as const)
    expect(words?.includes(names[name])).toBe(after.includes(name))
  expect(words).toContain('Target')
  expect(words?.filter(word => word === '39 peers')).toHaveLength(after.length === 0 ? 0 : 1)
})

test('without an average, nothing says how many they are of', () => {
  expect(drawnWith([]).layout.annotations?.map(({ text }) => text)).not.toContain('39 peers')
})
