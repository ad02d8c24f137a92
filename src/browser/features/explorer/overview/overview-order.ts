// The order in which a group's overview was last sorted, for stepping from chart to chart. The tab remembers it, because a chart's page does not load
// the figures that it depends on.

import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import { forgetChoice, recallList, rememberList } from '#browser/stores/tab-memory.ts'

const overviewOrderKey = ({ chart_group_id }: ChartGroup): string => `overview-order/${chart_group_id}`

/** `charts` is null for the group's own order. */
export function rememberOrder(group: ChartGroup, charts: readonly GroupChart[] | null): void {
  if (charts === null) forgetChoice(overviewOrderKey(group))
  else
    rememberList(
      overviewOrderKey(group),
      charts.map(chart => chart.chart_id)
    )
}

/** The group with its charts in the overview's order; charts that the overview did not have are last. */
export function inOverviewOrder(group: ChartGroup): ChartGroup {
  const places = new Map(recallList(overviewOrderKey(group)).map((id, place) => [id, place]))
  if (places.size === 0) return group
  const placeOf = ({ chart_id }: GroupChart): number => places.get(chart_id) ?? places.size
  return { ...group, charts: group.charts.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}
