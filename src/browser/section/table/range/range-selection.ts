// Selects ranges of cells by key and by mouse. Its state is `$range` of the engine; the focus stays in the active cell.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import {
  isSamePosition,
  isWithin,
  positionsIn,
  rectangleOf,
  rangeSize,
  type CellPosition,
  type CellRange
} from '#browser/section/state/cell-range.ts'
import { cellAt, type TableModel } from '#browser/section/state/model.ts'
import { lineTotal } from '#browser/section/state/totals.ts'
import { focusCell, keyOfField, openPicker } from '#browser/section/table/cell-id.ts'
import { gridShape } from '#browser/section/table/grid-shape.ts'
import { keyOutcome, type KeyPress } from '#browser/section/table/keyboard.ts'
import { drawRanges } from './draw-range.ts'
import type { FillHandle } from './fill-handle.ts'
import { elementAt, gridPositionOf } from './grid-positions.ts'
import { rangeAfterKey, rangeOfHeading, type RangeShape } from './range-keys.ts'

/** The form around the grids. */
export interface RangeForm {
  engine: SectionEngine
  element: HTMLElement
  /** A press of the mouse and what follows until its release belong to the fill handle. */
  handle: Pick<FillHandle, 'pressed' | 'dragged' | 'released'>
}

const MAIN_BUTTON = 0

interface TablePosition {
  table: TableModel
  grid: HTMLElement
  at: CellPosition
}

export class RangeSelection {
  private readonly form: RangeForm
  /** Where the mouse was pressed; null if it is not. */
  private dragFrom: TablePosition | null = null
  private pressedList: HTMLSelectElement | null = null

  constructor(form: RangeForm) {
    this.form = form
  }

  /** Follows the range; returns a function that stops it. */
  start(): () => void {
    const stopDrawing = drawRanges(this.form)
    const stop = new AbortController()
    document.addEventListener('mousemove', event => this.dragged(event), { signal: stop.signal })
    document.addEventListener('mouseup', () => this.released(), { signal: stop.signal })
    return () => {
      stop.abort()
      stopDrawing()
      this.form.engine.$range.set(null)
    }
  }

  get range(): CellRange | null {
    return this.form.engine.$range.get()
  }

  /** Where an element is in a table of the form. */
  positionOf(element: EventTarget | null): TablePosition | null {
    const position = gridPositionOf(element)
    if (position === null || !this.form.element.contains(position.grid)) return null
    const table = this.form.engine.model.tables.find(({ id }) => id === position.grid.dataset['table'])
    return table === undefined || gridShape(this.form.engine, table).rows === 0
      ? null
      : { ...position, table }
  }

  /** Selects with a key that is pressed in a selected cell. Returns true if the key was handled. */
  select(press: KeyPress, target: EventTarget): boolean {
    const position = this.positionOf(target)
    if (position === null) return false
    const now = this.rangeAt(position)
    const ends = rangeAfterKey(this.rangeShape(position.table), now, press)
    if (ends === null) return false
    this.set({ table: position.table, ...ends })
    elementAt(position.grid, ends.focus)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return true
  }

  /** Tab and Enter lead through the open cells of a range. Returns true if the key was handled. */
  moveWithin({ key, shift, ctrl, alt }: KeyPress, target: EventTarget): boolean {
    const position = this.positionOf(target)
    if (ctrl || alt || (key !== 'Tab' && key !== 'Enter') || position === null) return false
    const rows = positionsIn(rectangleOf(this.rangeAt(position)))
    // Tab goes along the rows, Enter down the columns.
    const order =
      key === 'Tab' ? rows.flat() : (rows[0] ?? []).flatMap((_, at) => rows.flatMap(row => row[at] ?? []))
    const { isOpen } = gridShape(this.form.engine, position.table)
    const open = order.filter(at => isOpen(at))
    const here = open.findIndex(at => isSamePosition(at, position.at))
    const next = open.at((here + (shift ? -1 : 1)) % open.length)
    if (open.length < 2 || next === undefined) return false
    this.focus(position.table, next)
    return true
  }

