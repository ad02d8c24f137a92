// Finds the sheet, its headings and its lines. Cells become text; nothing is guessed.

import { unescapeFormula } from '#lib/escape-formula.ts'
import { columnName } from '#lib/xlsx/addresses.ts'
import { sheetCell, type ReadCell, type ReadSheet } from '#lib/xlsx/read.ts'
import { parseHead, heads as headings, neededHeads, QUESTIONS_SHEET, type ColumnHead } from './columns.ts'

/** A fault of a file with its position and remedy. Lines and columns are named as in a spreadsheet. */
export interface FileFault {
  sheet: string
  row: number | null
  column: string | null
  message: string
  /** False for a warning: the file can be used. */
  isBlocking: boolean
}

export interface StructureLine {
  sheet: string
  /** From 1. */
  row: number
  text: (head: ColumnHead) => string
  fault: (head: ColumnHead, message: string) => FileFault
}

export interface Lines {
  lines: StructureLine[]
  /** The columns that the file has. */
  heads: ReadonlySet<ColumnHead>
  faults: FileFault[]
}

const lineFault = (
  sheet: string,
  row: number | null,
  column: string | null,
  message: string,
  isBlocking = true
): FileFault => ({ sheet, row, column, message, isBlocking })

const ERROR_CELL = 'The cell contains a spreadsheet error. Correct it in the spreadsheet.'
const UNSTORED =
  'The cell contains a formula without a stored value. Open the file in the spreadsheet and save it again.'

export function linesIn(sheets: readonly ReadSheet[]): Lines {
  const sheet =
    sheets.find(({ name }) => name.trim().toLowerCase() === QUESTIONS_SHEET.toLowerCase()) ?? sheets[0]
  if (sheet === undefined)
    return {
      lines: [],
      heads: new Set(),
      faults: [lineFault(QUESTIONS_SHEET, null, null, 'The workbook has no sheets.')]
    }
  const top = [...sheet.rows.keys()].toSorted((a, b) => a - b).find(row => headsIn(sheet, row).size > 1)
  if (top === undefined) {
    const wanted = neededHeads.map(head => `“${headings[head]}”`).join(', ')
    return {
      lines: [],
      heads: new Set(),
      faults: [
        lineFault(
          sheet.name,
          null,
          null,
          `No row has the headings ${wanted}. Download the empty file and use its headings.`
        )
      ]
    }
  }
  const places = headsIn(sheet, top)
  const faults = headingFaults(sheet, top, places)
  const lines = [...sheet.rows.keys()]
    .filter(row => row > top)
    .toSorted((a, b) => a - b)
    .map(row => lineAt(sheet, row, places))
    .filter(line => [...places.keys()].some(head => line.text(head) !== ''))
  if (lines.length === 0)
    faults.push(lineFault(sheet.name, null, null, 'There are no questions under the headings.'))
  const heads = new Set(places.keys())
  return { lines, heads, faults: [...faults, ...lines.flatMap(line => cellFaults(sheet, line, places))] }
}

/** Cells without a value that a person has entered. */
function cellFaults(
  sheet: ReadSheet,
  line: StructureLine,
  places: ReadonlyMap<ColumnHead, number>
): FileFault[] {
  return [...places].flatMap(([head, column]) => {
    const cell = sheetCell(sheet, line.row - 1, column)
    if (cell?.kind === 'error') return [line.fault(head, ERROR_CELL)]
    return cell?.isFormula && cell.value === null ? [line.fault(head, UNSTORED)] : []
  })
}

function headsIn(sheet: ReadSheet, row: number): Map<ColumnHead, number> {
  const found = new Map<ColumnHead, number>()
  for (const [column, cell] of sheet.rows.get(row) ?? []) {
    const head = parseHead(spreadsheetText(cell))
    if (head !== null && !found.has(head)) found.set(head, column)
  }
  return found
}

function headingFaults(sheet: ReadSheet, top: number, places: ReadonlyMap<ColumnHead, number>): FileFault[] {
  const missing = neededHeads.filter(head => !places.has(head))
  const used = new Set(places.values())
  const unknown = [...(sheet.rows.get(top) ?? [])].filter(
    ([column, cell]) => !used.has(column) && spreadsheetText(cell) !== ''
  )
  return [
    ...missing.map(head =>
      lineFault(sheet.name, top + 1, null, `The column “${headings[head]}” is missing. Add it.`)
    ),
    ...unknown.map(([column, cell]) =>
      lineFault(
        sheet.name,
        top + 1,
        columnName(column),
        `“${spreadsheetText(cell)}” is not a known heading, so its column is ignored.`,
        false
      )
    )
  ]
}

function lineAt(sheet: ReadSheet, row: number, places: ReadonlyMap<ColumnHead, number>): StructureLine {
  return {
    sheet: sheet.name,
    row: row + 1,
    text: head => {
      const column = places.get(head)
      return column === undefined ? '' : spreadsheetText(sheetCell(sheet, row, column))
    },
    fault: (head, message) => {
      const column = places.get(head)
      return lineFault(sheet.name, row + 1, column === undefined ? null : columnName(column), message)
    }
  }
}

/** The text as the spreadsheet shows it. */
function spreadsheetText(cell: ReadCell | undefined): string {
  if (cell === undefined || cell.value === null || cell.kind === 'error') return ''
  if (typeof cell.value === 'string') return unescapeFormula(cell.value).trim()
  if (typeof cell.value === 'boolean') return cell.value ? 'yes' : 'no'
  return cell.kind === 'percent'
    ? `${Number((cell.value * 100).toPrecision(15))}%`
    : String(Number(cell.value.toPrecision(15)))
}
