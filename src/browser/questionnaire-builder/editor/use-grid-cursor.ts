import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { CellPosition } from '#browser/section/state/cell-range.ts'
import { ARROW_STEPS } from '#browser/section/table/keyboard.ts'

interface GridSize {
  rows: number
  columns: number
  hasRowNames: boolean
}

/** Where an element of a grid is, with the names as row 0 and column 0; null outside of its cells. */
function positionOf(element: Element): CellPosition | null {
  const row = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  const column = element.closest('[aria-colindex]')?.getAttribute('aria-colindex')
  return row && column ? { row: Number(row) - 1, column: Number(column) - 1 } : null
}

const buttonAt = (grid: Element, { row, column }: CellPosition): HTMLElement | null =>
  grid.querySelector<HTMLElement>(`[aria-rowindex="${row + 1}"] > [aria-colindex="${column + 1}"] button`)

/** One stop of Tab in a grid of buttons, from which the arrow keys lead to the others. */
export function useGridCursor({ rows, columns, hasRowNames }: GridSize) {
  const [focused, setFocused] = useState<CellPosition | null>(null)
  const isInside = ({ row, column }: CellPosition): boolean =>
    row <= rows && column <= columns && row + column > 0 && (column > 0 || hasRowNames)
  const first = columns > 0 ? { row: 0, column: 1 } : { row: 1, column: 0 }
  const stop = focused !== null && isInside(focused) ? focused : first
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = ARROW_STEPS[event.key]
    const from = event.target instanceof Element ? positionOf(event.target) : null
    if (!step || !from || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const next = buttonAt(event.currentTarget, {
      row: from.row + step.row,
      column: from.column + step.column
    })
    if (next === null) return
    event.preventDefault()
    next.focus()
  }
  const onFocus = (event: FocusEvent) => setFocused(positionOf(event.target))
  return {
    tabIndexAt: (row: number, column: number) => (stop.row === row && stop.column === column ? 0 : -1),
    handlers: { onKeyDown, onFocus }
  }
}
