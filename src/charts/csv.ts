// A chart's figures as CSV for spreadsheets.
import { csvFile } from '#lib/csv.ts'
import { exportRows, roundedFigure } from './export-rows.ts'
import type { Reading } from './reading.ts'

export const chartCsv = (reading: Reading): string =>
  csvFile(
    exportRows(reading).map(row => row.map(cell => (typeof cell === 'number' ? roundedFigure(cell) : cell)))
  )
