import { expect, test } from 'vitest'
import { drawStackedBars } from '#browser/charts/kinds/stacked.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartSeries } from '#contract/chart-data.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext, stopTexts } from '#tests/support/draw-context.ts'

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 0, 5]

test('a composition states n of each mean if some lack a part', () => {
  const answer = chartAnswer({ values, output: 'stacked', seriesNames: ['Day', 'Night'] })
  const [day, night] = answer.series as [ChartSeries, ChartSeries]
  const fewer = { ...night, averages: night.averages.map(set => ({ ...set, n: (set.n ?? 0) - 2 })) }
  const spoken = stopTexts(
    drawStackedBars(chartViewOf({ ...answer, series: [day, fewer] }, PERIOD), drawContext)
  )
  expect(spoken.some(text => text.includes('Mean of 6 to 8 peers'))).toBe(true)
  expect(
    stopTexts(drawStackedBars(chartViewOf(answer, PERIOD), drawContext)).some(text =>
      text.includes('Mean of 8 peers')
    )
  ).toBe(true)
})
