// What the caption below ranked bars counts: peers, members of the chosen groups, and marked submissions that are not peers.

import { expect, test } from 'vitest'
import { tableRows } from '#browser/charts/export/table-rows.ts'
import { drawRankedBars } from '#browser/charts/kinds/bar-ranked.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import type { ChartData } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { chartAnswer, PERIOD } from '#tests/support/chart-reply.ts'
import { drawContext, stopTexts } from '#tests/support/draw-context.ts'

const values = [14.8, 9.3, 2, 20, 9.7, 6.9, 12.4, 1, 5, 7, 8]
const ORDER = 'sorted highest to lowest, rank 1 (lowest) is best'

const drawn = (answer: ChartData) =>
  drawRankedBars(chartViewOf(answer, PERIOD), { ...drawContext, width: 2000 })
const captionOf = (answer: ChartData): string | undefined =>
  drawn(answer)
    .layout.annotations?.map(({ text }) => text)
    .find(text => text?.includes(ORDER))

const changeValues = (answer: ChartData, change: (value: ChartValue, at: number) => Partial<ChartValue>) => ({
  ...answer,
  series: answer.series.map(one => ({
    ...one,
    values: one.values.map((value, at) => ({ ...value, ...change(value, at) }))
  }))
})

/** Two groups: Medical wards, with which the own ward is compared, and Surgical wards. */
function withTwoGroups(): ChartData {
  const answer = chartAnswer({ values, peers: [1, 2, 3, 4, 5] })
  const other = {
    peer_group_id: 8,
    peer_group_name: 'Surgical wards',
    submission_ids: [6, 7, 8],
    member_count: 3
  }
  return changeValues(
    { ...answer, peer_groups: [...answer.peer_groups, other] },
    ({ peer_group_ids }, at) => ({
      peer_group_ids: at >= 5 && at <= 7 ? [...peer_group_ids, 8] : peer_group_ids
    })
  )
}

test('the members of two chosen groups are not called members of the first', () => {
  const one = chartAnswer({ values, peers: [1, 2, 3, 4, 5] })
  expect(captionOf(one)).toBe(`10 peers and Ward 4B, ${ORDER} · 5 in Medical wards filled`)
  const two = withTwoGroups()
  expect(captionOf(two)).toBe(`10 peers and Ward 4B, ${ORDER} · 7 in one of the 2 chosen groups filled`)
  expect(stopTexts(drawn(two)).filter(text => text.includes(', in a chosen group:'))).toHaveLength(7)
  expect(tableRows(chartViewOf(two, PERIOD)).filter(({ mark }) => mark === 'in a chosen group')).toHaveLength(
    7
  )
})

test('bars that are no peers are not counted as such', () => {
  const answer = chartAnswer({ values })
  const filtered = {
    ...answer,
    applied_filters: [{ filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'North' }] }]
  }
  const outside = { rank: null, percentile: null, quartile: null }
  const marked = changeValues(filtered, (_, at) => (at === 3 ? { ...outside, is_other: true } : {}))
  expect(captionOf(marked)).toBe(`9 peers and Ward 4B, ${ORDER} · 1 marked, outside the filters`)
  // The organisation's own, not complete yet.
  const unfinished = changeValues(answer, (_, at) => (at === 3 ? { ...outside, is_own: true } : {}))
  expect(captionOf(unfinished)).toBe(`9 peers and Ward 4B, ${ORDER} · 1 more not counted`)
})
