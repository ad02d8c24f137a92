// The figures of a chart as a table, for kinds whose figures are not one value for each submission. Only code that is loaded late needs them.

import type { OutputName } from '#contract/output-names.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { kindAbsence } from './drawn-kinds.ts'
import { chartParts } from './parts.ts'
import type { ChartView } from './view/chart-view.ts'
import { controlIn, signalText } from './view/control-view.ts'
import { ownUnits } from './view/own-submissions-view.ts'
import { verdictText } from './words/claims.ts'

export interface FigureColumn {
  name: string
  isNumber: boolean
  /** Not in the unit of the chart, and without its decimals. */
  isCount?: boolean
}

export interface FigureTable {
  columns: readonly FigureColumn[]
  rows: readonly (string | number | null)[][]
}

/** The figures of a trend, a line for each period. */
const trendTable = ({ history }: ChartView): FigureTable => ({
  columns: ['Period', 'Value', 'Mean', 'Median', 'Q1', 'Q3', 'n'].map((name, at) => ({
    name,
    isNumber: at > 0,
    isCount: name === 'n'
  })),
  rows: history.map(({ period, own, averages }) => [
    period.time_period_name,
    own,
    averages?.Mean ?? null,
    averages?.Median ?? null,
    averages?.Q1 ?? null,
    averages?.Q3 ?? null,
    averages?.n ?? null
  ])
})

function controlTable(chartView: ChartView): FigureTable {
  const chart = controlIn(chartView)
  const { moments = [], points = [], mean = 0 } = chart ?? {}
  const number = (name: string) => ({ name, isNumber: true })
  const text = (name: string) => ({ name, isNumber: false })
  return {
    columns: [
      text('Period'),
      number('Value'),
      number('Mean'),
      number('Lower limit'),
      number('Upper limit'),
      text('Signal')
    ],
    rows: moments.map(({ period, own }, at) => [
      period.time_period_name,
      own,
      mean,
      points[at]!.lower,
      points[at]!.upper,
      points[at]!.signals.map(signal => signalText[signal]).join(', ')
    ])
  }
}

function ownSubmissionsTable(chartView: ChartView): FigureTable {
  const { measure, comparison, history } = chartView
  const median = comparison.averages?.Median ?? null
  const units = ownUnits(chartView)
  const hasVerdicts = units.some(({ entry }) => (entry?.verdict ?? null) !== null)
  return {
    columns: [
      { name: withTerms('{Submission}'), isNumber: false },
      ...history.map(({ period }) => ({ name: period.time_period_name, isNumber: true })),
      { name: 'Difference from the median', isNumber: true },
      { name: 'Rank', isNumber: false },
      ...(hasVerdicts ? [{ name: 'Compared with the mean', isNumber: false }] : [])
    ],
    rows: units.map(({ name, entry, values }) => [
      name,
      ...values,
      entry === null || entry.value === null || median === null
        ? null
        : shownDifference(entry.value, median, measure.decimal_places),
      entry === null || entry.rank === null ? '' : `${entry.rank} of ${entry.rankOf}`,
      ...(hasVerdicts ? [entry?.verdict ? verdictText(entry.verdict) : ''] : [])
    ])
  }
}

/** The parts of a measure, a line for each set; null for one part, which has values of submissions. */
function partsTable(chartView: ChartView): FigureTable | null {
  const { series, rows } = chartParts(chartView)
  if (series.length < 2) return null
  return {
    columns: [
      { name: 'Figures of', isNumber: false },
      ...series.map(({ series_name }) => ({ name: series_name, isNumber: true })),
      { name: 'n', isNumber: true, isCount: true }
    ],
    rows: rows.map(({ name, parts, n }) => [name, ...parts, n])
  }
}

const tables: Partial<Record<OutputName, (chartView: ChartView) => FigureTable | null>> = {
  control: controlTable,
  trend: trendTable,
  stacked: partsTable,
  own_submissions: ownSubmissionsTable
}

/** Null if the figures are one value for each submission, or if the kind shows nothing of them. */
export function kindTable(chartView: ChartView): FigureTable | null {
  const { output_name } = chartView.data.output_type
  return kindAbsence(chartView) === null ? (tables[output_name]?.(chartView) ?? null) : null
}
