// The only writer of CSV files. It escapes formulas.

import Papa from 'papaparse'
import { escapeCsvField } from './escape-formula.ts'

export type CsvCell = string | number | null

/** The byte order mark by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export const csvFile = (rows: readonly (readonly CsvCell[])[]): string => BYTE_ORDER_MARK + csvLines(rows)

/** Lines of a file that is written part by part; the first part follows the byte order mark. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  if (rows.length === 0) return ''
  const safe = rows.map(row => row.map(cell => (typeof cell === 'string' ? escapeCsvField(cell) : cell)))
  return `${Papa.unparse(safe, { newline: '\r\n' })}\r\n`
}
