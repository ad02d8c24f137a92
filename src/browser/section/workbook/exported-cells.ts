// The cells of a section for export, the same for every file format.

import { BLANK_ANSWER } from '#browser/section/state/merge.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { isAnswerable, isAnswered } from '#domain/answers/cell-rules.ts'
import type { DerivedState } from '#domain/formulas/derivation.ts'
import { serializeAnswer, exportedValue, type ExportedValue } from './exported-answer.ts'
import type { WorkbookKind, WorkbookSource } from './source.ts'

export interface ExportedCell {
  cell: CellModel
  shown: ExportedValue
  isOpen: boolean
  version: number
  /**
   * For the merge. A blank form contains no answers, so that it can be shared; its versions show whether
   * something has changed since.
   */
  remembered: string
}

export interface ExportedSection {
  tables: TableModel[]
  cells: Map<string, ExportedCell>
}

/** Blank rows after the last row that is started. */
const SPARE_ROWS = 50

/** The repeating rows that contain something, and some blank ones. */
function withSpareRows(table: TableModel, isFilled: (key: string) => boolean): TableModel {
  const last = table.cells.findLastIndex(cells => cells.some(cell => cell !== null && isFilled(cell.key)))
  return {
    ...table,
    rowNames: table.rowNames.slice(0, last + 1 + SPARE_ROWS),
    cells: table.cells.slice(0, last + 1 + SPARE_ROWS)
  }
}

export function exportedSection({ model, currentCell }: WorkbookSource, kind: WorkbookKind): ExportedSection {
  const derived: DerivedState = {
    answerOf: key => currentCell(key).answer.value,
    calculated: new Map(),
    hidden: new Set()
  }
  model.derivation.deriveAll(derived)
  const exported = (cell: CellModel): ExportedCell => {
    const { answer, version } = currentCell(cell.key)
    const isOpen = isAnswerable(cell.question)
    const calculated: CellValue = derived.calculated.get(cell.key) ?? null
    const shown =
      kind === 'blank'
        ? null
        : isOpen
          ? exportedValue(cell.question, answer)
          : exportedValue(cell.question, { ...BLANK_ANSWER, value: calculated })
    return {
      cell,
      shown,
      isOpen,
      version,
      remembered: kind === 'blank' || !isOpen ? '' : serializeAnswer(answer)
    }
  }
  const tables = model.tables.map(table =>
    isRepeating(table) ? withSpareRows(table, key => isAnswered(currentCell(key).answer)) : table
  )
  const cells = tables.flatMap(table => table.cells.flat()).filter(cell => cell !== null)
  return { tables, cells: new Map(cells.map(cell => [cell.key, exported(cell)])) }
}
