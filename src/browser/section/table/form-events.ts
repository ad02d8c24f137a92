// Handles all events in a section's tables with one set of listeners.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { cellAt, isOpenCell, type CellModel, type TableModel } from '#browser/section/state/model.ts'
import { clearableCells, isRepeating } from '#browser/section/state/repeating-rows.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { focusCell, keyOfField, showCell } from './cell-id.ts'
import { keyOutcome, type CellMode, type GridShape, type KeyOutcome, type KeyPress } from './keyboard.ts'
import { planPaste, readBlock } from './paste.ts'
import { isDatePicker, isListKey, isAllSelected, isTextField } from './typed-field.ts'

export interface PasteReport {
  pasted: number
  notPossible: number
  misfits: { place: string; text: string; reason: string }[]
  /** Reverts this paste, whatever was typed since, and returns to its first cell. */
  undo: () => void
}

/** The panel follows when the cursor rests, not through every cell it passes. */
const PANEL_DEBOUNCE_MS = 60
/** On Linux the middle button pastes at the caret. */
const MIDDLE_BUTTON = 1

export class FormEvents {
  private readonly engine: SectionEngine
  private readonly onPasted: (report: PasteReport) => void
  private mode: CellMode = 'ready'
  private tabbedFrom: number | null = null
  private focusTimer: ReturnType<typeof setTimeout> | undefined

  constructor(engine: SectionEngine, onPasted: (report: PasteReport) => void) {
    this.engine = engine
    this.onPasted = onPasted
  }

