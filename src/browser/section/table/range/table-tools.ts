// Ranges, their commands and the clipboard of a form's tables. Loaded when somebody first enters a table.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { rectangleOf, type CellRange } from '#browser/section/state/cell-range.ts'
import type { CellModel, TableModel } from '#browser/section/state/model.ts'
import { keyOfField } from '#browser/section/table/cell-id.ts'
import { isTypedKey } from '#browser/section/table/keyboard.ts'
import type { PastedBlock } from '#browser/section/table/paste.ts'
import {
  clipboardBlock,
  pasteBlock,
  type ClipboardContent
} from '#browser/section/table/paste/paste-block.ts'
import type { PasteOutcome, PasteReport } from '#browser/section/table/paste/paste-report.ts'
import { showToast } from '#browser/stores/toasts.ts'
import {
  askNoFigure,
  breakLine,
  runKey,
  runKeyInText,
  beginCellComment,
  type CellKeyPress,
  type CommandForm
} from './command-keys.ts'
import { copyRange } from './copy-range.ts'
import { drawCopied } from './draw-range.ts'
import { FillHandle } from './fill-handle.ts'
import { clearRange, openCellsIn } from './range-commands.ts'
import { RangeSelection, type RangeForm } from './range-selection.ts'
import { moveRows, type RowNotice } from './row-commands.ts'

export interface ToolsForm extends Omit<RangeForm, 'handle'>, CommandForm {
  onPasted: (outcome: PasteOutcome) => void
  /** Shows the menu of the cells; a form without one leaves that to the browser. */
  onMenu?: ((menu: CellMenu) => void) | undefined
}

/** A context menu, and what it is about. */
export interface CellMenu {
  x: number
  y: number
  target: HTMLElement
  tools: TableTools
  range: CellRange
  /** The active cell; null where nothing can be entered. */
  cell: CellModel | null
}

export class TableTools {
  readonly selection: RangeSelection
  readonly form: ToolsForm
  /** The grid with a ring around what was copied. */
  private ringed: HTMLElement | null = null

  constructor(form: ToolsForm) {
    this.form = form
    this.selection = new RangeSelection({ ...form, handle: new FillHandle(form) })
  }

  /** Returns true if the key was handled. Outside of tables all keys are the browser's. */
  key(key: CellKeyPress): boolean {
    const { press, target, mode } = key
    if (isTypedKey(press)) return false
    if (this.keyInField(key)) return true
    if (this.selection.positionOf(target) === null) return false
    if (this.selection.moveWithin(press, target)) return true
    if (mode !== 'selected') return runKeyInText(this, key)
    if (press.key === 'ContextMenu' || (press.key === 'F10' && press.shift))
      return this.openMenu(target, 0, 0)
    return this.selection.select(press, target) || runKey(this, key) || this.selection.leave(press, target)
  }

  /** The keys of every field, in a table or not. */
  private keyInField(key: CellKeyPress): boolean {
    const { press, target, mode } = key
    if (press.key === 'Escape' || press.key === 'Delete') this.forgetCopied()
    if (press.alt && press.key === 'Enter') return breakLine(target, mode)
    return press.shift && press.key === 'F2' ? beginCellComment(this, target) : askNoFigure(this, key)
  }

  /** Opens the menu at a point, or below the active cell if a key asked for it. Returns false outside of tables. */
  openMenu(pressed: HTMLElement, x: number, y: number): boolean {
    if (this.form.onMenu === undefined) return false
    this.selection.include(pressed)
    const target = document.activeElement
    const range = this.rangeOf(target)
    if (!(target instanceof HTMLElement) || range === null || this.selection.positionOf(pressed) === null)
      return false
    const below = target.getBoundingClientRect()
    const at = x === 0 && y === 0 ? { x: below.left, y: below.bottom } : { x, y }
    this.form.onMenu({ ...at, target, tools: this, range, cell: this.cellOf(target) })
    return true
  }

  moveRows(range: CellRange, by: -1 | 1): void {
    const moved = moveRows(this.form.engine, range, by)
    if (moved === null) return
    this.selection.set(moved, true)
  }

  /** Says why a command did nothing, or what it left. */
  tell(notice: RowNotice): void {
    if (notice !== null) showToast({ text: notice, status: 'warning' })
  }

  /** Puts the range, or the active cell, on the clipboard. Returns false if there is neither. */
  copied(data: DataTransfer, target: Element): boolean {
    const range = this.rangeOf(target)
    if (range === null) return false
    const { text, html } = copyRange(this.form.engine, range)
    data.setData('text/plain', text)
    if (html !== null) data.setData('text/html', html)
    this.ringCopied(range, target)
    return true
  }

  /** Until something else is typed, a dashed ring shows what a paste would bring. */
  private ringCopied(range: CellRange, target: Element): void {
    this.forgetCopied()
    this.ringed = target.closest('[role=grid]')
    if (this.ringed !== null) drawCopied(this.ringed, rectangleOf(range))
  }

  forgetCopied(): void {
    if (this.ringed !== null) drawCopied(this.ringed, null)
    this.ringed = null
  }

  cut(data: DataTransfer, target: Element): boolean {
    const range = this.rangeOf(target)
    if (range === null || !this.copied(data, target)) return false
    this.forgetCopied()
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
    if (!isValue || !isSmooth(outcome)) this.form.onPasted(outcome)
    return true
  }

  /** The range, or the active cell as one. */
  rangeOf(target: EventTarget | null): CellRange | null {
    const position = this.selection.positionOf(target)
    if (position !== null) return this.selection.rangeAt(position)
    const cell = this.cellOf(target)
    return cell === null ? null : { table: cell.table, anchor: cell, focus: cell }
  }

  cellOf(target: EventTarget | null): CellModel | null {
    return this.form.engine.model.cells.get(keyOfField(target) ?? '') ?? null
  }

  /** A fill is told only if something did not fit. */
  report(outcome: PasteReport): void {
    if (outcome.misfits.length > 0) this.form.onPasted(outcome)
  }
}

/** One value that was entered needs no report. */
const isSmooth = (outcome: PasteOutcome): boolean =>
  'pasted' in outcome && outcome.misfits.length === 0 && outcome.blanks === null

export { formerSum, rangeSummary } from '#browser/section/state/range-figures.ts'
export { openCalendar } from './date-picker.ts'
export { markRange } from './range-commands.ts'

/** The answers of a whole table as text, without its totals. */
export const copyWholeTable = (engine: SectionEngine, table: TableModel): string =>
  copyRange(engine, {
    table,
    anchor: { row: 0, column: 0 },
    focus: { row: engine.rows.shownOf(table).get() - 1, column: table.columnNames.length - 1 }
  }).text

/** Starts the tools of a form; `stop` ends them. */
export function startTools(form: ToolsForm): { tools: TableTools; stop: () => void } {
  const tools = new TableTools(form)
  const stopSelection = tools.selection.start()
  const forget = (): void => tools.forgetCopied()
  form.element.addEventListener('input', forget)
  return {
    tools,
    stop: () => {
      stopSelection()
      form.element.removeEventListener('input', forget)
    }
  }
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
