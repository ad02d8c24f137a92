// A range of cells: a rectangle of a grid from an anchor to a focus, over every cell between them, whether it can be
// answered or not. The totals are the row and column after the last.

import { countOf } from '#lib/format.ts'
import { cellAt, type CellModel, type TableModel } from './model.ts'

/** Counted from 0. */
export interface CellPosition {
  row: number
  column: number
}

/** Where a range begins, and the opposite corner, which Shift and a key move. */
export interface RangeEnds {
  anchor: CellPosition
  focus: CellPosition
}

export interface CellRange extends RangeEnds {
  table: TableModel
}

/** Includes all four sides. */
export interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

export const isSamePosition = (one: CellPosition, other: CellPosition): boolean =>
  one.row === other.row && one.column === other.column

export const rectangleOf = ({ anchor, focus }: RangeEnds): Rectangle => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column)
})

export const rangeSize = ({ top, bottom, left, right }: Rectangle): number =>
  (bottom - top + 1) * (right - left + 1)

export const isWithin = ({ top, bottom, left, right }: Rectangle, { row, column }: CellPosition): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** The positions of a rectangle, row by row. */
export const positionsIn = ({ top, bottom, left, right }: Rectangle): CellPosition[][] =>
  Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (_column, across) => ({
      row: top + down,
      column: left + across
    }))
  )

/** The questions of a range, row by row. Gaps and totals are none. */
export const cellsInRange = (range: CellRange): CellModel[] =>
  positionsIn(rectangleOf(range)).flatMap(row =>
    row.flatMap(({ row: at, column }) => cellAt(range.table, at, column) ?? [])
  )

/** 'Day shift, Band 5 to Night shift, Support'; totals have their heading as a name. */
export function rangeName(range: CellRange): string {
  const { top, bottom, left, right } = rectangleOf(range)
  const { rowNames, columnNames } = range.table
  const name = (row: number, column: number): string =>
    `${rowNames[row] ?? 'Total'}, ${columnNames[column] ?? 'Total'}`
  const [first, last] = [name(top, left), name(bottom, right)]
  return first === last ? first : `${first} to ${last}`
}

/** What is said about a range when it changes; nothing about a single cell, which the focus tells. */
export function rangeAnnouncement(range: CellRange): string {
  const size = rangeSize(rectangleOf(range))
  return size === 1 ? '' : `${countOf(size, 'cell')} selected: ${rangeName(range)}.`
}