  /** Leads from a place where nothing can be entered to a cell. Returns true if the key was handled. */
  leave(press: KeyPress, target: EventTarget): boolean {
    const position = this.positionOf(target)
    const shape = position && gridShape(this.form.engine, position.table)
    if (!position || !shape || shape.isOpen(position.at)) return false
    const outcome = keyOutcome(shape, position.at, press, 'selected')
    const isMove = outcome.does === 'move' && shape.isOpen(outcome.to)
    if (isMove) this.focus(position.table, outcome.to)
    return isMove
  }

  /** Handles a press of the mouse. Returns true if the browser must not handle it too. */
  pressed({ button, shiftKey }: MouseEvent, target: Element, isTextEdited: boolean): boolean {
    if (button !== MAIN_BUTTON) return this.isSelected(target)
    if (this.form.handle.pressed(target)) return true
    const position = target.closest('button') === null ? this.positionOf(target) : null
    if (shiftKey && position !== null && !isTextEdited) return this.extendTo(position)
    this.engineRange.set(null)
    // A press in a text that is edited belongs to the text.
    this.dragFrom = isTextEdited ? null : position
    if (position === null || isTextEdited) return false
    if (isOnHeading(position.at)) this.selectLines(position.table, position.at, position.at)
    else if (this.isOpen(position)) {
      // With its handle. The field takes the focus by itself.
      this.engineRange.set({ table: position.table, anchor: position.at, focus: position.at })
      return this.delaysList(target)
    } else this.set({ table: position.table, anchor: position.at, focus: position.at })
    return true
  }

  /** The menu of a range leaves the focus in its active cell. */
  private isSelected(target: Element): boolean {
    const position = this.positionOf(target)
    const { range } = this
    if (position === null || range === null || rangeSize(rectangleOf(range)) === 1) return false
    return this.rangeAt(position) === range
  }

  /**
   * A list would open when it is pressed, and end a drag that begins there. It opens when the button is released instead. Lists that
   * have the focus, and those under fingers, open as ever. Returns true if the list waits.
   */
  private delaysList(target: Element): boolean {
    const isLate =
      target instanceof HTMLSelectElement &&
      target !== document.activeElement &&
      'showPicker' in target &&
      !matchMedia('(pointer: coarse)').matches
    if (!isLate) return false
    target.focus({ preventScroll: true })
    this.pressedList = target
    return true
  }

  /** Selects what was pressed, unless it is within the range. */
  include(target: EventTarget): void {
    const position = this.positionOf(target)
    if (position === null) return
    if (isOnHeading(position.at)) {
      const range = this.range ?? this.rangeAt(position)
      const { top, bottom, left, right } = rectangleOf(range)
      const line =
        position.at.row < 0
          ? { row: top, column: position.at.column }
          : { row: position.at.row, column: left }
      const isWhole = range.table === position.table && isWithin({ top, bottom, left, right }, line)
      if (!isWhole) this.selectLines(position.table, position.at, position.at)
    } else if (this.rangeAt(position) !== this.range)
      this.set({ table: position.table, anchor: position.at, focus: position.at })
  }

  /** Another cell has the focus: one outside of the range ends it. */
  focused(target: EventTarget): void {
    const { range } = this
    if (range === null) return
    const position = this.positionOf(target)
    // A button of the form, such as that which copies the table.
    if (position === null && keyOfField(target) === null) return
    const isInside = position?.table === range.table && isWithin(rectangleOf(range), position.at)
    if (!isInside) this.engineRange.set(null)
  }

  /** The range that a key extends: the one that there is, or the active cell. */
  rangeAt({ table, at }: Pick<TablePosition, 'table' | 'at'>): CellRange {
    const { range } = this
    return range?.table === table && isWithin(rectangleOf(range), at)
      ? range
      : { table, anchor: at, focus: at }
  }

