// Finds the sheet, its headings and its lines. What a cell holds becomes text here, and never a guess.
import { columnName } from '#lib/xlsx/addresses.ts'
import { unescapeFormula } from '#lib/escape-formula.ts'
import { cellIn, type ReadCell, type ReadSheet } from '#lib/xlsx/read.ts'
import { headNamed, heads as headings, neededHeads, SHEET, type Head } from './columns.ts'

/** What is wrong with a file, where, and what to do. Lines and columns are named as a spreadsheet names them. */
export interface FileFault {
  sheet: string
  row: number | null
  column: string | null
  message: string
  /** False: worth knowing, and no reason not to use the file. */
  isBlocking: boolean
}

export interface Line {
  sheet: string
  /** From 1. */
  row: number
  text: (head: Head) => string
  fault: (head: Head, message: string) => FileFault
}

export interface Lines {
  lines: Line[]
  /** The columns that the file has. */
  heads: ReadonlySet<Head>
  faults: FileFault[]
}

const fault = (
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
  const sheet = sheets.find(({ name }) => name.trim().toLowerCase() === SHEET.toLowerCase()) ?? sheets[0]
  if (sheet === undefined)
    return { lines: [], heads: new Set(), faults: [fault(SHEET, null, null, 'The workbook has no sheets.')] }
  const top = [...sheet.rows.keys()].toSorted((a, b) => a - b).find(row => headsIn(sheet, row).size > 1)
  if (top === undefined) {
    const wanted = neededHeads.map(head => `“${headings[head]}”`).join(', ')
    return {
      lines: [],
      heads: new Set(),
      faults: [
        fault(
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
    faults.push(fault(sheet.name, null, null, 'There are no questions under the headings.'))
  const heads = new Set(places.keys())
  return { lines, heads, faults: [...faults, ...lines.flatMap(line => cellFaults(sheet, line, places))] }
}

/** Cells that say nothing a person has written. */
function cellFaults(sheet: ReadSheet, line: Line, places: ReadonlyMap<Head, number>): FileFault[] {
  return [...places].flatMap(([head, column]) => {
    const cell = cellIn(sheet, line.row - 1, column)
    if (cell?.kind === 'error') return [line.fault(head, ERROR_CELL)]
    return cell?.isFormula && cell.value === null ? [line.fault(head, UNSTORED)] : []
  })
}

function headsIn(sheet: ReadSheet, row: number): Map<Head, number> {
  const found = new Map<Head, number>()
  for (const [column, cell] of sheet.rows.get(row) ?? []) {
    const head = headNamed(textOf(cell))
    if (head !== null && !found.has(head)) found.set(head, column)
  }
  return found
}

function headingFaults(sheet: ReadSheet, top: number, places: ReadonlyMap<Head, number>): FileFault[] {
  const missing = neededHeads.filter(head => !places.has(head))
  const used = new Set(places.values())
  const unknown = [...(sheet.rows.get(top) ?? [])].filter(
    ([column, cell]) => !used.has(column) && textOf(cell) !== ''
  )
  return [
    ...missing.map(head =>
      fault(sheet.name, top + 1, null, `The column “${headings[head]}” is missing. Add it.`)
    ),
    ...unknown.map(([column, cell]) =>
      fault(
        sheet.name,
        top + 1,
        columnName(column),
        `“${textOf(cell)}” is not a known heading, so its column is ignored.`,
        false
      )
    )
  ]
}

function lineAt(sheet: ReadSheet, row: number, places: ReadonlyMap<Head, number>): Line {
  return {
    sheet: sheet.name,
    row: row + 1,
    text: head => {
      const column = places.get(head)
      return column === undefined ? '' : textOf(cellIn(sheet, row, column))
    },
    fault: (head, message) => {
      const column = places.get(head)
      return fault(sheet.name, row + 1, column === undefined ? null : columnName(column), message)
    }
  }
}

/** As it is seen in the spreadsheet; 12% is 12. */
function textOf(cell: ReadCell | undefined): string {
  if (cell === undefined || cell.value === null || cell.kind === 'error') return ''
  if (typeof cell.value === 'string') return unescapeFormula(cell.value).trim()
  if (typeof cell.value === 'boolean') return cell.value ? 'yes' : 'no'
  return String(Number((cell.kind === 'percent' ? cell.value * 100 : cell.value).toPrecision(15)))
}
