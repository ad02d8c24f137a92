// What the overview counts of all groups together.

import { expect, test } from 'vitest'
import type { ChartGroup } from '#browser/features/explorer/groups.ts'
import { distinctCharts, ownStanding } from '#browser/features/explorer/overview/group-standing.ts'

const chart = (chart_id: number) => ({ chart_id, has_own_value: false })
const groups = [
  { group_name: 'One', charts: [chart(1), chart(2)] },
  { group_name: 'Two', charts: [chart(2), chart(3)] }
] as unknown as ChartGroup[]

test('a chart in two groups is a measure of both, and counts once among all', () => {
  const { groups: standings, counts } = ownStanding(groups, {})
  expect(standings.map(({ measures }) => measures.length)).toEqual([2, 2])
  expect(counts.none).toBe(3)
  expect(distinctCharts(groups).map(({ chart_id }) => chart_id)).toEqual([1, 2, 3])
})
