// Finds the cells of each section in an uploaded workbook, wherever on its sheet they are by now.

import { unescapeFormula } from '#lib/escape-formula.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'
import { sheetCell, readXlsx, type ReadCell, type ReadSheet } from '#lib/xlsx/read.ts'
import {
  fileCell,
  UNKNOWN_FILE,
  OTHER_FORMAT,
  withoutDuplicates,
  type FileCell,
  type ImportedFile
} from './imported-file.ts'
import { isCornerOf } from './sheet-rows.ts'
import { isReference, readReference } from './source.ts'
import { KEY_HEADINGS } from './xlsx-workbook.ts'

const NO_POSITIONS =
  'The hidden first row or column of the section’s sheet has been removed, so its cells cannot be told apart. Download the workbook again.'

/** One entry for each section of the workbook, in the order of its sheets of keys. */
export function readXlsxWorkbook(bytes: Uint8Array): Result<ImportedFile[]> {
  const sheets = readXlsx(bytes)
  if (!sheets.ok) return sheets
  const keySheets = sheets.value.filter(sheet => isReference(textAt(sheet, 0, 1)))
  if (keySheets.length === 0) return err(UNKNOWN_FILE)
  const files = new Map<number, ImportedFile>()
  for (const keys of keySheets) {
    const file = sectionFile(keys, sheets.value)
    if (file === null) return err(OTHER_FORMAT)
    const { sectionId } = file.reference
    if (!files.has(sectionId)) files.set(sectionId, file)
  }
  const all = [...files.values()]
  return all.every(({ sheetFault }) => sheetFault !== null) ? err(NO_POSITIONS) : ok(all)
}

function sectionFile(keys: ReadSheet, sheets: readonly ReadSheet[]): ImportedFile | null {
  const reference = readReference(textAt(keys, 0, 1))
  if (reference === null || KEY_HEADINGS.some((head, column) => textAt(keys, 2, column) !== head)) return null
  const file = { reference, exportedAt: textAt(keys, 1, 1), fileKind: 'xlsx', delimiter: null } as const
  const found = sheets.flatMap(sheet => positionsOn(sheet, reference.sectionId) ?? [])[0]
  if (found === undefined) return { ...file, sheetFault: NO_POSITIONS, cells: [], unkeyed: [], repeated: [] }
  const cells = [...keys.rows.keys()].filter(row => row > 2).flatMap(row => keyedCells(keys, row, found))
  return { ...file, sheetFault: null, unkeyed: valuesInOtherRows(found), ...withoutDuplicates(cells) }
}

function textAt(sheet: ReadSheet, row: number, column: number): string {
  const { value = null } = sheetCell(sheet, row, column) ?? {}
  return value === null ? '' : unescapeFormula(String(value))
}

/**
 * The positions of named rows and columns. A copied row occurs twice with the same name, and so do its
 * cells.
 */
interface Positions {
  sheet: ReadSheet
  /** The first visible column: the names of the rows. */
  nameColumn: number
  rows: Map<string, number[]>
  /** All rows that have a name. */
  named: ReadonlySet<number>
  columns: Map<string, number[]>
  sectionId: number
}

function positionsOn(sheet: ReadSheet, sectionId: number): Positions | null {
  for (const [cornerRow, cells] of sheet.rows) {
    for (const [cornerColumn, cell] of cells) {
      if (!isCornerOf(cell.value, sectionId)) continue
      const columns = new Map<string, number[]>()
      const rows = new Map<string, number[]>()
      for (const [column, { value }] of cells) note(columns, /^c\d+$/, value, column)
      for (const [row, line] of sheet.rows) note(rows, /^r\d+$/, line.get(cornerColumn)?.value ?? null, row)
      if (cornerRow >= 0 && rows.size > 0 && columns.size > 0)
        return {
          sheet,
          nameColumn: cornerColumn + 1,
          rows,
          named: new Set([...rows.values()].flat()),
          columns,
          sectionId
        }
    }
  }
  return null
}

function note(names: Map<string, number[]>, shape: RegExp, value: ReadCell['value'], at: number): void {
  if (typeof value === 'string' && shape.test(value)) names.set(value, [...(names.get(value) ?? []), at])
}

const EMPTY_CELL: ReadCell = { kind: 'nothing', value: null, isFormula: false }

/** The cells of one line of keys: none if its row or column was deleted, several if it was copied. */
function keyedCells(keys: ReadSheet, line: number, found: Positions): FileCell[] {
  const { sheet, nameColumn, rows, columns } = found
  const [key, rowName, columnName, version, remembered] = [0, 1, 2, 3, 4].map(column =>
    textAt(keys, line, column)
  ) as [string, string, string, string, string]
  const recorded = { key, version, remembered }
  return (rows.get(rowName) ?? []).flatMap(row =>
    (columns.get(columnName) ?? []).map(column => {
      const { kind, value, isFormula } = sheetCell(sheet, row, column) ?? EMPTY_CELL
      const labels = { name: textAt(sheet, row, nameColumn), heading: headingAt(found, row, column) }
      return fileCell(recorded, labels, { kind, value }, isFormula)
    })
  )
}

/** The headings of a table stand in the first row above that has no name of its own. */
function headingAt({ sheet, named, columns }: Positions, row: number, column: number): FileCell['heading'] {
  let above = row - 1
  while (named.has(above)) above -= 1
  return {
    own: textAt(sheet, above, column),
    all: [...columns.values()].flat().map(other => textAt(sheet, above, other))
  }
}

/** What stands in rows without a name of their own, such as below the last row of a table. */
function valuesInOtherRows({
  sheet,
  nameColumn,
  named,
  columns,
  sectionId
}: Positions): ImportedFile['unkeyed'] {
  const first = Math.min(...named)
  const answers = [...columns.values()].flat()
  return [...sheet.rows.keys()]
    .filter(
      row => row > first && !named.has(row) && !isCornerOf(textAt(sheet, row, nameColumn - 1), sectionId)
    )
    .flatMap(row =>
      answers.flatMap(column => {
        const text = textAt(sheet, row, column)
        return text === '' ? [] : [{ place: sheetAddress(row, column), text }]
      })
    )
}
