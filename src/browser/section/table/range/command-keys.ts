// The keys of the commands on ranges, as in Excel. All of them work in every kind of cell.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rectangleOf, rangeSize, type CellRange } from '#browser/section/state/cell-range.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { isRepeating } from '#browser/section/state/repeating-rows.ts'
import type { CellMode, KeyPress } from '#browser/section/table/keyboard.ts'
import type { PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { readCellText } from '#domain/answers/cell-text.ts'
import { noFigureQuestion } from '#domain/answers/figure-text.ts'
import { typeOf } from '#domain/answers/question-types.ts'
import { hasCalendar, openCalendar } from './date-picker.ts'
import {
  clearRange,
  enterToday,
  fillFromActive,
  fillRange,
  takeFromAbove,
  todayText
} from './range-commands.ts'
import { insertBlankRows, removeRows, type RowNotice } from './row-commands.ts'

/** A key that is pressed in a cell, and in which state of the cell. */
export interface CellKeyPress {
  press: KeyPress
  target: HTMLElement
  mode: CellMode
}

/** What the commands need of a form. */
export interface CommandForm {
  engine: SectionEngine
  /** Opens the comments of a cell with a text to begin with; a form without comments has none. */
  onComment?: ((key: string, text: string) => void) | undefined
  /** Selects the field's text again after its cell was written. */
  selectField: (field: Element) => void
}

/** What the commands need of the tools of a form's tables. */
interface CommandTools {
  form: CommandForm
  selection: { range: CellRange | null }
  rangeOf: (target: EventTarget | null) => CellRange | null
  cellOf: (target: EventTarget | null) => CellModel | null
  moveRows: (range: CellRange, by: -1 | 1) => void
  tell: (notice: RowNotice) => void
  report: (outcome: PasteReport) => void
}

/** In a selected cell. Returns true if the key was handled; what cannot be changed leaves its keys to the browser. */
export function runKey(tools: CommandTools, { press, target }: CellKeyPress): boolean {
  const range = tools.rangeOf(target)
  if (range === null || tools.form.engine.isLocked) return false
  const cell = tools.cellOf(target)
  if (press.alt && press.key === 'ArrowDown' && !press.shift && cell !== null && hasCalendar(cell)) {
    openCalendar(tools.form.engine, cell)
    return true
  }
  const isDone = press.alt
    ? moveRowsByKey(tools, press, range)
    : changeRowsByKey(tools, press, range) || changeCellsByKey(tools, press, range, target)
  if (isDone && target === document.activeElement) tools.form.selectField(target)
  return isDone
}

function changeCellsByKey(
  tools: CommandTools,
  { key, ctrl, shift }: KeyPress,
  range: CellRange,
  target: Element
): boolean {
  const { engine } = tools.form
  if (!ctrl) {
    const isClear = key === 'Delete' && !shift && tools.selection.range !== null
    if (isClear) clearRange(engine, range)
    return isClear
  }
  const outcome = runWithCtrl(tools, key.length === 1 && !shift ? key.toLowerCase() : key, range, target)
  if (outcome !== null) tools.report(outcome)
  return outcome !== null
}

/** Null for the keys of the browser. */
function runWithCtrl(
  tools: CommandTools,
  key: string,
  range: CellRange,
  target: Element
): PasteReport | null {
  const { engine } = tools.form
  const cell = tools.cellOf(target)
  if (key === 'd') return fillRange(engine, range, 'down')
  if (key === 'r') return fillRange(engine, range, 'right')
  if (cell === null) return null
  if (key === ';') return enterToday(engine, cell)
  if (key === "'") return takeFromAbove(engine, cell)
  return key === 'Enter' && rangeSize(rectangleOf(range)) > 1 ? fillFromActive(engine, range, cell) : null
}

function moveRowsByKey(tools: CommandTools, { key, ctrl, shift }: KeyPress, range: CellRange): boolean {
  if (!isRepeating(range.table) || !shift || ctrl || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
  tools.moveRows(range, key === 'ArrowUp' ? -1 : 1)
  return true
}

/** Where the rows are not the user's, these keys are the browser's, for its zoom. */
function changeRowsByKey(tools: CommandTools, { key, ctrl }: KeyPress, range: CellRange): boolean {
  if (!ctrl || !isRepeating(range.table)) return false
  if (key === '+' || key === '=') tools.tell(insertBlankRows(tools.form.engine, range))
  else if (key === '-') tools.tell(removeRows(tools.form.engine, range))
  else return false
  return true
}

/** While a text is typed or edited, only these keys are not the text's. */
export function runKeyInText(
  tools: CommandTools,
  { press: { key, ctrl, alt }, target }: CellKeyPress
): boolean {
  const { engine } = tools.form
  const cell = tools.cellOf(target)
  const range = tools.rangeOf(target)
  if (cell === null || range === null || !ctrl || alt || engine.isLocked) return false
  if (key === ';') insertText(target, todayText(cell))
  const isFill = key === 'Enter' && rangeSize(rectangleOf(range)) > 1
  if (isFill) {
    tools.report(fillFromActive(engine, range, cell))
    tools.form.selectField(target)
  }
  return isFill || key === ';'
}

/**
 * Enter after 'tbc', 'nil' or '<5' asks what is meant and stays in the cell; pressed again, it answers “not available” and goes on. Returns
 * true if it stays.
 */
export function askNoFigure(tools: CommandTools, { press, target, mode }: CellKeyPress): boolean {
  const { engine, selectField } = tools.form
  const cell = tools.cellOf(target)
  const isPlain = press.key === 'Enter' && !press.ctrl && !press.alt && !press.shift
  if (!isPlain || cell === null || engine.isLocked || typeOf(cell.question).holds === 'text') return false
  const question = questionAbout(engine, cell)
  if (question === null) return false
  if (mode === 'selected') {
    engine.editing.answerWithout(cell.key, 'not_available')
    return false
  }
  engine.editing.leave(cell.key)
  engine.editing.enter(cell.key)
  selectField(target)
  const comment = tools.form.onComment ? ', Shift+F2 to add a comment' : ''
  showToast({ text: `${question} Press Enter again for “not available”${comment}.`, status: 'warning' })
  return true
}

/** What to ask about a text that stands in place of a figure; null for any other content. */
function questionAbout({ store }: SectionEngine, { key, question }: CellModel): string | null {
  const { text } = store.get(key)
  return readCellText(question, text).ok ? null : noFigureQuestion(text)
}

/**
 * Shift+F2, as in a spreadsheet. A text in place of a figure, such as '<5', becomes the comment's, and the answer “not available”. Returns
 * true if the key was handled.
 */
export function beginCellComment(tools: CommandTools, target: EventTarget | null): boolean {
  const { engine, onComment } = tools.form
  const cell = tools.cellOf(target)
  if (cell === null || onComment === undefined) return false
  const { text } = engine.store.get(cell.key)
  const isInPlace = !engine.isLocked && questionAbout(engine, cell) !== null
  if (isInPlace) engine.editing.answerWithout(cell.key, 'not_available')
  onComment(cell.key, isInPlace ? text : '')
  return true
}

/** In a text of several lines; a selected one goes on at its end. */
export function breakLine(field: HTMLElement, mode: CellMode): boolean {
  if (!(field instanceof HTMLTextAreaElement) || field.readOnly) return false
  if (mode === 'selected') field.setSelectionRange(field.value.length, field.value.length)
  insertText(field, '\n')
  return true
}

/** At the caret, as if it had been typed. */
function insertText(field: HTMLElement, text: string): void {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
