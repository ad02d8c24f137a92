// The kinds of output. A new one is a file in kinds/ and a line here.
import type { OutputName } from '#contract/charts.ts'
import type { Figure, DrawContext } from './figure.ts'
import { barRanked } from './kinds/bar-ranked.ts'
import { box } from './kinds/box.ts'
import { distribution } from './kinds/distribution.ts'
import { stacked } from './kinds/stacked.ts'
import { trend } from './kinds/trend.ts'
import type { ChartView } from './chart-view.ts'

/** A kind is drawn by plotly from a figure, or it is a table or a text of the page itself. */
export type Kind =
  | { is: 'figure'; figure: (chartView: ChartView, context: DrawContext) => Figure }
  | { is: 'table' }
  | { is: 'text' }

export const kinds: Record<OutputName, Kind> = {
  bar_ranked: { is: 'figure', figure: barRanked },
  box: { is: 'figure', figure: box },
  distribution: { is: 'figure', figure: distribution },
  trend: { is: 'figure', figure: trend },
  stacked: { is: 'figure', figure: stacked },
  table: { is: 'table' },
  text: { is: 'text' }
}
