// Ranges, their commands and the clipboard of a form's tables. Loaded when somebody first enters a table.

import { rectangleOf, sizeOf, type CellRange } from '#browser/section/state/cell-range.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import { keyOfField } from '#browser/section/table/cell-id.ts'
import type { CellMode, KeyPress } from '#browser/section/table/keyboard.ts'
import type { PastedBlock } from '#browser/section/table/paste.ts'
import {
  clipboardBlock,
  pasteBlock,
  type ClipboardContent
} from '#browser/section/table/paste/paste-block.ts'
import type { PasteOutcome, PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { copyRange } from './copy-range.ts'
import { FillHandle } from './fill-handle.ts'
import {
  clearRange,
  enterToday,
  fillFromActive,
  fillRange,
  openCellsIn,
  takeFromAbove,
  todayText
} from './range-commands.ts'
import { RangeSelection, type RangeForm } from './range-selection.ts'

export interface ToolsForm extends Omit<RangeForm, 'handle'> {
  onPasted: (outcome: PasteOutcome) => void
  /** Selects the field's text again after its cell was written. */
  selectField: (field: Element) => void
}

/** A key that is pressed in a cell, and in which state of the cell. */
export interface CellKey {
  press: KeyPress
  target: HTMLElement
  mode: CellMode
}

export class TableTools {
  readonly selection: RangeSelection
  private readonly form: ToolsForm

  constructor(form: ToolsForm) {
    this.form = form
    this.selection = new RangeSelection({ ...form, handle: new FillHandle(form) })
  }

  /** Returns true if the key was handled. Outside of tables all keys are the browser's. */
  key({ press, target, mode }: CellKey): boolean {
    if (press.alt && press.key === 'Enter') return breakLine(target, mode)
    if (this.selection.placeOf(target) === null) return false
    if (this.selection.moveWithin(press, target)) return true
    if (mode !== 'selected') return this.keyInText(press, target)
    return (
      this.selection.select(press, target) ||
      this.command(press, target) ||
      this.selection.leave(press, target)
    )
  }

  /** Puts the range, or the active cell, on the clipboard. Returns false if there is neither. */
  copied(data: DataTransfer, target: Element): boolean {
    const range = this.rangeOf(target)
    if (range === null) return false
    const { text, html } = copyRange(this.form.engine, range)
    data.setData('text/plain', text)
    if (html !== null) data.setData('text/html', html)
    return true
  }

  cut(data: DataTransfer, target: Element): boolean {
    const range = this.rangeOf(target)
    if (range === null || !this.copied(data, target)) return false
    clearRange(this.form.engine, range)
    this.form.selectField(target)
    return true
  }

  /** Returns true if the clipboard was pasted into cells; a value for a text that is being edited is left to the field. */
  pasted(content: ClipboardContent, target: Element, isTextEdited: boolean): boolean {
    const { engine } = this.form
    const range = this.rangeOf(target)
    const from = range && openCellsIn(engine, range)[0]
    if (!range || !from || engine.isLocked) return false
    const block = clipboardBlock(from, content)
    const isValue = block.length === 1 && block[0]?.length === 1
    if (isValue && isTextEdited) return false
    const outcome = pasteBlock(engine, from, repeatBlock(block, range))
    this.form.selectField(target)
    const isSilent = isValue && 'pasted' in outcome && outcome.misfits.length === 0
    if (!isSilent) this.form.onPasted(outcome)
    return true
  }

  /** The range, or the active cell as one. */
  private rangeOf(target: EventTarget | null): CellRange | null {
    const place = this.selection.placeOf(target)
    if (place !== null) return this.selection.rangeAt(place)
    const cell = this.cellOf(target)
    return cell === null ? null : { table: cell.table, anchor: cell, focus: cell }
  }

  private cellOf(target: EventTarget | null): CellModel | null {
    return this.form.engine.model.cells.get(keyOfField(target) ?? '') ?? null
  }

  private command({ key, ctrl, shift, alt }: KeyPress, target: HTMLElement): boolean {
    const { engine } = this.form
    const range = this.rangeOf(target)
    if (alt || range === null || engine.isLocked) return false
    if (!ctrl) {
      if (key !== 'Delete' || shift || this.selection.range === null) return false
      clearRange(engine, range)
    } else {
      const outcome = this.commandWithCtrl(shift || key.length > 1 ? key : key.toLowerCase(), range, target)
      if (outcome === null) return false
      this.report(outcome)
    }
    this.form.selectField(target)
    return true
  }

  /** Does what a key with Ctrl does; null for the keys of the browser. */
  private commandWithCtrl(key: string, range: CellRange, target: Element): PasteReport | null {
    const { engine } = this.form
    const cell = this.cellOf(target)
    if (key === 'd') return fillRange(engine, range, 'down')
    if (key === 'r') return fillRange(engine, range, 'right')
    if (cell === null) return null
    if (key === ';') return enterToday(engine, cell)
    if (key === "'") return takeFromAbove(engine, cell)
    return key === 'Enter' && sizeOf(rectangleOf(range)) > 1 ? fillFromActive(engine, range, cell) : null
  }

  /** While a text is typed or edited, only these keys are not the text's. */
  private keyInText({ key, ctrl, alt }: KeyPress, target: HTMLElement): boolean {
    const { engine } = this.form
    const cell = this.cellOf(target)
    const range = this.rangeOf(target)
    if (cell === null || range === null || !ctrl || alt || engine.isLocked) return false
    if (key === ';') {
      insertText(target, todayText(cell))
      return true
    }
    if (key !== 'Enter' || sizeOf(rectangleOf(range)) === 1) return false
    this.report(fillFromActive(engine, range, cell))
    this.form.selectField(target)
    return true
  }

  /** A fill is told only if something did not fit. */
  private report(outcome: PasteReport): void {
    if (outcome.misfits.length > 0) this.form.onPasted(outcome)
  }
}

/** Starts the tools of a form; `stop` ends them. */
export function startTools(form: ToolsForm): { tools: TableTools; stop: () => void } {
  const tools = new TableTools(form)
  return { tools, stop: tools.selection.start() }
}

/** In a text of several lines; a selected one goes on at its end. */
function breakLine(field: HTMLElement, mode: CellMode): boolean {
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

/** As in a spreadsheet: a block fills a range that is a multiple of its size. */
function repeatBlock(block: PastedBlock, range: CellRange): PastedBlock {
  const { top, bottom, left, right } = rectangleOf(range)
  const [height, width] = [bottom - top + 1, right - left + 1]
  const [rows, columns] = [block.length, block[0]?.length ?? 0]
  const isEven = columns > 0 && block.every(cells => cells.length === columns)
  if (!isEven || height % rows !== 0 || width % columns !== 0) return block
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_cell, column) => block[row % rows]?.[column % columns] ?? '')
  )
}
