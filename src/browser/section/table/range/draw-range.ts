// Draws a range with layers and marked names, so that its cost does not depend on the number of cells.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rectangleOf, type Rectangle } from '#browser/section/state/cell-range.ts'
import { elementAt, gridRowElements } from './grid-positions.ts'

/** Draws the range of a form as it changes, as its rows are laid out, and as the table scrolls. Returns a function that stops it. */
export function drawRanges({
  engine: { $range },
  element
}: {
  engine: SectionEngine
  element: HTMLElement
}): () => void {
  const stop = new AbortController()
  let drawn: HTMLElement | null = null
  const draw = (): void => {
    const range = $range.get()
    const grid =
      range === null ? null : element.querySelector<HTMLElement>(`[data-table="${range.table.id}"]`)
    if (drawn !== null && drawn !== grid) {
      drawRange(drawn, null)
      resized.disconnect()
    }
    if (grid !== null && range !== null) drawRange(grid, rectangleOf(range))
    if (grid !== null && grid !== drawn) resized.observe(grid)
    drawn = grid
  }
  const resized = new ResizeObserver(draw)
  const stopFollowing = $range.listen(draw)
  // The frame must not cover the names of the rows, below which the cells scroll.
  const place = (): void => {
    const range = $range.get()
    if (drawn !== null && range !== null) placeRange(drawn, rectangleOf(range))
  }
  document.addEventListener('scroll', place, { signal: stop.signal, capture: true, passive: true })
  return () => {
    stop.abort()
    stopFollowing()
    resized.disconnect()
  }
}

const placeRange = (grid: HTMLElement, rectangle: Rectangle | null): void =>
  placeLayers(grid, '[data-range-layer]', rectangle)

/** Shows a range in a grid, or none. */
export function drawRange(grid: HTMLElement, rectangle: Rectangle | null): void {
  placeRange(grid, rectangle)
  const rows = gridRowElements(grid)
  const isIn = (index: number, from: number, to: number): boolean => index >= from && index <= to
  for (const [index, row] of rows.entries())
    markName(row.children[0], rectangle !== null && isIn(index - 1, rectangle.top, rectangle.bottom))
  for (const [index, head] of [...(rows[0]?.children ?? [])].entries())
    markName(head, rectangle !== null && isIn(index - 1, rectangle.left, rectangle.right))
}

/** Rings what was copied in a grid, or nothing. The ring is made when something is first copied. */
export function drawCopied(grid: HTMLElement, rectangle: Rectangle | null): void {
  if (grid.querySelector('[data-copied-layer]') === null) {
    const ring = document.createElement('div')
    ring.dataset['copiedLayer'] = ''
    ring.ariaHidden = 'true'
    grid.append(ring)
  }
  placeLayers(grid, '[data-copied-layer]', rectangle)
}

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

/** How far the fill handle may reach out of the frame. */
const HANDLE = 8

/** The place of the layers, from the border of the grid. */
function frameOf(grid: HTMLElement, { top, bottom, left, right }: Rectangle): Record<string, string> | null {
  const first = elementAt(grid, { row: top, column: left })
  const last = elementAt(grid, { row: bottom, column: right })
  if (first === null || last === null) return null
  const [origin, start, end] = [grid, first, last].map(element => element.getBoundingClientRect())
  if (!origin || !start || !end) return null
  // The names stay in sight above the cells that have scrolled below them.
  const names = elementAt(grid, { row: top, column: -1 })?.getBoundingClientRect().right ?? 0
  const below = names - start.left
  // The frame covers the lines of the grid on all sides.
  return {
    clipPath: below > 1 ? `inset(-${HANDLE}px -${HANDLE}px -${HANDLE}px ${below + 1}px)` : 'none',
    left: `${start.left - origin.left - grid.clientLeft - 1}px`,
    top: `${start.top - origin.top - grid.clientTop - 1}px`,
    width: `${end.right - start.left + 1}px`,
    height: `${end.bottom - start.top + 1}px`
  }
}
