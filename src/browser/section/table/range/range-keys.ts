// What keys do to a range of cells, as in Excel: pure functions over positions counted from 0.

import { isSamePosition, type CellPosition, type RangeEnds } from '#browser/section/state/cell-range.ts'
import { ARROW_STEPS, edgeFrom, PAGE_ROWS, type KeyPress } from '#browser/section/table/keyboard.ts'

/** A grid as ranges see it: unlike the cursor, they include cells that cannot be answered, and totals. */
export interface RangeShape {
  rows: number
  columns: number
  hasRowTotals: boolean
  hasColumnTotals: boolean
  /** Whether a cell contains something; Ctrl+Shift+arrow stops at the edges of filled areas. */
  isFilled: (place: CellPosition) => boolean
}

/** The range after a key, from the active cell or the range that there is; null for a key that selects nothing. */
export function rangeAfterKey(
  shape: RangeShape,
  { anchor, focus }: RangeEnds,
  { key, ctrl, shift, alt }: KeyPress
): RangeEnds | null {
  if (alt) return null
  const last = { row: shape.rows - 1, column: shape.columns - 1 }
  if (ctrl && !shift && key.toLowerCase() === 'a') return selectAll(shape, { anchor, focus })
  if (key === ' ' && ctrl !== shift) return shift ? wholeRow(anchor, last) : wholeColumn(anchor, last)
  if (!shift) return null
  const to = ctrl ? leapTo(shape, focus, key, last) : stepTo(shape, focus, key, last)
  return to === null ? null : { anchor, focus: to }
}

const wholeRow = ({ row }: CellPosition, last: CellPosition): RangeEnds => ({
  anchor: { row, column: 0 },
  focus: { row, column: last.column }
})

const wholeColumn = ({ column }: CellPosition, last: CellPosition): RangeEnds => ({
  anchor: { row: 0, column },
  focus: { row: last.row, column }
})

/** The range of a row's or column's name; of both, where they meet, of the whole table. */
export function rangeOfHeading(shape: RangeShape, { row, column }: CellPosition): RangeEnds {
  const last = { row: shape.rows - 1, column: shape.columns - 1 }
  if (row < 0 && column < 0) return { anchor: { row: 0, column: 0 }, focus: last }
  return row < 0 ? wholeColumn({ row, column }, last) : wholeRow({ row, column }, last)
}

/** All answers; pressed again, the totals too. */
function selectAll(shape: RangeShape, now: RangeEnds): RangeEnds {
  const anchor = { row: 0, column: 0 }
  const answers = { anchor, focus: { row: shape.rows - 1, column: shape.columns - 1 } }
  return isSameRange(now, answers) ? { anchor, focus: lastPosition(shape) } : answers
}

const isSameRange = (one: RangeEnds, other: RangeEnds): boolean =>
  isSamePosition(one.anchor, other.anchor) && isSamePosition(one.focus, other.focus)

/** The last position, be it a total. */
const lastPosition = ({ rows, columns, hasRowTotals, hasColumnTotals }: RangeShape): CellPosition => ({
  row: rows - (hasColumnTotals ? 0 : 1),
  column: columns - (hasRowTotals ? 0 : 1)
})

function stepTo(shape: RangeShape, from: CellPosition, key: string, last: CellPosition): CellPosition | null {
  const pages: Record<string, number> = { PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS }
  const ends: Record<string, number> = { Home: 0, End: last.column }
  const step = ARROW_STEPS[key] ?? (pages[key] === undefined ? undefined : { row: pages[key], column: 0 })
  if (step !== undefined)
    return clampTo(lastPosition(shape), { row: from.row + step.row, column: from.column + step.column })
  return ends[key] === undefined ? null : { row: from.row, column: ends[key] }
}

const clampTo = (end: CellPosition, { row, column }: CellPosition): CellPosition => ({
  row: Math.min(Math.max(0, row), end.row),
  column: Math.min(Math.max(0, column), end.column)
})

function leapTo(shape: RangeShape, from: CellPosition, key: string, last: CellPosition): CellPosition | null {
  if (key === 'Home') return { row: 0, column: 0 }
  if (key === 'End') return last
  const step = ARROW_STEPS[key]
  if (step === undefined) return null
  // The last answers are a stop on the way to their totals.
  const isPastRows = from.row >= last.row && step.row > 0
  const isPastColumns = from.column >= last.column && step.column > 0
  const end = lastPosition(shape)
  const area = {
    rows: (isPastRows || from.row > last.row ? end.row : last.row) + 1,
    columns: (isPastColumns || from.column > last.column ? end.column : last.column) + 1,
    isOpen: () => true,
    isFilled: shape.isFilled
  }
  return edgeFrom(area, from, step) ?? from
}
