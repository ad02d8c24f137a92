// The only writer of CSV files. It escapes formulas.

import Papa from 'papaparse'
import { escapeCsvField } from './escape-formula.ts'

export type CsvCell = string | number | null

/** The byte order mark by which spreadsheets recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvFile(rows: readonly (readonly CsvCell[])[]): string {
  const safe = rows.map(row => row.map(cell => (typeof cell === 'string' ? escapeCsvField(cell) : cell)))
  return `${BYTE_ORDER_MARK}${Papa.unparse(safe, { newline: '\r\n' })}\r\n`
}
