// A section as an Excel workbook: a visible sheet, and two hidden ones with the cells' keys and the options.

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

/** The bytes of a section's workbook, blank or with the current answers. */
export function xlsxWorkbook(
  source: WorkbookSource,
  kind: WorkbookKind,
  exportedAt: string
): Uint8Array<ArrayBuffer> {
  const exported = exportedSection(source, kind)
  const { rows, positions } = sectionRows(source, exported, exportedAt)
  const lists = optionLists(exported, positions)
  const named = sheetName(source.model.section.section_name)
  const answers: WrittenSheet = {
    name: [KEYS, CHOICES_SHEET].includes(named) ? `${named} of the section` : named,
    rows,
    columns: GRID_WIDTHS,
    isProtected: true,
    isLandscape: exported.tables.some(table => table.columnNames.length > 3),
    validations: [...lists.validations, ...answerValidations(exported, positions)]
  }
  return writeXlsx([
    answers,
    { name: CHOICES_SHEET, isHidden: true, isProtected: true, rows: lists.rows },
    {
      name: KEYS,
      isHidden: true,
      isProtected: true,
      rows: keyRows(source, kind, exportedAt, exported, positions)
    }
  ])
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

/** Each list of options once, in its own column, and the cells that offer it. */
function optionLists(
  exported: ExportedSection,
  positions: readonly SheetPosition[]
): { rows: WrittenRow[]; validations: CellValidation[] } {
  const lists = new Map<string, { names: string[]; cells: string[] }>()
  for (const { key, row, column } of positions) {
    const names = offeredChoices(exported.cells.get(key)?.cell.question)
    if (names.length === 0) continue
    const list = lists.get(JSON.stringify(names)) ?? { names, cells: [] }
    list.cells.push(sheetAddress(row, column))
    lists.set(JSON.stringify(names), list)
  }
  const all = [...lists.values()]
  const longest = Math.max(0, ...all.map(({ names }) => names.length))
  return {
    rows: Array.from({ length: longest }, (_, row) => ({
      cells: all.map(({ names }) => (names[row] === undefined ? null : { value: names[row] }))
    })),
    validations: all.map(({ names, cells }, column) => ({
      cells,
      rule: { list: rangeOf(CHOICES_SHEET, column, 0, names.length - 1) },
      question: `Choose one of the options, or write “${NOT_APPLICABLE}” or “${NOT_AVAILABLE}”.`
    }))
  }
}

function offeredChoices(question: Question | undefined): string[] {
  if (question === undefined) return []
  const { holds, choices } = typeOf(question)
  // Excel's list validation allows one option, not several.
  return holds === 'options' ? [] : choices(question)
}
