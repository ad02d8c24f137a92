// How each kind of chart is drawn. A new one is a record in contract/chart-kinds.ts, a file in kinds/ and a
// line here.
import type { OutputName } from '#contract/chart-kinds.ts'
import type { Figure, DrawContext } from './figure.ts'
import { barRanked } from './kinds/bar-ranked.ts'
import { box } from './kinds/box.ts'
import { distribution } from './kinds/distribution.ts'
import { stacked } from './kinds/stacked.ts'
import { trend } from './kinds/trend.ts'
import type { ChartView } from './chart-view.ts'

/** A kind is drawn by plotly from a figure, or it is a table or a text on the page. */
export type Kind =
  | {
      is: 'figure'
      figure: (chartView: ChartView, context: DrawContext) => Figure
      /** It draws the distribution of others, so it is empty if only their averages are known. */
      needsOthers?: true
    }
  | { is: 'table' }
  | { is: 'text' }

export const kinds: Record<OutputName, Kind> = {
  bar_ranked: { is: 'figure', figure: barRanked },
  box: { is: 'figure', figure: box },
  distribution: { is: 'figure', figure: distribution, needsOthers: true },
  trend: { is: 'figure', figure: trend },
  stacked: { is: 'figure', figure: stacked },
  table: { is: 'table' },
  text: { is: 'text' }
}
