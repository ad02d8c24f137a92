// Keyboard navigation as in Excel, as pure functions: what a key does at a position of a grid, counted from
// 0.

export interface GridPosition {
  row: number
  column: number
}

export interface GridShape {
  rows: number
  columns: number
  /** Whether a cell can be entered; the cursor skips the others. */
  isOpen: (place: GridPosition) => boolean
  /** Whether a cell contains something; Ctrl+arrow stops at the edges of filled areas. */
  isFilled: (place: GridPosition) => boolean
  /** Whether the user has added the rows and can clear one as a whole. */
  hasOwnRows: boolean
}

export interface KeyPress {
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
}

/** `ready`: the cell is selected and typing replaces it. `edit`: the caret is inside, as after F2. */
export type CellMode = 'ready' | 'edit'

export type KeyOutcome =
  | { does: 'move'; to: GridPosition }
  | { does: 'edit' | 'revert' | 'clear' | 'clear row' | 'undo' | 'redo' }
  /** Left to the browser. */
  | { does: 'nothing' }

const PAGE_ROWS = 10
const nothing: KeyOutcome = { does: 'nothing' }

const arrows: Record<string, GridPosition> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 }
}

/**
 * What a key does. `tabbedFrom` is the column where a run of Tabs began; Enter returns to it. Tab itself is
 * left to the browser.
 */
export function keyOutcome(
  shape: GridShape,
  at: GridPosition,
  press: KeyPress,
  mode: CellMode,
  tabbedFrom: number | null = null
): KeyOutcome {
  if (press.alt) return nothing
  if (press.ctrl) return withCtrl(shape, at, press, mode)
  if (press.key === 'Enter') return enter(shape, at, press.shift, tabbedFrom)
  if (press.key === 'Escape') return { does: 'revert' }
  if (press.key === 'F2') return { does: 'edit' }
  if (mode === 'edit') return nothing
  if (press.key === 'Delete') return cleared(shape, press)
  if (press.shift) return nothing
  const arrow = arrows[press.key]
  if (arrow) return moved(at, step(shape, at, arrow))
  const leap = leaps[press.key]
  return leap ? moved(at, leap(shape, at)) : nothing
}

function cleared({ hasOwnRows }: GridShape, { shift }: KeyPress): KeyOutcome {
  if (!shift) return { does: 'clear' }
  return hasOwnRows ? { does: 'clear row' } : nothing
}

const leaps: Record<string, (shape: GridShape, at: GridPosition) => GridPosition | null> = {
  Home: (shape, at) => firstOpen(shape, { row: at.row, column: 0 }, { row: 0, column: 1 }),
  End: (shape, at) => firstOpen(shape, { row: at.row, column: shape.columns - 1 }, { row: 0, column: -1 }),
  PageDown: (shape, at) => page(shape, at, 1),
  PageUp: (shape, at) => page(shape, at, -1)
}

function withCtrl(shape: GridShape, at: GridPosition, press: KeyPress, mode: CellMode): KeyOutcome {
  const key = press.key.toLowerCase()
  if (key === 'z') return { does: press.shift ? 'redo' : 'undo' }
  if (key === 'y') return { does: 'redo' }
  if (mode === 'edit' || press.shift) return nothing
  const arrow = arrows[press.key]
  if (arrow) return moved(at, edge(shape, at, arrow))
  if (press.key === 'Home') return moved(at, corner(shape, 1))
  if (press.key === 'End') return moved(at, corner(shape, -1))
  return nothing
}

const moved = (at: GridPosition, to: GridPosition | null): KeyOutcome => ({ does: 'move', to: to ?? at })

/** Enter goes down, Shift+Enter up; after a run of Tabs, to the column where the run began. */
function enter(shape: GridShape, at: GridPosition, isUp: boolean, tabbedFrom: number | null): KeyOutcome {
  const direction = { row: isUp ? -1 : 1, column: 0 }
  const from = tabbedFrom === null || isUp ? at : { row: at.row, column: tabbedFrom }
  return moved(at, step(shape, from, direction) ?? step(shape, at, direction))
}

const isInside = (shape: GridShape, { row, column }: GridPosition): boolean =>
  row >= 0 && row < shape.rows && column >= 0 && column < shape.columns

const beside = (place: GridPosition, by: GridPosition): GridPosition => ({
  row: place.row + by.row,
  column: place.column + by.column
})

/** The first open cell from a position on, including it. */
function firstOpen(shape: GridShape, from: GridPosition, by: GridPosition): GridPosition | null {
  for (let place = from; isInside(shape, place); place = beside(place, by))
    if (shape.isOpen(place)) return place
  return null
}

const step = (shape: GridShape, from: GridPosition, by: GridPosition): GridPosition | null =>
  firstOpen(shape, beside(from, by), by)

/** Ctrl+arrow: to the end of the filled cells, across a gap to the next filled cell, or to the last cell. */
function edge(shape: GridShape, at: GridPosition, by: GridPosition): GridPosition | null {
  const next = step(shape, at, by)
  if (next === null) return null
  const isRun = shape.isFilled(at) && shape.isFilled(next)
  let place = next
  for (let ahead = step(shape, place, by); ahead !== null; ahead = step(shape, place, by)) {
    if (isRun ? !shape.isFilled(ahead) : shape.isFilled(place)) return place
    place = ahead
  }
  return place
}

function corner(shape: GridShape, direction: 1 | -1): GridPosition | null {
  const start = direction === 1 ? 0 : shape.rows * shape.columns - 1
  for (let index = start; index >= 0 && index < shape.rows * shape.columns; index += direction) {
    const place = { row: Math.floor(index / shape.columns), column: index % shape.columns }
    if (shape.isOpen(place)) return place
  }
  return null
}

function page(shape: GridShape, at: GridPosition, direction: 1 | -1): GridPosition | null {
  const row = Math.min(shape.rows - 1, Math.max(0, at.row + direction * PAGE_ROWS))
  return firstOpen(shape, { row, column: at.column }, { row: -direction, column: 0 })
}
