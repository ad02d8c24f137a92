// Keyboard navigation as in Excel, as pure functions: what a key does at a position of a grid, counted from
// 0.

export interface CellPosition {
  row: number
  column: number
}

export interface GridShape {
  rows: number
  columns: number
  /** Whether a cell can be entered; the cursor skips the others. */
  isOpen: (place: CellPosition) => boolean
  /** Whether a cell contains something; Ctrl+arrow stops at the edges of filled areas. */
  isFilled: (place: CellPosition) => boolean
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
  | { does: 'move'; to: CellPosition }
  | { does: 'edit' | 'revert' | 'clear' | 'clear row' | 'undo' | 'redo' }
  /** Left to the browser. */
  | { does: 'nothing' }

const PAGE_ROWS = 10
const NO_KEY_ACTION: KeyOutcome = { does: 'nothing' }

const ARROW_STEPS: Record<string, CellPosition> = {
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
  at: CellPosition,
  press: KeyPress,
  mode: CellMode,
  tabbedFrom: number | null = null
): KeyOutcome {
  if (press.alt) return NO_KEY_ACTION
  if (press.ctrl) return withCtrl(shape, at, press, mode)
  if (press.key === 'Enter') return enter(shape, at, press.shift, tabbedFrom)
  if (press.key === 'Escape') return { does: 'revert' }
  if (press.key === 'F2') return { does: 'edit' }
  if (mode === 'edit') return NO_KEY_ACTION
  if (press.key === 'Delete') return clearKey(shape, press)
  if (press.shift) return NO_KEY_ACTION
  const arrow = ARROW_STEPS[press.key]
  if (arrow) return moveTo(at, stepFrom(shape, at, arrow))
  const leap = leaps[press.key]
  return leap ? moveTo(at, leap(shape, at)) : NO_KEY_ACTION
}

function clearKey({ hasOwnRows }: GridShape, { shift }: KeyPress): KeyOutcome {
  if (!shift) return { does: 'clear' }
  return hasOwnRows ? { does: 'clear row' } : NO_KEY_ACTION
}

const leaps: Record<string, (shape: GridShape, at: CellPosition) => CellPosition | null> = {
  Home: (shape, at) => firstOpen(shape, { row: at.row, column: 0 }, { row: 0, column: 1 }),
  End: (shape, at) => firstOpen(shape, { row: at.row, column: shape.columns - 1 }, { row: 0, column: -1 }),
  PageDown: (shape, at) => page(shape, at, 1),
  PageUp: (shape, at) => page(shape, at, -1)
}

function withCtrl(shape: GridShape, at: CellPosition, press: KeyPress, mode: CellMode): KeyOutcome {
  const key = press.key.toLowerCase()
  if (key === 'z') return { does: press.shift ? 'redo' : 'undo' }
  if (key === 'y') return { does: 'redo' }
  if (mode === 'edit' || press.shift) return NO_KEY_ACTION
  const arrow = ARROW_STEPS[press.key]
  if (arrow) return moveTo(at, edgeFrom(shape, at, arrow))
  if (press.key === 'Home') return moveTo(at, corner(shape, 1))
  if (press.key === 'End') return moveTo(at, corner(shape, -1))
  return NO_KEY_ACTION
}

const moveTo = (at: CellPosition, to: CellPosition | null): KeyOutcome => ({ does: 'move', to: to ?? at })

/** Enter goes down, Shift+Enter up; after a run of Tabs, to the column where the run began. */
function enter(shape: GridShape, at: CellPosition, isUp: boolean, tabbedFrom: number | null): KeyOutcome {
  const direction = { row: isUp ? -1 : 1, column: 0 }
  const from = tabbedFrom === null || isUp ? at : { row: at.row, column: tabbedFrom }
  return moveTo(at, stepFrom(shape, from, direction) ?? stepFrom(shape, at, direction))
}

const isInside = (shape: GridShape, { row, column }: CellPosition): boolean =>
  row >= 0 && row < shape.rows && column >= 0 && column < shape.columns

const offsetPosition = (place: CellPosition, by: CellPosition): CellPosition => ({
  row: place.row + by.row,
  column: place.column + by.column
})

/** The first open cell from a position on, including it. */
function firstOpen(shape: GridShape, from: CellPosition, by: CellPosition): CellPosition | null {
  for (let place = from; isInside(shape, place); place = offsetPosition(place, by))
    if (shape.isOpen(place)) return place
  return null
}

const stepFrom = (shape: GridShape, from: CellPosition, by: CellPosition): CellPosition | null =>
  firstOpen(shape, offsetPosition(from, by), by)

/** Ctrl+arrow: to the end of the filled cells, across a gap to the next filled cell, or to the last cell. */
function edgeFrom(shape: GridShape, at: CellPosition, by: CellPosition): CellPosition | null {
  const next = stepFrom(shape, at, by)
  if (next === null) return null
  const isRun = shape.isFilled(at) && shape.isFilled(next)
  let place = next
  for (let ahead = stepFrom(shape, place, by); ahead !== null; ahead = stepFrom(shape, place, by)) {
    if (isRun ? !shape.isFilled(ahead) : shape.isFilled(place)) return place
    place = ahead
  }
  return place
}

function corner(shape: GridShape, direction: 1 | -1): CellPosition | null {
  const start = direction === 1 ? 0 : shape.rows * shape.columns - 1
  for (let index = start; index >= 0 && index < shape.rows * shape.columns; index += direction) {
    const place = { row: Math.floor(index / shape.columns), column: index % shape.columns }
    if (shape.isOpen(place)) return place
  }
  return null
}

function page(shape: GridShape, at: CellPosition, direction: 1 | -1): CellPosition | null {
  const row = Math.min(shape.rows - 1, Math.max(0, at.row + direction * PAGE_ROWS))
  return firstOpen(shape, { row, column: at.column }, { row: -direction, column: 0 })
}
