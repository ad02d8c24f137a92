// Explains to readers of strict projects why others' figures are missing.

import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { countOf } from '#lib/format.ts'

export const showsAveragesOnly = ({ data: { suppression } }: Pick<ChartView, 'data'>): boolean =>
  !suppression.lists_others

/** Why others' figures are not shown individually; null if they are. */
export function averagesOnlyText(chartView: Pick<ChartView, 'data'>): string | null {
  if (!showsAveragesOnly(chartView)) return null
  return 'This project does not show others’ individual figures.'
}

/** What filters and peer groups cover in a strict project; null if nothing narrows the selection. */
export function wholeBlocksText({ data }: Pick<ChartView, 'data'>): string | null {
  const { suppression, excluded_count, peer_groups, applied_filters } = data
  if (!suppression.is_restricted || (peer_groups.length === 0 && applied_filters.length === 0)) return null
  const left =
    excluded_count === null || peer_groups.length > 0
      ? ''
      : ` (${countOf(excluded_count, 'other')} ${excluded_count === 1 ? 'is' : 'are'} left out)`
  return `Filters and peer groups include only whole groups of more than ${suppression.minimum_count} organisations${left}, so that nobody can be identified.`
}

/** Whether there is neither a single figure nor an average to draw. */
export const hasNothing = ({ entries, heldBack, comparison }: ChartView): boolean =>
  entries.length === 0 && heldBack.length === 0 && (comparison.averages?.Median ?? null) === null

/** Why a chart is empty. A member of a strict project is not told whether nobody or only a few have answered. */
export function emptyChartText({ data: { suppression } }: Pick<ChartView, 'data'>): string {
  return suppression.is_restricted
    ? 'Too few others, or none, have entered data for this chart. Choose another period, or clear the filters.'
    : 'No data has been entered for this chart, or nothing matches the filters. Choose another period, or clear the filters.'
}
