// A chart's figures as CSV for spreadsheets.
import { csvFile } from '#lib/csv.ts'
import { exportRows, roundedFigure } from './export-rows.ts'
import type { ChartView } from './chart-view.ts'

export const chartCsv = (chartView: ChartView): string =>
  csvFile(
    exportRows(chartView).map(row => row.map(cell => (typeof cell === 'number' ? roundedFigure(cell) : cell)))
  )
