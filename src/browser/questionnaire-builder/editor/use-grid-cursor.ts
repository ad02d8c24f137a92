import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { CellPosition } from '#browser/section/state/cell-range.ts'
import { ARROW_STEPS } from '#browser/section/table/keyboard.ts'
import { elementAt, gridPositionOf } from '#browser/section/table/range/grid-positions.ts'

interface GridSize {
  rows: number
  columns: number
  hasRowNames: boolean
}

/** A roving tabindex for a grid of buttons: one tab stop, and arrow keys move. The names of rows are in column −1, those of columns in row −1. */
export function useGridCursor({ rows, columns, hasRowNames }: GridSize) {
  const [focused, setFocused] = useState<CellPosition | null>(null)
  const hasButton = ({ row, column }: CellPosition): boolean =>
    row < rows && column < columns && (row >= 0 || column >= 0) && (column >= 0 || hasRowNames)
  const first = columns > 0 ? { row: -1, column: 0 } : { row: 0, column: -1 }
  const stop = focused !== null && hasButton(focused) ? focused : first
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROW_STEPS[event.key]
    const place = gridPositionOf(event.target)
    if (!step || !place || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { grid, at } = place
    const to = { row: at.row + step.row, column: at.column + step.column }
    if (!hasButton(to)) return
    event.preventDefault()
    elementAt(grid, to)?.querySelector('button')?.focus()
  }
  const onFocus = (event: FocusEvent) => setFocused(gridPositionOf(event.target)?.at ?? null)
  return {
    tabIndexAt: (row: number, column: number) => (stop.row === row && stop.column === column ? 0 : -1),
    handlers: { onKeyDown, onFocus }
  }
}
