// Where a cell stands in its grid, from the positions that the grid tells assistive technology.

import type { CellPosition } from '#browser/section/state/cell-range.ts'

export interface GridPosition {
  grid: HTMLElement
  /** −1 in the headings of columns, and in the names of rows. */
  at: CellPosition
}

/** The position of the cell or heading that an element is in; null outside of grids. */
export function gridPositionOf(element: EventTarget | null): GridPosition | null {
  if (!(element instanceof Element)) return null
  const cell = element.closest('[role=gridcell],[role=rowheader],[role=columnheader]')
  const row = cell?.closest('[role=row]')
  const grid = row?.closest<HTMLElement>('[role=grid]')
  if (!cell || !row || !grid) return null
  // Both count from 1, with the headings.
  return {
    grid,
    at: { row: indexIn(row, 'aria-rowindex') - 2, column: indexIn(cell, 'aria-colindex') - 2 }
  }
}

const indexIn = (element: Element, name: string): number => Number.parseInt(element.getAttribute(name) ?? '')

/** The rows of a grid, its headings first. */
export const gridRowElements = (grid: HTMLElement): HTMLElement[] => [
  ...grid.querySelectorAll<HTMLElement>('[role=row]')
]

export function elementAt(grid: HTMLElement, { row, column }: CellPosition): HTMLElement | null {
  const element = gridRowElements(grid)[row + 1]?.children[column + 1]
  return element instanceof HTMLElement ? element : null
}
