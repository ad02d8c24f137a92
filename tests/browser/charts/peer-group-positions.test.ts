// Positions within a chosen peer group as the server gives them, against an independent calculation.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exportTable } from '#browser/charts/export/export-rows.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { sortCharts } from '#browser/features/explorer/overview/overview-row.ts'
import type { OverviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { seriesOfParts } from '#tests/support/compared-series.ts'

const figure = fc.integer({ min: -20, max: 20 })

test('every member of the group has its percentile and quarter within the group, not within everyone', () => {
  fc.assert(
    fc.property(
      fc.array(figure, { minLength: 6, maxLength: 14 }),
      // A group that leaves out fewer than the minimum is held back.
      fc.oneof(fc.constant([]), fc.array(figure, { minLength: 5, maxLength: 9 })),
      (inGroup, outside) => {
        const values = [...inGroup, ...outside]
        // The own one is the first, and not one of its own peers.
        const peers = inGroup.map((_, at) => at).slice(1)
        const series = seriesOfParts({
          statistic: 'mean',
          direction: 'lower',
          multiplier: 1,
          members: values.map(value => ({ numerator: value, denominator: 1, standardDeviation: null })),
          peers
        })
        const [value] = series.values
        const view = chartViewOf(
          { ...chartAnswer({ values, peers }), series: [series] },
          value!.time_period_id
        )
        const members = inGroup.slice(1).toSorted((a, b) => a - b)
        const at = (share: number): number => {
          const place = (members.length - 1) * share
          const [below, above] = [members[Math.floor(place)]!, members[Math.ceil(place)]!]
          return below + (above - below) * (place - Math.floor(place))
        }
        expect(view.entries).toHaveLength(values.length)
        for (const entry of view.entries) {
          const isCompared = entry.submissionId !== null && entry.submissionId <= inGroup.length
          const below = members.filter(one => one < entry.value!).length
          const equal = members.filter(one => one === entry.value).length
          const percentile = ((below + equal / 2) / members.length) * 100
          const quarter = 1 + [0.25, 0.5, 0.75].filter(share => entry.value! > at(share)).length
          const rank = 1 + inGroup.filter(one => one < entry.value!).length
          if (isCompared) expect(entry.percentile).toBeCloseTo(percentile, 9)
          else expect(entry.percentile).toBeNull()
          const isMiddle = entry.value!.toFixed(1) === at(0.5).toFixed(1)
          expect(entry.quarter).toBe(isCompared ? (isMiddle ? 'median' : quarter) : null)
          expect([entry.rank, entry.rankOf]).toEqual(isCompared ? [rank, inGroup.length] : [null, 0])
        }
      }
    )
  )
})

test('the export has a percentile for each member of the group', () => {
  const { columns, rows } = exportTable(
    chartViewOf(chartAnswer({ values: [3, 1, 2, 4, 5, 6, 9], peers: [1, 2, 3, 4, 5] }), PERIOD)
  )
  const at = columns.findIndex(({ name }) => name === 'Percentile')
  expect(rows.map(row => row[at])).toEqual([null, 90, 70, 50, 40, 30, 10])
})

test('the overview sorts by the verdict: worse first, those without one last, both ways', () => {
  const verdicts = [
    { verdict: 'better', certainty: 'plainly' },
    { verdict: 'similar', certainty: null },
    null,
    { verdict: 'worse', certainty: 'probably' },
    { verdict: 'higher', certainty: 'plainly' },
    { verdict: 'worse', certainty: 'plainly' }
  ] as const
  const charts = verdicts.map((_, at) => ({ chart_id: at, chart_name: `Chart ${at}` }) as GroupChart)
  const rows = Object.fromEntries(
    verdicts.map((verdict, at) => [at, { state: 'ready' as const, value: { verdict } as OverviewRow }])
  )
  const order = (sort: string): number[] => sortCharts(charts, sort, rows).map(chart => chart.chart_id)
  expect(order('verdict')).toEqual([5, 3, 4, 1, 0, 2])
  expect(order('-verdict')).toEqual([0, 1, 4, 3, 5, 2])
})
