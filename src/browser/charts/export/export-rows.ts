// A chart's figures as rows for other programs, with their selection (product 22.15).

import { kindNotes, shownPeriods, tabText } from '#browser/charts/drawn-kinds.ts'
import { kindTable, type FigureColumn, type FigureTable } from '#browser/charts/kind-tables.ts'
import { barName, markedEntries } from '#browser/charts/marks/value-roles.ts'
import { runsText } from '#browser/charts/runs.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  verdictCountText,
  DISPERSION_TERM,
  intervalMethods,
  quarterText,
  VERDICT_METHOD,
  verdictCounts,
  verdictText
} from '#browser/charts/words/claims.ts'
import { comparedWithText, wholeBlocksText } from '#browser/charts/words/disclosure-text.ts'
import { editionText } from '#browser/charts/words/edition-text.ts'
import { shownText } from '#browser/charts/words/sentence.ts'
import { RELIABLE_DIGITS } from '#domain/figures/decimals.ts'
import { filterSummary } from '#domain/figures/filters.ts'
import { provisionalText } from '#domain/figures/provisional.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { tableRows, type TableRow } from './table-rows.ts'

export type ExportCell = string | number | null

/** Removes digits that are rounding errors. */
export const roundedCells = (row: readonly ExportCell[]): ExportCell[] =>
  row.map(cell => (typeof cell === 'number' ? Number(cell.toPrecision(RELIABLE_DIGITS)) : cell))

const certaintyCells = ({ interval95, interval998, verdict }: TableRow): ExportCell[] => [
  ...(interval95 ?? [null, null]),
  ...(interval998 ?? [null, null]),
  verdict && verdictText(verdict)
]

/** How intervals and verdicts were calculated; no rows if the chart has none. */
function certaintyRows({ data: { chart }, comparison }: ChartView): ExportCell[][] {
  const method = intervalMethods[chart.statistic]
  const pooled = comparison.averages?.pooled ?? null
  if (method === null) return []
  return [
    ['Intervals', method],
    ...(pooled === null
      ? []
      : [
          ['Mean of all peers taken together', pooled.mean],
          ['Verdicts', `${VERDICT_METHOD} ${verdictCountText(verdictCounts(pooled, chart.direction))}`],
          [DISPERSION_TERM, pooled.dispersion]
        ])
  ]
}

function markedRows(chartView: ChartView): ExportCell[][] {
  const marked = markedEntries(chartView)
  return marked.length === 0 ? [] : [['Marked', marked.map(barName).join('; ')]]
}

/** The selection, n and time of the figures. */
export function exportFacts(chartView: ChartView): ExportCell[][] {
  const { measure, comparison, provisional, own, data } = chartView
  const shown = shownText(chartView)
  const edition = editionText(chartView)
  const runs = runsText(chartView)
  return [
    ['Measure', measure.chart_name],
    ['Unit', measure.unit],
    ['Period', shownPeriods(chartView)],
    ['Sentence', tabText(chartView)],
    ...(provisional === null ? [] : [['Status', provisionalText(provisional)]]),
    ...(edition === null ? [] : [['Status', edition]]),
    ...(own === null ? [] : [[withTerms('Own {submission}'), barName(own)]]),
    ...markedRows(chartView),
    ['Filters', filterSummary(data.applied_filters)],
    ['Compared with', comparedWithText(comparison)],
    ...(['Mean', 'Median', 'Q1', 'Q3'] as const).map((name): ExportCell[] => [
      name,
      comparison.averages?.[name] ?? null
    ]),
    ...(shown === null ? [] : [['Values', shown]]),
    ...(runs === null ? [] : [['Values', runs]]),
    ['Who sees what', [data.suppression.rule_text, wholeBlocksText(chartView)].filter(Boolean).join(' ')],
    ...(data.quartile_method === undefined ? [] : [['Quartiles', data.quartile_method]]),
    ...certaintyRows(chartView),
    ...kindNotes(chartView).map((note): ExportCell[] => ['Note', note]),
    ['Calculated', data.calculated_at],
    ['Digest', data.digest]
  ]
}

/** The figures under their headings. */
export const exportTable = (chartView: ChartView): FigureTable =>
  kindTable(chartView) ?? valuesTable(chartView)

const textHeading = (name: string): FigureColumn => ({ name, isNumber: false })
const countHeading = (name: string): FigureColumn => ({ name, isNumber: true, isCount: true })
const figureHeading = (name: string): FigureColumn => ({ name, isNumber: true })

function valuesTable(chartView: ChartView): FigureTable {
  const tableOf = tableRows(chartView)
  const hasQuarters = tableOf.some(row => row.quarter !== null)
  const hasIntervals = tableOf.some(row => row.interval95 !== null)
  const rows = tableOf.map((row): ExportCell[] => [
    row.rank,
    row.name,
    row.organisation,
    row.code,
    row.value,
    row.numerator,
    row.denominator,
    ...(hasQuarters ? [row.percentile, row.quarter && quarterText(row.quarter, chartView.measure)] : []),
    ...(hasIntervals ? certaintyCells(row) : []),
    row.mark,
    row.value === null ? row.absence : row.note
  ])
  return {
    columns: [
      countHeading('Rank'),
      ...[withTerms('{Submission}'), 'Organisation', 'Code'].map(textHeading),
      figureHeading('Value'),
      ...['Numerator', 'Denominator'].map(countHeading),
      ...(hasQuarters ? [countHeading('Percentile'), textHeading('Position')] : []),
      ...(hasIntervals
        ? [...['95% from', '95% to', '99.8% from', '99.8% to'].map(figureHeading), textHeading('Verdict')]
        : []),
      ...['Mark', 'Note'].map(textHeading)
    ],
    rows
  }
}
