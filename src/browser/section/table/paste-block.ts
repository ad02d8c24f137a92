// Pastes a block of cells into a section and says what did not fit.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { focusCell } from './cell-id.ts'
import { planPaste } from './paste.ts'

export interface PasteReport {
  pasted: number
  notPossible: number
  misfits: { place: string; text: string; reason: string }[]
  /** Reverts this paste, whatever was typed since, and returns to its first cell. */
  undo: () => void
}

/** Pastes from a cell on. The active cell stays active: what is typed in it next is a step of its own. */
export function pasteBlock(
  engine: SectionEngine,
  from: CellModel,
  block: readonly (readonly string[])[]
): PasteReport {
  const { editing, store } = engine
  const { table } = from
  const plan = planPaste(block, { row: from.row, column: from.column }, (row, column) => {
    const at = cellAt(table, row, column)
    return at === null ? null : { key: at.key, closedBecause: closedBecause(engine, at) }
  })
  const step = editing.paste(plan.changes)
  editing.enter(from.key)
  return {
    pasted: plan.changes.length,
    notPossible: plan.changes.filter(({ key }) => errorOf(store.get(key)) !== null).length,
    misfits: plan.misfits.map(({ row, column, text, reason }) => ({
      place: cellReference(table, row, column),
      text,
      reason
    })),
    undo: () => {
      editing.revertStep(step)
      focusCell(from.key)
    }
  }
}

function closedBecause({ store }: SectionEngine, cell: CellModel): string | null {
  if (isCalculated(cell.question)) return 'calculated'
  return isOpenCell(cell) && !store.get(cell.key).isHidden ? null : 'does not apply'
}

function cellReference(table: TableModel, row: number, column: number): string {
  const names = [
    table.rowNames[row] ?? `${row - table.rowNames.length + 1} below the last row`,
    table.columnNames[column] ?? `${column - table.columnNames.length + 1} right of the last column`
  ]
  return names.filter(name => name !== '').join(', ')
}
