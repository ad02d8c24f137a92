// Sections as an Excel workbook: a visible sheet and a hidden one with the cells' keys for each, and a hidden one with all options.

import type { Question } from '#contract/questionnaires.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { sheetAddress } from '#lib/xlsx/addresses.ts'
import {
  rangeOf,
  sheetName,
  writeXlsx,
  type CellValidation,
  type WrittenRow,
  type WrittenSheet
} from '#lib/xlsx/write.ts'
import { answerValidations } from './answer-validations.ts'
import { NOT_APPLICABLE, NOT_AVAILABLE } from './exported-answer.ts'
import { exportedSection, type ExportedSection } from './exported-cells.ts'
import { fileKey } from './imported-file.ts'
import { sectionRows, type SheetPosition } from './sheet-rows.ts'
import { workbookReference, referenceText, type WorkbookKind, type WorkbookSource } from './source.ts'

const KEYS = 'Keys'
const CHOICES_SHEET = 'Lists'
export const KEY_HEADINGS = ['Key', 'Row', 'Column', 'Version', 'As exported'] as const

const GRID_WIDTHS = [{ width: 8, isHidden: true }, { width: 46 }, { width: 10 }, { width: 18, count: 60 }]

/** The bytes of a workbook of some sections, blank or with the current answers. */
export function xlsxWorkbook(
  sources: readonly WorkbookSource[],
  kind: WorkbookKind,
  exportedAt: string
): Uint8Array<ArrayBuffer> {
  const lists = new OptionLists()
  const keyNames = sources.map((_, index) => (index === 0 ? KEYS : `${KEYS} ${index + 1}`))
  const taken = new Set([CHOICES_SHEET, ...keyNames].map(name => name.toLowerCase()))
  const sheets = sources.map((source, index) => {
    const exported = exportedSection(source, kind)
    const { rows, positions } = sectionRows(source, exported, exportedAt)
    const answers: WrittenSheet = {
      name: freeSheetName(sheetName(source.model.section.section_name), taken),
      rows,
      columns: GRID_WIDTHS,
      isProtected: true,
      isLandscape: exported.tables.some(table => table.columnNames.length > 3),
      validations: [...lists.validate(exported, positions), ...answerValidations(exported, positions)]
    }
    const keys: WrittenSheet = {
      name: keyNames[index]!,
      isHidden: true,
      isProtected: true,
      rows: keyRows(source, kind, exportedAt, exported, positions)
    }
    return { answers, keys }
  })
  return writeXlsx([
    ...sheets.map(({ answers }) => answers),
    { name: CHOICES_SHEET, isHidden: true, isProtected: true, rows: lists.rows() },
    ...sheets.map(({ keys }) => keys)
  ])
}

const MAX_SHEET_NAME_LENGTH = 31

/** Two sheets of a workbook must differ in more than capital letters. */
function freeSheetName(name: string, taken: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count})`
    const free = name.slice(0, MAX_SHEET_NAME_LENGTH - suffix.length).trimEnd() + suffix
    if (taken.has(free.toLowerCase())) continue
    taken.add(free.toLowerCase())
    return free
  }
}

const textRow = (...values: string[]): WrittenRow => ({ cells: values.map(value => ({ value })) })

function keyRows(
  source: WorkbookSource,
  kind: WorkbookKind,
  exportedAt: string,
  exported: ExportedSection,
  positions: readonly SheetPosition[]
): WrittenRow[] {
  return [
    textRow('Reference', referenceText(workbookReference(source, kind))),
    textRow('Exported at', exportedAt),
    textRow(...KEY_HEADINGS),
    ...positions.map(({ key, rowName, columnName }) => {
      const cell = exported.cells.get(key)
      return textRow(fileKey(key), rowName, columnName, String(cell?.version ?? 0), cell?.remembered ?? '')
    })
  ]
}

/** Each list of options of a workbook once, in a column of its own. */
class OptionLists {
  private readonly lists = new Map<string, string[]>()

  /** The validations of a section's cells that offer a list. */
  validate(exported: ExportedSection, positions: readonly SheetPosition[]): CellValidation[] {
    const cellsOfList = new Map<string, string[]>()
    for (const { key, row, column } of positions) {
      const names = offeredChoices(exported.cells.get(key)?.cell.question)
      if (names.length === 0) continue
      const list = JSON.stringify(names)
      this.lists.set(list, names)
      const cells = cellsOfList.get(list) ?? []
      cells.push(sheetAddress(row, column))
      cellsOfList.set(list, cells)
    }
    const columns = [...this.lists.keys()]
    return [...cellsOfList].map(([list, cells]) => ({
      cells,
      rule: { list: rangeOf(CHOICES_SHEET, columns.indexOf(list), 0, this.lists.get(list)!.length - 1) },
      question: `Choose one of the options, or write “${NOT_APPLICABLE}” or “${NOT_AVAILABLE}”.`
    }))
  }

  rows(): WrittenRow[] {
    const all = [...this.lists.values()]
    const longest = Math.max(0, ...all.map(names => names.length))
    return Array.from({ length: longest }, (_, row) => ({
      cells: all.map(names => (names[row] === undefined ? null : { value: names[row] }))
    }))
  }
}

function offeredChoices(question: Question | undefined): string[] {
  if (question === undefined) return []
  const { holds, choices } = typeOf(question)
  // Excel's list validation allows one option, not several.
  return holds === 'options' ? [] : choices(question)
}
