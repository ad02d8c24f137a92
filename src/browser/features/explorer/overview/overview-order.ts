// The order in which a group's overview was last sorted, for the steps from chart to chart. It is kept in the tab, because the figures that it
// follows are not loaded on a chart's own page.

import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import { forgetChoice, recallList, rememberList } from '#browser/stores/tab-memory.ts'

const overviewOrderKey = ({ chart_group_id }: ChartGroup): string => `overview-order/${chart_group_id}`

/** `charts` is null where the overview has the group's own order. */
export function rememberOrder(group: ChartGroup, charts: readonly GroupChart[] | null): void {
  if (charts === null) forgetChoice(overviewOrderKey(group))
  else
    rememberList(
      overviewOrderKey(group),
      charts.map(chart => chart.chart_id)
    )
}

/** The group with its charts in the overview's order; charts that the overview did not have come last. */
export function inOverviewOrder(group: ChartGroup): ChartGroup {
  const places = new Map(recallList(overviewOrderKey(group)).map((id, place) => [id, place]))
  if (places.size === 0) return group
  const placeOf = ({ chart_id }: GroupChart): number => places.get(chart_id) ?? places.size
  return { ...group, charts: group.charts.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}
