// Sums of a grid's rows and columns. Blank is not 0: a sum says whether it is complete.
import { isNumeric } from '#domain/cell-rules.ts'
import { formatNumber } from '#domain/number-input.ts'
import type { CellValue } from '#contract/questionnaires.ts'
import { cellAt, isOpenCell, type CellModel, type Line, type TableModel } from './model.ts'
import type { CellStore } from './cell-store.ts'

export interface Total {
  text: string
  /** False while a cell that belongs to it is blank or not possible. */
  isComplete: boolean
}

export function totalOf(store: CellStore, table: TableModel, line: Line): Total {
  const count = line.is === 'row' ? table.columnNames.length : table.rowNames.length
  let sum = 0
  let numbers = 0
  let isComplete = true
  for (let index = 0; index < count; index += 1) {
    const cell = line.is === 'row' ? cellAt(table, line.at, index) : cellAt(table, index, line.at)
    if (cell === null || !countsInTotals(cell)) continue
    const value = valueIn(store, cell)
    if (typeof value === 'number') {
      sum += value
      numbers += 1
    } else if (isMissing(store, cell)) isComplete = false
  }
  return {
    text: numbers === 0 ? '' : formatNumber(Number(sum.toPrecision(12))),
    isComplete: isComplete && numbers > 0
  }
}

export const countsInTotals = ({ question }: CellModel): boolean =>
  isNumeric(question.question_type) || question.question_type === 'calculated'

function valueIn(store: CellStore, cell: CellModel): CellValue {
  const state = store.find(cell.key)
  if (state === undefined || state.isHidden) return null
  if (cell.question.question_type === 'calculated') return store.calculated.get(cell.key) ?? null
  return state.check.errors.length > 0 ? null : state.answer.value
}

function isMissing(store: CellStore, cell: CellModel): boolean {
  const state = store.find(cell.key)
  return (
    isOpenCell(cell) &&
    state !== undefined &&
    !state.isHidden &&
    !state.isUnusedRow &&
    !state.answer.is_not_applicable &&
    !state.answer.is_not_available
  )
}
