// A chart's figures as an Excel workbook.
import { sheetName, writeXlsx } from '#lib/xlsx/write.ts'
import { exportRows, roundedFigure, type Cell } from './export-rows.ts'
import type { ChartView } from './chart-view.ts'

const widths = [
  { width: 16 },
  { width: 40 },
  { width: 32 },
  { width: 14, count: 4 },
  { width: 16 },
  { width: 32 }
]

/** The bytes of a workbook with one sheet. */
export function chartXlsx(chartView: ChartView): Uint8Array<ArrayBuffer> {
  const rows = exportRows(chartView).map(row => ({ cells: row.map(cell => ({ value: written(cell) })) }))
  return writeXlsx([{ name: sheetName(chartView.measure.chart_name), columns: widths, rows }])
}

const written = (cell: Cell): Cell => (typeof cell === 'number' ? roundedFigure(cell) : cell)
