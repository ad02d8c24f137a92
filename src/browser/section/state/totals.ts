// Sums of a grid's rows and columns. Blank is not 0: a sum says whether it is complete.

import type { CellValue } from '#contract/questionnaires.ts'
import { isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { plus } from '#domain/figures/decimals.ts'
import type { CellStore } from './cell-store.ts'
import { cellAt, isOpenCell, type CellModel, type TableLine, type TableModel } from './model.ts'

export interface Total {
  text: string
  /** False while one of its cells is blank or invalid. */
  isComplete: boolean
}

export function lineTotal(store: CellStore, table: TableModel, line: TableLine): Total {
  const cells = countedIn(table, line)
  const values = cells.map(cell => cellFigure(store, cell))
  const figures = values.filter(value => typeof value === 'number')
  const isMissing = cells.some((cell, index) => typeof values[index] !== 'number' && isLeft(store, cell))
  return {
    text: figures.length === 0 ? '' : sumText(cells, figures),
    isComplete: !isMissing && figures.length > 0
  }
}

function countedIn(table: TableModel, { is, at }: TableLine): CellModel[] {
  const count = is === 'row' ? table.columnNames.length : table.rowNames.length
  const cells = Array.from({ length: count }, (_, index) =>
    is === 'row' ? cellAt(table, at, index) : cellAt(table, index, at)
  )
  return cells.filter(cell => cell !== null).filter(countsInTotals)
}

/** Durations and other figures cannot be added together. */
function sumText(cells: readonly CellModel[], figures: readonly number[]): string {
  const [figureText, ...others] = new Set(cells.map(cell => typeOf(cell.question).figureText))
  if (figureText === undefined || others.length > 0) return ''
  return figureText(figures.reduce(plus, 0))
}

const countsInTotals = ({ question }: CellModel): boolean => typeOf(question).isSummed

/** A cell's figure as it counts in sums; null where there is none, or it is invalid. */
export function cellFigure(store: CellStore, cell: CellModel): CellValue {
  const state = store.find(cell.key)
  if (state === undefined || state.isHidden) return null
  if (isCalculated(cell.question)) return store.calculated.get(cell.key) ?? null
  return state.check.errors.length > 0 ? null : state.answer.value
}

/** Blank, although it could be filled in. */
function isLeft(store: CellStore, cell: CellModel): boolean {
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
