// A chart's figures as CSV for spreadsheets.
import { guardText } from '#lib/formula-guard.ts'
import { exportRows, roundedFigure, type Cell } from './export-rows.ts'
import type { Reading } from './reading.ts'

/** One cell: numbers as they are, texts never run as a formula, quotes doubled. */
export function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(roundedFigure(cell))
  const safe = guardText(cell)
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvText = (rows: readonly (readonly Cell[])[]): string => `${rows.map(row => row.map(csvCell).join(',')).join('\r\n')}\r\n`

export const chartCsv = (reading: Reading): string => csvText(exportRows(reading))