  /** Selects a range; the focus goes to its first open cell, unless it is in one of its cells and these have not moved. */
  set(range: CellRange, isMoved = false): void {
    const rectangle = rectangleOf(range)
    const active = this.positionOf(document.activeElement)
    const isActiveCell = rangeSize(rectangle) === 1 && this.isOpen({ table: range.table, at: range.anchor })
    this.engineRange.set(isActiveCell ? null : range)
    if (!isMoved && active?.table === range.table && isWithin(rectangle, active.at)) return
    const { isOpen } = gridShape(this.form.engine, range.table)
    const open = [range.anchor, ...positionsIn(rectangle).flat()].find(at => isOpen(at))
    this.focus(range.table, open ?? range.anchor)
  }

  private isOpen({ table, at }: Pick<TablePosition, 'table' | 'at'>): boolean {
    return gridShape(this.form.engine, table).isOpen(at)
  }

  private get engineRange() {
    return this.form.engine.$range
  }

  private extendTo(position: TablePosition): boolean {
    const active = this.positionOf(document.activeElement)
    if (active?.table !== position.table) return false
    const { anchor } = this.rangeAt(active)
    if (isOnHeading(position.at)) this.selectLines(position.table, onLineOf(position.at, anchor), position.at)
    else this.set({ table: position.table, anchor, focus: position.at })
    return true
  }

  /** Whole rows or columns, from one heading to another. */
  private selectLines(table: TableModel, from: CellPosition, to: CellPosition): void {
    const shape = this.rangeShape(table)
    const [first, last] = [from, to].map(at => rangeOfHeading(shape, at))
    if (first && last) this.set({ table, anchor: first.anchor, focus: last.focus })
  }

  private dragged({ target, buttons }: MouseEvent): void {
    if (buttons !== 1) return
    const position = this.positionOf(target)
    if (this.form.handle.dragged(position?.grid, position?.at)) return
    const from = this.dragFrom
    if (from === null || position?.grid !== from.grid) return
    // A press alone may belong to a list or a button.
    if (this.range !== null && isSamePosition(this.range.focus, position.at)) return
    if (isOnHeading(from.at)) return this.selectLines(position.table, from.at, onLineOf(from.at, position.at))
    getSelection()?.removeAllRanges()
    this.set({
      table: position.table,
      anchor: from.at,
      focus: { row: Math.max(0, position.at.row), column: Math.max(0, position.at.column) }
    })
  }

  private released(): void {
    const isDrag = this.range === null || rangeSize(rectangleOf(this.range)) > 1
    if (this.pressedList !== null && !isDrag) openPicker(this.pressedList)
    this.pressedList = null
    this.dragFrom = null
    this.form.handle.released()
  }

  private focus(table: TableModel, at: CellPosition): void {
    const cell = cellAt(table, at.row, at.column)
    if (cell !== null && focusCell(cell.key)) return
    const grid = this.form.element.querySelector<HTMLElement>(`[data-table="${table.id}"]`)
    const element = grid && elementAt(grid, at)
    if (!element) return
    // Keys and the clipboard need a place also where nothing can be entered.
    element.tabIndex = -1
    element.focus()
  }

  private rangeShape(table: TableModel): RangeShape {
    const { store } = this.form.engine
    const { rows, columns, isFilled } = gridShape(this.form.engine, table)
    const { show_row_totals: hasRowTotals, show_column_totals: hasColumnTotals } = table.subSection
    return {
      rows,
      columns,
      hasRowTotals,
      hasColumnTotals,
      isFilled: at => {
        if (at.row < rows && at.column < columns) return isFilled(at)
        const line =
          at.row < rows ? ({ is: 'row', at: at.row } as const) : { is: 'column' as const, at: at.column }
        return lineTotal(store, table, line).text !== ''
      }
    }
  }
}

const isOnHeading = ({ row, column }: CellPosition): boolean => row < 0 || column < 0

/** The heading of the line that a position is on, of the same kind as another heading. */
const onLineOf = (heading: CellPosition, { row, column }: CellPosition): CellPosition => ({
  row: heading.row < 0 ? -1 : Math.max(0, row),
  column: heading.column < 0 ? -1 : Math.max(0, column)
})
