// Exports a chart's figures for other programs, with their selection (product 22.15).
import { filterSummary } from '#domain/filters.ts'
import { provisionalText } from '#domain/provisional.ts'
import { wholeBlocksText } from './disclosure-text.ts'
import { fullName } from './value-roles.ts'
import type { ChartView } from './chart-view.ts'
import { comparedWithText, shownText } from './sentence.ts'
import { tableRows } from './table-rows.ts'

export type Cell = string | number | null

/** Twelve digits are enough for every figure and drop the rounding errors of binary arithmetic. */
export const roundedFigure = (figure: number): number => Number(figure.toPrecision(12))

/** Line by line: the selection, n and time of the figures, and the figures with their headings. */
export function exportRows(chartView: ChartView): Cell[][] {
  const { measure, period, comparison, provisional, own, data } = chartView
  const shown = shownText(chartView)
  const head: Cell[][] = [
    ['Measure', measure.chart_name],
    ['Unit', measure.unit],
    ['Period', period.time_period_name],
    ...(provisional === null ? [] : [['State', provisionalText(provisional)]]),
    ...(own === null ? [] : [['Own submission', fullName(own)]]),
    ['Filters', filterSummary(data.applied_filters)],
    ['Compared with', comparedWithText(comparison)],
    ...(['Mean', 'Median', 'Q1', 'Q3'] as const).map((name): Cell[] => [
      name,
      comparison.averages?.[name] ?? null
    ]),
    ...(shown === null ? [] : [['Values', shown]]),
    ['Who sees what', [data.suppression.rule_text, wholeBlocksText(chartView)].filter(Boolean).join(' ')],
    ['Quartiles', data.quartile_method],
    ['Calculated', data.calculated_at],
    ['Digest', data.digest],
    []
  ]
  const rows = tableRows(chartView).map((row): Cell[] => [
    row.rank,
    row.name,
    row.organisation,
    row.code,
    row.value,
    row.numerator,
    row.denominator,
    row.mark,
    row.value === null ? row.absence : row.note
  ])
  return [
    ...head,
    ['Rank', 'Submission', 'Organisation', 'Code', 'Value', 'Numerator', 'Denominator', 'Mark', 'Note'],
    ...rows
  ]
}
