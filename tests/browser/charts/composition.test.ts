import { expect, test } from 'vitest'
import { exportFile } from '#browser/charts/export/export-file.ts'
import { kindTable } from '#browser/charts/kind-tables.ts'
import { drawStackedBars } from '#browser/charts/kinds/stacked.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartData, ChartSeries } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
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

/** Series in which every submission has a share of its value. */
function partsOf(
  shares: Record<string, number>,
  change: (value: ChartValue) => Partial<ChartValue> = () => ({})
) {
  const answer = chartAnswer({ values, output: 'stacked', seriesNames: Object.keys(shares) })
  const times = (figure: number | null, share: number) => figure && figure * share
  const series = answer.series.map(one => {
    const share = shares[one.series_name] ?? 1
    return {
      ...one,
      values: one.values.map(value => ({ ...value, value: times(value.value, share), ...change(value) })),
      averages: one.averages.map(set => ({ ...set, Mean: times(set.Mean, share) }))
    }
  })
  return { ...answer, series }
}

const isStacked = (answer: ChartData): boolean =>
  drawStackedBars(chartViewOf(answer, PERIOD), drawContext).layout.barmode === 'relative'

const WHOLE_AND_PARTS = { All: 1, Registered: 0.5, Support: 0.5 }

test('its table and files have the parts of each set, and n', () => {
  const view = chartViewOf(partsOf(WHOLE_AND_PARTS), PERIOD)
  const mean = values.slice(1).reduce((sum, value) => sum + value, 0) / 8
  const rows = [
    ['Ward 4B', 7.4, 7.4, null],
    ['Mean of 8 peers', mean / 2, mean / 2, 8]
  ]
  expect(kindTable(view)?.columns.map(({ name }) => name)).toEqual([
    'Figures of',
    'Registered',
    'Support',
    'n'
  ])
  expect(kindTable(view)?.rows).toEqual(rows)
  const { columns, rows: written } = exportFile(view)
  expect([columns.at(1)?.name, written[0]]).toEqual(['Registered', rows[0]])
})

test('figures without parts are written as values of submissions', () => {
  const view = chartViewOf(partsOf({ All: 1 }), PERIOD)
  expect(kindTable(view)).toBeNull()
  expect(exportFile(view).rows.length).toBeGreaterThanOrEqual(values.length)
})

test('parts are stacked only if a submission shows that they add up', () => {
  expect(isStacked(partsOf(WHOLE_AND_PARTS))).toBe(true)
  // In a strict project others have no submission, and a reader may have no own one.
  const nobody = () => ({ submission_id: null, is_own: false, is_selected: false })
  expect(isStacked(partsOf(WHOLE_AND_PARTS, nobody))).toBe(false)
  const shares = { Day: 1, Night: 0.5 }
  expect(isStacked(partsOf(shares, () => ({ denominator: 20 })))).toBe(true)
  expect(isStacked(partsOf(shares, value => ({ ...nobody(), denominator: value.value })))).toBe(false)
  expect(isStacked(partsOf(shares, () => ({ value: null, denominator: null })))).toBe(false)
})
