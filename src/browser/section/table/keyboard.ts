// Keyboard navigation as in Excel, as pure functions: what a key does at a position of a grid, counted from
// 0, and which fields keep their own keys.

import type { CellPosition } from '#browser/section/state/cell-range.ts'

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

/** What decides where Ctrl+arrow stops. */
type EdgeShape = Pick<GridShape, 'rows' | 'columns' | 'isOpen' | 'isFilled'>

export interface KeyPress {
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
}

export const keyPressOf = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): KeyPress => ({
  key,
  ctrl: ctrlKey || metaKey,
  shift: shiftKey,
  alt: altKey
})

/**
 * What a key does depends on this alone, never on the text that is selected in the field. `selected`: typing
 * replaces the content. `typing` and `editing`: it goes on with the content. As in Excel, arrows end what was
 * begun by typing, and move the caret after F2 or a double click.
 */
export type CellMode = 'selected' | 'typing' | 'editing'

export type KeyOutcome =
  | { does: 'move'; to: CellPosition }
  | { does: 'edit' | 'revert' | 'clear' | 'clear row' | 'undo' | 'redo' }
  /** The browser's own input takes the place of the whole content. */
  | { does: 'replace' }
  /** Neither the cell nor its field changes. */
  | { does: 'ignore' }
  /** Left to the browser. */
  | { does: 'nothing' }

export const PAGE_ROWS = 10
const NO_KEY_ACTION: KeyOutcome = { does: 'nothing' }

/** What input methods and on-screen keyboards report instead of a character. */
const INPUT_METHOD_KEYS = new Set(['Process', 'Unidentified', 'Dead'])

/** AltGr, which types a third character, is reported as Ctrl and Alt. */
const isTextKey = ({ key, ctrl, alt }: KeyPress): boolean =>
  INPUT_METHOD_KEYS.has(key) || ([...key].length === 1 && (!ctrl || alt))

export const ARROW_STEPS: Record<string, CellPosition> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 }
}

/** Only ever typed: Space selects lines too. */
export const isTypedKey = (press: KeyPress): boolean => isTextKey(press) && press.key !== ' '

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
  if (isTextKey(press)) return typeKey(press, mode)
  if (press.alt) return NO_KEY_ACTION
  if (press.ctrl) return withCtrl(shape, at, press, mode)
  if (press.key === 'Enter') return enter(shape, at, press.shift, tabbedFrom)
  if (press.key === 'Escape') return { does: 'revert' }
  if (press.key === 'F2') return { does: 'edit' }
  if (mode === 'editing') return NO_KEY_ACTION
  return navigate(shape, at, press, mode)
}

/** No answer begins with a space, and a space in place of an answer would clear it. */
function typeKey({ key }: KeyPress, mode: CellMode): KeyOutcome {
  if (mode !== 'selected') return NO_KEY_ACTION
  return { does: key === ' ' ? 'ignore' : 'replace' }
}

function navigate(shape: GridShape, at: CellPosition, press: KeyPress, mode: CellMode): KeyOutcome {
  const { key, shift } = press
  if (key === 'Backspace' && mode === 'selected') return { does: 'replace' }
  if (key === 'Delete' && (!shift || shape.hasOwnRows)) return { does: shift ? 'clear row' : 'clear' }
  const step = ARROW_STEPS[key]
  const leap = leaps[key]
  if (shift) return keepSelected(mode, step !== undefined || leap !== undefined || key === 'Delete')
  if (step) return moveTo(at, stepFrom(shape, at, step))
  return leap ? moveTo(at, leap(shape, at)) : NO_KEY_ACTION
}

/** A key by which the browser would select a part of the text, or cut it, does nothing in a selected cell. */
const keepSelected = (mode: CellMode, changesText: boolean): KeyOutcome =>
  mode === 'selected' && changesText ? { does: 'ignore' } : NO_KEY_ACTION

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
  if (mode === 'editing') return NO_KEY_ACTION
  const to = farPosition(shape, at, press.key)
  if (to !== undefined) return press.shift ? keepSelected(mode, true) : moveTo(at, to)
  if (mode === 'typing') return NO_KEY_ACTION
  if (key === 'backspace') return { does: 'replace' }
  return key === 'delete' ? { does: 'clear' } : NO_KEY_ACTION
}

/** Where Ctrl and a key lead; null if they lead nowhere, undefined if the key does not move. */
function farPosition(shape: GridShape, at: CellPosition, key: string): CellPosition | null | undefined {
  if (key === 'Home') return corner(shape, 1)
  if (key === 'End') return corner(shape, -1)
  const arrow = ARROW_STEPS[key]
  return arrow && edgeFrom(shape, at, arrow)
}

const moveTo = (at: CellPosition, to: CellPosition | null): KeyOutcome => ({ does: 'move', to: to ?? at })

/** Enter goes down, Shift+Enter up; after a run of Tabs, to the column where the run began. */
function enter(shape: GridShape, at: CellPosition, isUp: boolean, tabbedFrom: number | null): KeyOutcome {
  const direction = { row: isUp ? -1 : 1, column: 0 }
  const from = tabbedFrom === null || isUp ? at : { row: at.row, column: tabbedFrom }
  return moveTo(at, stepFrom(shape, from, direction) ?? stepFrom(shape, at, direction))
}

const isInside = (shape: EdgeShape, { row, column }: CellPosition): boolean =>
  row >= 0 && row < shape.rows && column >= 0 && column < shape.columns

const offsetPosition = (place: CellPosition, by: CellPosition): CellPosition => ({
  row: place.row + by.row,
  column: place.column + by.column
})

/** The first open cell from a position on, including it. */
function firstOpen(shape: EdgeShape, from: CellPosition, by: CellPosition): CellPosition | null {
  for (let place = from; isInside(shape, place); place = offsetPosition(place, by))
    if (shape.isOpen(place)) return place
  return null
}

const stepFrom = (shape: EdgeShape, from: CellPosition, by: CellPosition): CellPosition | null =>
  firstOpen(shape, offsetPosition(from, by), by)

/** Ctrl+arrow: to the end of the filled cells, across a gap to the next filled cell, or to the last cell. */
export function edgeFrom(shape: EdgeShape, at: CellPosition, by: CellPosition): CellPosition | null {
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

/** A field of a list that the table's keys apply to. A long text and choices keep the browser's own. */
export const isListField = (target: EventTarget): boolean => isTextField(target) && !isLongText(target)

/** A text of several lines in a list. In a table it has the keys of a cell. */
export const isLongText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement && target.closest('[role=grid]') === null

/** In a list there is nothing beside a cell, so these keys belong to its text. */
export const movesCaret = ({ key }: KeyPress): boolean =>
  key.startsWith('Arrow') || key === 'Home' || key === 'End'

export const isTextField = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** On a touchscreen (text-field.tsx); its keys are the browser's own. */
export const isDatePicker = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'date'
