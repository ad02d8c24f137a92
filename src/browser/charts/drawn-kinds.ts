// What each kind of chart shows and says. A new one is a record in src/contract/chart-kinds.ts, a file in kinds/, and a line here and in drawings.ts.

import { chartKind } from '#contract/chart-kinds.ts'
import type { OutputName } from '#contract/output-names.ts'
import type { RoleMarks } from './marks/value-roles.ts'
import type { ChartView } from './view/chart-view.ts'
import { controlAbsence, controlNotes } from './view/control-view.ts'
import { funnelAbsence, funnelNotes, funnelSentence } from './view/funnel-view.ts'
import { ownSubmissionsAbsence, ownSubmissionsNotes } from './view/own-submissions-view.ts'
import { averagesOnlyText } from './words/disclosure-text.ts'
import { figurePieces, provisionalPieces, seriesReferredTo, type SentencePart } from './words/sentence.ts'
import { distributionSentence, spreadSentence, tableSentence, trendSentence } from './words/tab-sentence.ts'

/** Plotly draws a figure; a table or a text stands on the page itself. */
export type DrawnKind =
  | {
      is: 'figure'
      /** See kindAbsence. */
      absence?: (chartView: ChartView) => string | null
      /** What its picture shows, where that differs from the sentence of all; null if nothing can be said. */
      sentence?: (chartView: ChartView) => SentencePart[] | null
      showsVerdicts?: true
      /** The mark that carries a submission’s role; set it if a legend explains roles. */
      roleMarks?: RoleMarks
      hasIntervals?: true
      /** It shows counts of all values, listed or not. */
      countsAll?: true
      /** Notes below it and in exports. */
      notes?: (chartView: ChartView) => string[]
    }
  | { is: 'table'; sentence?: (chartView: ChartView) => SentencePart[] | null }
  | { is: 'text' }

export const drawnKinds: Record<OutputName, DrawnKind> = {
  bar_ranked: {
    is: 'figure',
    roleMarks: 'bar',
    showsVerdicts: true,
    hasIntervals: true
  },
  funnel: {
    is: 'figure',
    showsVerdicts: true,
    absence: funnelAbsence,
    sentence: funnelSentence,
    notes: funnelNotes
  },
  control: {
    is: 'figure',
    absence: controlAbsence,
    notes: controlNotes
  },
  box: { is: 'figure', roleMarks: 'dot', sentence: spreadSentence },
  distribution: {
    is: 'figure',
    sentence: distributionSentence,
    absence: averagesOnlyText,
    countsAll: true
  },
  trend: { is: 'figure', sentence: trendSentence },
  stacked: { is: 'figure' },
  own_submissions: {
    is: 'figure',
    absence: ownSubmissionsAbsence,
    notes: ownSubmissionsNotes
  },
  table: { is: 'table', sentence: tableSentence },
  text: { is: 'text' }
}

/** The sentence of a tab, below the verdict that all tabs share. */
export function tabSentence(chartView: ChartView): SentencePart[] {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  const series = seriesReferredTo(chartView)
  return [
    ...(series === null ? [] : [{ text: `${series}: ` }]),
    ...((kind.is === 'text' ? null : kind.sentence?.(chartView)) ?? figurePieces(chartView))
  ]
}

/** The sentence of the open tab as text, for files and pictures, which say the same as the page. */
export const tabText = (chartView: ChartView): string =>
  [...provisionalPieces(chartView), ...tabSentence(chartView)]
    .map(({ text }) => text)
    .join('')
    .trim()

/** The periods that the open kind of chart shows: '2026', or '2022 to 2026'. */
export function shownPeriods({ data, period, history }: ChartView): string {
  const isOne = chartKind(data.output_type.output_name).periods === 'chosen'
  const [first, last] = [history[0]?.period, history.at(-1)?.period]
  return isOne || !first || !last || first === last
    ? period.time_period_name
    : `${first.time_period_name} to ${last.time_period_name}`
}

export function kindNotes(chartView: ChartView): string[] {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  return kind.is === 'figure' && kindAbsence(chartView) === null ? (kind.notes?.(chartView) ?? []) : []
}

/** Whether the open kind of chart shows only the values that the reply lists. */
export function listsValues(chartView: ChartView): boolean {
  const kind = drawnKinds[chartView.data.output_type.output_name]
  return kind.is !== 'figure' || kind.countsAll !== true
}

/** Whether a kind of chart can show something of these figures. Of a kind that needs more periods or series it is not known before they load. */
export function canShow(output: OutputName, chartView: ChartView): boolean {
  const { periods, series } = chartKind(output)
  return periods === 'all' || series === 'all' || kindAbsence(chartView, output) === null
}

/** Why a kind of chart, by default the open one, cannot be drawn although the chart has figures; null if it can. */
export function kindAbsence(
  chartView: ChartView,
  output: OutputName = chartView.data.output_type.output_name
): string | null {
  const kind = drawnKinds[output]
  return kind.is === 'figure' ? (kind.absence?.(chartView) ?? null) : null
}