  /**
   * Listens to all of a form's cells; returns a function that stops it. Native listeners, because a key must
   * cost almost nothing.
   */
  listenTo(form: HTMLElement): () => void {
    const stop = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      handle: (event: HTMLElementEventMap[K], target: EventTarget) => void
    ): void =>
      form.addEventListener(name, event => event.target && handle(event, event.target), {
        signal: stop.signal
      })
    on('focusin', (_, target) => this.focused(target))
    on('focusout', ({ relatedTarget }, target) => this.left(target, relatedTarget))
    on('input', (_, target) => this.typed(target))
    on('mousedown', (event, target) => {
      if (this.pressed(event.button, target)) event.preventDefault()
    })
    on('keydown', (event, target) => {
      const press = {
        key: event.key,
        ctrl: event.ctrlKey || event.metaKey,
        shift: event.shiftKey,
        alt: event.altKey
      }
      if (!event.isComposing && this.key(press, target)) event.preventDefault()
    })
    on('paste', (event, target) => {
      if (this.pasted(event.clipboardData?.getData('text/plain') ?? '', target)) event.preventDefault()
    })
    return () => {
      stop.abort()
      clearTimeout(this.focusTimer)
    }
  }

  private focused(target: EventTarget): void {
    const key = keyOfField(target)
    if (key === null) return
    this.mode = target instanceof HTMLTextAreaElement ? 'edit' : 'ready'
    this.engine.editing.enter(key)
    if (isTextField(target) && this.mode === 'ready' && !isAllSelected(target)) target.select()
    clearTimeout(this.focusTimer)
    this.focusTimer = setTimeout(() => this.engine.$focused.set(key), PANEL_DEBOUNCE_MS)
  }

  private left(target: EventTarget, next: EventTarget | null): void {
    const key = keyOfField(target)
    if (key === null) return
    this.engine.editing.leave(key)
    if (keyOfField(next) !== null) return
    // Whoever goes on to the panel at once finds it at this cell, and what is written there is about this cell.
    clearTimeout(this.focusTimer)
    this.engine.$focused.set(key)
  }

  private typed(target: EventTarget): void {
    const key = keyOfField(target)
    if (key !== null && (isTextField(target) || isDatePicker(target)))
      this.engine.editing.type(key, target.value)
  }

  /**
   * A click into the selected cell places the caret; a click into another selects its text, so that typing
   * replaces it. The browser's own handling is prevented, because WebKit drops the selection when the button
   * is released, and every browser when the mouse moves meanwhile. Returns true if the click was handled.
   */
  private pressed(button: number, target: EventTarget): boolean {
    this.tabbedFrom = null
    if (keyOfField(target) === null) return false
    if (target === document.activeElement) this.mode = 'edit'
    else if (target instanceof HTMLInputElement && isTextField(target) && button !== MIDDLE_BUTTON) {
      target.focus({ preventScroll: true })
      return true
    }
    return false
  }

  /** Returns true if the key was handled. */
  private key(press: KeyPress, target: EventTarget): boolean {
    const cell = this.cellOf(target)
    if (cell === null || isDatePicker(target)) return false
    if (press.key === 'Tab') {
      this.tabbedFrom ??= cell.column
      return false
    }
    if (cell.table.kind === 'list' && !isListKey(press, target)) return false
    const outcome = keyOutcome(
      this.shapeOf(cell.table),
      { row: cell.row, column: cell.column },
      press,
      this.mode,
      this.tabbedFrom
    )
    if (outcome.does === 'nothing') return false
    if (outcome.does === 'move') this.moveTo(cellAt(cell.table, outcome.to.row, outcome.to.column), cell)
    else this.act(outcome.does, cell, target)
    return true
  }

  /** Returns true if a block was pasted into the grid; a single value is left to the field. */
  private pasted(text: string, target: EventTarget): boolean {
    const cell = this.cellOf(target)
    if (cell === null || this.engine.isLocked) return false
    const block = readBlock(text)
    if (block.length === 1 && block[0]?.length === 1) return false
    if (target instanceof HTMLTextAreaElement) return false
    const { table } = cell
    const plan = planPaste(block, { row: cell.row, column: cell.column }, (row, column) => {
      const at = cellAt(table, row, column)
      return at === null ? null : { key: at.key, closedBecause: this.closedBecause(at) }
    })
    const step = this.engine.editing.paste(plan.changes)
    this.engine.editing.enter(cell.key)
    this.onPasted({
      pasted: plan.changes.length,
      notPossible: plan.changes.filter(({ key }) => errorOf(this.engine.store.get(key)) !== null).length,
      misfits: plan.misfits.map(({ row, column, text: wrong, reason }) => ({
        place: cellReference(table, row, column),
        text: wrong,
        reason
      })),
      undo: () => {
        this.engine.editing.revertStep(step)
        focusCell(cell.key)
      }
    })
    return true
  }

  private closedBecause(cell: CellModel): string | null {
    if (isCalculated(cell.question)) return 'calculated'
    return isOpenCell(cell) && !this.engine.store.get(cell.key).isHidden ? null : 'does not apply'
  }

  private act(
    what: Exclude<KeyOutcome['does'], 'move' | 'nothing'>,
    cell: CellModel,
    target: EventTarget
  ): void {
    const { editing } = this.engine
    if (what === 'edit') return this.edit(target)
    this.mode = target instanceof HTMLTextAreaElement ? 'edit' : 'ready'
    if (what === 'clear') editing.clear(cell.key)
    else if (what === 'clear row') editing.clear(...clearableCells(cell.table, cell.row).map(one => one.key))
    else if (what === 'revert') editing.revert(cell.key)
    else {
      const changed = what === 'undo' ? editing.undo() : editing.redo()
      // The cursor stays where it is; the changed cell scrolls into view.
      if (changed !== null && changed !== cell.key) showCell(changed)
    }
    if (target instanceof HTMLInputElement) queueMicrotask(() => target.select())
  }

  private edit(target: EventTarget): void {
    this.mode = 'edit'
    if (isTextField(target)) target.setSelectionRange(target.value.length, target.value.length)
    if (target instanceof HTMLSelectElement) openPicker(target)
  }

  private moveTo(to: CellModel | null, from: CellModel): void {
    if (to === null) return
    if (to.key === from.key) this.engine.editing.leave(from.key)
    if (to.key === from.key) this.engine.editing.enter(from.key)
    focusCell(to.key)
    if (to.row !== from.row) this.tabbedFrom = null
  }

  private cellOf(target: EventTarget): CellModel | null {
    const key = keyOfField(target)
    return key === null ? null : (this.engine.model.cells.get(key) ?? null)
  }

  private shapeOf(table: TableModel): GridShape {
    const { store } = this.engine
    return {
      rows: this.engine.rows.shownOf(table).get(),
      columns: table.columnNames.length,
      hasOwnRows: isRepeating(table),
      isOpen: ({ row, column }) => {
        const cell = cellAt(table, row, column)
        return isOpenCell(cell) && !store.get(cell.key).isHidden
      },
      isFilled: ({ row, column }) => {
        const cell = cellAt(table, row, column)
        return cell !== null && store.get(cell.key).text !== ''
      }
    }
  }
}

/**
 * WebKit has no such method for a select, and elsewhere it throws in a cross-origin frame. Space and
 * Alt+arrow still open it.
 */
function openPicker(field: HTMLSelectElement): void {
  try {
    field.showPicker?.()
  } catch {
    // The field does not change.
  }
}

/** Tab has already selected the text, and selecting costs as much as the rest of a key. */
const cellReference = (table: TableModel, row: number, column: number): string => {
  const names = [
    table.rowNames[row] ?? `${row - table.rowNames.length + 1} below the last row`,
    table.columnNames[column] ?? `${column - table.columnNames.length + 1} right of the last column`
  ]
  return names.filter(name => name !== '').join(', ')
}
