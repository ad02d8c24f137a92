// The texts around the drawing in a picture of a chart: the same facts with which exported files begin.

import { kindNotes, listsValues, shownPeriods, tabText } from '#browser/charts/drawn-kinds.ts'
import { barName, markedEntries } from '#browser/charts/marks/value-roles.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { formatMoment } from '#lib/format.ts'
import { verdictCountText, intervalMethods, verdictCounts } from './claims.ts'
import { comparedWithText, wholeBlocksText } from './disclosure-text.ts'
import { editionText } from './edition-text.ts'
import { shownText } from './sentence.ts'

export interface PictureTexts {
  title: string
  subtitle: string
  /** Edition, own submission, comparison with n, filters, method, time and recipient. */
  footer: string
}

export function pictureTexts(chartView: ChartView, recipient: string): PictureTexts {
  const { measure, comparison, own, data } = chartView
  const shown = listsValues(chartView) ? shownText(chartView) : null
  return {
    title: `${measure.chart_name}, ${shownPeriods(chartView)}`,
    subtitle: tabText(chartView),
    footer: [
      editionText(chartView),
      own?.organisation && `${barName(own)}.`,
      markedText(chartView),
      `Compared with ${comparedWithText(comparison)}.`,
      shown && `${shown}.`,
      filterSummary(data.applied_filters),
      wholeBlocksText(chartView),
      verdictsText(chartView),
      ...kindNotes(chartView),
      'Quartiles are linear (R type 7).',
      data.suppression.rule_text,
      `Calculated ${formatMoment(data.calculated_at)}.`,
      `Made for ${recipient}.`
    ]
      .filter(Boolean)
      .join(' ')
  }
}

function markedText(chartView: ChartView): string | null {
  const marked = markedEntries(chartView)
  return marked.length === 0 ? null : `Marked: ${marked.map(barName).join('; ')}.`
}

/** 'Against their mean: 5 plainly better, 28 similar.' and the method; the method alone if only own figures have intervals. */
function verdictsText({ comparison, measure, own, data: { chart } }: ChartView): string | null {
  const method = intervalMethods[chart.statistic]
  const pooled = comparison.averages?.pooled ?? null
  if (method === null || (pooled === null && !own?.interval95)) return null
  const counts =
    pooled === null
      ? ''
      : `Against their mean: ${verdictCountText(verdictCounts(pooled, measure.direction))}. `
  return `${counts}${method}.`
}
