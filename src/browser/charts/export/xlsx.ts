// Charts as an Excel workbook: a sheet of figures for each, and one of facts about them.

import type { FigureColumn } from '#browser/charts/kind-tables.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { quarterText } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { dateFormat } from '#lib/time/date-format.ts'
import {
  sheetName,
  writeXlsx,
  type WrittenCell,
  type WrittenRow,
  type WrittenSheet
} from '#lib/xlsx/write.ts'
import { exportFile, type ExportContext } from './export-file.ts'
import { roundedCells, type ExportCell } from './export-rows.ts'

export interface ExportedChart {
  chartView: ChartView
  context: ExportContext
}

const MAX_COLUMN_WIDTH = 44

/** With several charts, the first sheet is an overview of them. */
export function chartsXlsx(charts: readonly ExportedChart[]): Uint8Array<ArrayBuffer> {
  const files = charts.map(({ chartView, context }) => ({ chartView, file: exportFile(chartView, context) }))
  const names = distinctSheetNames(files.map(({ chartView }) => chartView.measure.chart_name))
  const figures = files.map(({ chartView, file }, index): WrittenSheet => {
    const format = numberFormat(chartView.measure.decimal_places)
    return tableSheet(names[index] ?? '', file.columns, file.rows, format)
  })
  const facts: WrittenSheet = {
    name: 'About these figures',
    columns: [{ width: 24 }, { width: 100 }],
    rows: files.flatMap(({ file }) => [...file.facts.map(factRow), { cells: [] }])
  }
  const overview =
    charts.length > 1
      ? [
          tableSheet(
            'Overview',
            overviewColumns.map(name => ({ name, isNumber: false })),
            files.map(({ chartView }) => roundedCells(overviewCells(chartView))),
            'General'
          )
        ]
      : []
  return writeXlsx([...overview, ...figures, facts])
}

export const chartXlsx = (chartView: ChartView, context: ExportContext): Uint8Array<ArrayBuffer> =>
  chartsXlsx([{ chartView, context }])

/** Excel compares the names of sheets without regard to case, and limits them to 31 letters. */
function distinctSheetNames(names: readonly string[]): string[] {
  const taken = new Set(['overview', 'about these figures'])
  return names.map(name => {
    const base = sheetName(name)
    let distinct = base
    for (let count = 2; taken.has(distinct.toLowerCase()); count++)
      distinct = `${base.slice(0, 31 - ` (${count})`.length)} (${count})`
    taken.add(distinct.toLowerCase())
    return distinct
  })
}

const numberFormat = (decimals: number): string =>
  decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`

function tableSheet(
  name: string,
  columns: readonly FigureColumn[],
  rows: readonly ExportCell[][],
  format: string
): WrittenSheet {
  const widths = columns.map((column, at) =>
    Math.min(
      MAX_COLUMN_WIDTH,
      Math.max(8, ...[column.name, ...rows.map(row => row[at] ?? '')].map(cell => String(cell).length + 3))
    )
  )
  const styleOf = (at: number): NonNullable<WrittenCell['style']> => ({
    format: columns[at]?.isNumber === true && columns[at].isCount !== true ? format : 'General'
  })
  return {
    name,
    hasHeading: true,
    isLandscape: true,
    columns: widths.map(width => ({ width })),
    rows: [
      { cells: columns.map(({ name: value }) => ({ value, style: { isBold: true, fill: 'EEF1F5' } })) },
      ...rows.map((row): WrittenRow => ({
        cells: row.map((value, at) =>
          typeof value === 'number' ? { value, style: styleOf(at) } : value === null ? null : { value }
        )
      }))
    ]
  }
}

/** Timestamps become dates of the spreadsheet, so that they can be sorted. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function factRow([name = '', value = null]: ExportCell[]): WrittenRow {
  const isTime = typeof value === 'string' && TIMESTAMP.test(value)
  return {
    cells: [
      { value: isTime ? `${name} (UTC)` : name, style: { isBold: true } },
      isTime
        ? { value: { date: value }, style: { format: `${dateFormat().toLowerCase()} hh:mm`, align: 'left' } }
        : { value, style: { wraps: true, align: 'left' } }
    ]
  }
}

const overviewColumns = [
  'Measure',
  'Unit',
  'Period',
  'Own submission',
  'Own value',
  'Rank',
  'Of',
  'Percentile',
  'Position',
  'Mean',
  'Median',
  'Q1',
  'Q3',
  'n',
  'Compared with'
]

function overviewCells(chartView: ChartView): ExportCell[] {
  const { measure, period, own, comparison } = chartView
  const { Mean = null, Median = null, Q1 = null, Q3 = null, n = null } = comparison.averages ?? {}
  return [
    measure.chart_name,
    measure.unit,
    period.time_period_name,
    own?.name ?? null,
    ...standingCells(chartView),
    Mean,
    Median,
    Q1,
    Q3,
    n,
    comparedWithText(comparison)
  ]
}

function standingCells({ standing, measure }: ChartView): ExportCell[] {
  if (!standing) return [null, null, null, null, null]
  const { value, rank, rankOf, percentile, quarter } = standing
  return [value, rank, rank === null ? null : rankOf, percentile, quarter && quarterText(quarter, measure)]
}
