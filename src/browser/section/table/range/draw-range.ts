// Draws a range with layers and marked names, so that its cost does not depend on the number of cells.

import type { Rectangle } from '#browser/section/state/cell-range.ts'
import { elementAt, gridRowElements } from './grid-places.ts'

/** Shows a range in a grid, or none. */
export function drawRange(grid: HTMLElement, rectangle: Rectangle | null): void {
  placeLayers(grid, '[data-range-layer]', rectangle)
  const rows = gridRowElements(grid)
  const isIn = (index: number, from: number, to: number): boolean => index >= from && index <= to
  for (const [index, row] of rows.entries())
    markName(row.children[0], rectangle !== null && isIn(index - 1, rectangle.top, rectangle.bottom))
  for (const [index, head] of [...(rows[0]?.children ?? [])].entries())
    markName(head, rectangle !== null && isIn(index - 1, rectangle.left, rectangle.right))
}

/** Rings what was copied in a grid, or nothing. */
export const drawCopied = (grid: HTMLElement, rectangle: Rectangle | null): void =>
  placeLayers(grid, '[data-copied-layer]', rectangle)

function placeLayers(grid: HTMLElement, selector: string, rectangle: Rectangle | null): void {
  const frame = rectangle === null ? null : frameOf(grid, rectangle)
  for (const layer of grid.querySelectorAll<HTMLElement>(selector)) {
    layer.hidden = frame === null
    if (frame !== null) Object.assign(layer.style, frame)
  }
}

function markName(name: Element | undefined, isIn: boolean): void {
  if (name !== undefined && name.hasAttribute('data-in-range') !== isIn)
    name.toggleAttribute('data-in-range', isIn)
}

/** The place of the layers, from the border of the grid. */
function frameOf(grid: HTMLElement, { top, bottom, left, right }: Rectangle): Record<string, string> | null {
  const first = elementAt(grid, { row: top, column: left })
  const last = elementAt(grid, { row: bottom, column: right })
  if (first === null || last === null) return null
  const [origin, start, end] = [grid, first, last].map(element => element.getBoundingClientRect())
  if (!origin || !start || !end) return null
  // The frame covers the lines of the grid on all sides.
  return {
    left: `${start.left - origin.left - grid.clientLeft - 1}px`,
    top: `${start.top - origin.top - grid.clientTop - 1}px`,
    width: `${end.right - start.left + 1}px`,
    height: `${end.bottom - start.top + 1}px`
  }
}
