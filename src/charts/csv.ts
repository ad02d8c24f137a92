// A chart's figures as CSV for spreadsheets, with the selection, n and time that they belong to (product 22.15).
import { filterSummary } from '#domain/filters.ts'
import { others, shownWords } from './sentence.ts'
import { tableRows } from './table-rows.ts'
import type { Reading } from './reading.ts'

type Cell = string | number | null

/** Starts that a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** One cell: numbers as they are, texts never run as a formula, quotes doubled. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  // Twelve digits hold every figure and drop what only binary arithmetic has added.
  if (typeof cell === 'number') return String(Number(cell.toPrecision(12)))
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly Cell[])[]): string => `${rows.map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`

export function chartCsv(reading: Reading): string {
  const { measure, period, comparison, data } = reading
  const shown = shownWords(reading)
  const head: Cell[][] = [
    ['Measure', measure.chart_name],
    ['Unit', measure.unit],
    ['Period', period.time_period_name],
    ['Filters', filterSummary(data.applied_filters)],
    ['Compared with', others(comparison)],
    ...(['Mean', 'Median', 'Q1', 'Q3'] as const).map((name): Cell[] => [name, comparison.averages?.[name] ?? null]),
    ...(shown === null ? [] : [['Values', shown]]),
    ['Quartiles', data.quartile_method],
    ['Calculated', data.calculated_at],
    ['Digest', data.digest],
    []
  ]
  const rows = tableRows(reading).map((row): Cell[] => [
    row.rank,
    row.name,
    row.code,
    row.value,
    row.numerator,
    row.denominator,
    row.mark,
    row.value === null ? row.absence : row.note
  ])
  return csvText([...head, ['Rank', 'Submission', 'Code', 'Value', 'Numerator', 'Denominator', 'Mark', 'Note'], ...rows])
}
