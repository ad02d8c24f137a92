// The caption of ranked bars: who is drawn, in which order, and who is not.

import type { Annotation } from 'plotly.js'
import { NOTE_LINE, noteBelow } from '#browser/charts/labels/note-below.ts'
import { textLines } from '#browser/charts/labels/text-lines.ts'
import { runsText } from '#browser/charts/runs.ts'
import { firstSeries, isCountedValue, type ChartView } from '#browser/charts/view/chart-view.ts'
import { SMALL_SIZE, type DrawContext, type Margin } from '#browser/charts/view/figure.ts'
import { countOf } from '#lib/format.ts'
import { averagesOnlyText, markedGroupsText } from './disclosure-text.ts'
import { shownText } from './sentence.ts'

function captionLines(
  chartView: ChartView,
  context: DrawContext,
  width: number,
  unnamedCount: number
): string[] {
  const { heldBack } = chartView
  const shown = shownText(chartView)
  const parts = [
    ...(shown === null ? countedParts(chartView) : truncatedParts(chartView, shown)),
    ...(unnamedCount > 0 ? [`${unnamedCount} more outlined, named in the table`] : []),
    ...(heldBack.length > 0 ? [`${heldBack.length} not shown (hatched columns)`] : []),
    ...(shown === null && chartView.missing.length > 0 ? [`${chartView.missing.length} without a value`] : [])
  ]
  return textLines(parts.join(' · '), width, line => context.measureText(line, SMALL_SIZE, 400))
}

/** The margin below the bars grows with each line after the first. */
export function barCaption(
  chartView: ChartView,
  context: DrawContext,
  margin: Margin,
  unnamedCount: number
): Partial<Annotation> {
  const lines = captionLines(chartView, context, context.width - margin.l - 4, unnamedCount)
  const yshift = 22 - margin.b
  margin.b += (lines.length - 1) * NOTE_LINE
  return noteBelow(lines, yshift, context)
}

function countedParts(chartView: ChartView): string[] {
  const { own, comparison, entries, measure, data } = chartView
  const withoutOthers = runsText(chartView) ?? averagesOnlyText(chartView)
  if (withoutOthers !== null) return [withoutOthers]
  const isDrawn = own !== null && own.value !== null
  const { outside, uncounted } = barsBesidePeers(chartView)
  // In strict projects the own organisation's other submissions do not count as peers.
  const peers = countOf(
    data.suppression.is_restricted ? comparison.n : entries.length - Number(isDrawn) - outside - uncounted,
    'peer'
  )
  const filled = entries.filter(({ role }) => role === 'peer').length
  return [
    `${isDrawn ? `${peers} and ${own.name}` : peers}, ${barOrderText(measure)}`,
    ...(filled === 0 || comparison.absence !== null
      ? []
      : [`${filled} in ${markedGroupsText(chartView)} filled`]),
    ...(outside === 0 ? [] : [`${outside} marked, outside the filters`]),
    ...(uncounted === 0 ? [] : [`${uncounted} more not counted`])
  ]
}

/** Bars that are not counted as peers (decision 0028): marked ones that the filters exclude, and others, such as the own organisation's unfinished ones. */
function barsBesidePeers({ data, period, comparison }: ChartView): { outside: number; uncounted: number } {
  const unranked = data.suppression.is_restricted
    ? []
    : (firstSeries(data)?.values ?? []).filter(
        value =>
          value.time_period_id === period.time_period_id && !value.is_selected && !isCountedValue(value)
      )
  const outside = comparison.isFiltered ? unranked.filter(value => value.is_other).length : 0
  return { outside, uncounted: unranked.length - outside }
}

/** Bars are sorted by height; the rank shows which end is better. */
const barOrderText = ({ direction }: ChartView['measure']): string =>
  direction === 'lower' ? 'sorted highest to lowest, rank 1 (lowest) is best' : 'sorted highest to lowest'

/** If the reply does not list all values, the number of bars is not the number of peers. */
function truncatedParts(chartView: ChartView, shown: string): string[] {
  const groups = markedGroupsText(chartView)
  return [
    `${shown}, ${barOrderText(chartView.measure)}`,
    ...(groups === null ? [] : [`those in ${groups} filled`])
  ]
}
