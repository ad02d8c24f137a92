// Explains to a reader of a strict project why others' figures are missing.
import type { ChartView } from './chart-view.ts'

/** Whether others' figures are averages only. */
export const showsAveragesOnly = ({ data: { suppression } }: Pick<ChartView, 'data'>): boolean =>
  !suppression.lists_others

/** Why others' figures are not shown individually; null if they are. */
export function averagesOnlyText(chartView: Pick<ChartView, 'data'>): string | null {
  if (!showsAveragesOnly(chartView)) return null
  return chartView.data.suppression.visibility === 'aggregate'
    ? 'This project shows no single figure of others.'
    : 'The figures of others are shown one by one only without filters and peer groups.'
}

/**
 * What a filter or a peer group covers, so that nobody can be identified; null if nothing narrows the
 * selection.
 */
export function wholeBlocksText({ data }: Pick<ChartView, 'data'>): string | null {
  const { suppression, excluded_count, peer_groups, applied_filters } = data
  if (!suppression.is_restricted || (peer_groups.length === 0 && applied_filters.length === 0)) return null
  const left =
    excluded_count === null || peer_groups.length > 0 ? '' : ` (${excluded_count} others are left out)`
  return `A selection stands for the blocks of more than ${suppression.minimum_count} organisations that lie wholly within it${left}, so that nobody can be singled out.`
}

/** Whether there is neither a single figure nor an average to draw. */
export const hasNothing = ({ entries, heldBack, comparison }: ChartView): boolean =>
  entries.length === 0 && heldBack.length === 0 && (comparison.averages?.Median ?? null) === null

/** Why a chart is empty. A member of a strict project is not told whether nobody or only a few have answered. */
export function emptyText({ data: { suppression } }: Pick<ChartView, 'data'>): string {
  return suppression.is_restricted
    ? 'Nobody, or too few others, have entered what this chart is made of. Choose another period, or clear the filters.'
    : 'Nobody has entered what this chart is made of, or the filters let nobody through. Choose another period, or clear the filters.'
}
