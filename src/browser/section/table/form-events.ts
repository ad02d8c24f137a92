// Handles all events in a section's tables with one set of listeners.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { afterKeys } from '#browser/section/state/after-keys.ts'
import { cellAt, type CellModel } from '#browser/section/state/model.ts'
import { clearableCells } from '#browser/section/state/repeating-rows.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk, preload } from '#lib/chunk.ts'
import { focusCell, keyOfField, openPicker, showCell } from './cell-id.ts'
import { gridShape } from './grid-shape.ts'
import {
  isDatePicker,
  isListField,
  isLongText,
  isTextField,
  keyOutcome,
  keyPressOf,
  movesCaret,
  type CellMode,
  type KeyOutcome,
  type KeyPress
} from './keyboard.ts'
import type { TableTools, ToolsForm } from './range/table-tools.ts'

/** Ranges and the clipboard: most of what a table can do, and nothing that the page waits for. */
export const tableTools = chunk(() => import('./range/table-tools.ts'))

/** The panel follows when the keys rest, not through every cell that the cursor passes. */
const PANEL_DEBOUNCE_MS = 150
/** On Linux the middle button pastes at the caret. */
const MIDDLE_BUTTON = 1

/** What a form shows beside its cells. */
export type ShownByForm = Pick<ToolsForm, 'onPasted' | 'onMenu' | 'onComment'>

export class FormEvents {
  private readonly engine: SectionEngine
  private readonly shown: ShownByForm
  private mode: CellMode = 'selected'
  private tabbedFrom: number | null = null
  private focusTimer: ReturnType<typeof setTimeout> | undefined
  private form: HTMLElement | null = null
  private started: { tools: TableTools; stop: () => void } | undefined

  constructor(engine: SectionEngine, shown: ShownByForm) {
    this.engine = engine
    this.shown = shown
  }

  /**
   * Listens to all of a form's cells; returns a function that stops it. Native listeners, because a key must
   * cost almost nothing.
   */
  listenTo(form: HTMLElement): () => void {
    const stop = new AbortController()
    this.form = form
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      handle: (event: HTMLElementEventMap[K], target: EventTarget) => void
    ): void =>
      form.addEventListener(name, event => event.target && handle(event, event.target), {
        signal: stop.signal
      })
    on('focusin', (_, target) => this.focused(target))
    on('focusout', ({ relatedTarget }, target) => this.left(target, relatedTarget))
    on('input', (event, target) => {
      // React would restore the field's attributes after each input event, although nothing here listens to it.
      if (this.typed(target)) event.stopPropagation()
    })
    on('change', (_, target) => this.chosen(target))
    on('mousedown', (event, target) => {
      const isRange =
        target instanceof Element && this.tools?.selection.pressed(event, target, this.isTextEdited(target))
      if (isRange || this.pressed(event, target)) event.preventDefault()
    })
    on('contextmenu', (event, target) => {
      const isMenu =
        target instanceof HTMLElement &&
        !this.isTextEdited(target) &&
        this.tools?.openMenu(target, event.clientX, event.clientY)
      if (isMenu) event.preventDefault()
    })
    on('keydown', (event, target) => {
      if (!event.isComposing && this.key(keyPressOf(event), target)) event.preventDefault()
    })
    this.listenToClipboard(form, stop.signal)
    return () => {
      stop.abort()
      this.started?.stop()
      this.started = undefined
      clearTimeout(this.focusTimer)
    }
  }

  /** On the document, because with a choice or an empty field in focus these events come from no field. */
  private listenToClipboard(form: HTMLElement, signal: AbortSignal): void {
    const on = (
      name: 'copy' | 'cut' | 'paste',
      handle: (data: DataTransfer, field: Element) => boolean
    ): void =>
      document.addEventListener(
        name,
        event => {
          const field = document.activeElement
          if (!event.clipboardData || field === null || !form.contains(field)) return
          if (handle(event.clipboardData, field)) event.preventDefault()
        },
        { signal }
      )
    on('copy', (data, field) => !this.isTextEdited(field) && this.tools?.copied(data, field) === true)
    on('cut', (data, field) => !this.isTextEdited(field) && this.tools?.cut(data, field) === true)
    on('paste', (data, field) => {
      if (!data.types.includes('text/plain') || isLongText(field)) return false
      const content = { text: data.getData('text/plain'), html: data.getData('text/html') }
      const isTextEdited = this.isTextEdited(field)
      if (this.tools !== undefined) return this.tools.pasted(content, field, isTextEdited)
      if (!isTextEdited)
        void tableTools.load().then(() => this.tools?.pasted(content, field, false), tellMissingCode)
      return !isTextEdited
    })
  }

  /** Undefined until their code has arrived, which is before anybody can select more than a cell. */
  private get tools(): TableTools | undefined {
    const code = tableTools.loaded()
    const { form } = this
    if (code === undefined) preload(tableTools)
    else if (form !== null)
      this.started ??= code.startTools({
        engine: this.engine,
        element: form,
        ...this.shown,
        selectField: field => this.select(field)
      })
    return this.started?.tools
  }

  /** Shows that the cell is selected, after its text was written from elsewhere too. */
  showSelection(field: HTMLInputElement | HTMLTextAreaElement): void {
    if (this.mode === 'selected' && field === document.activeElement && isTextField(field)) field.select()
  }

  private focused(target: EventTarget): void {
    this.tools?.selection.focused(target)
    const key = keyOfField(target)
    if (key === null) {
      this.mode = 'selected'
      return
    }
    this.engine.editing.enter(key)
    this.select(target)
    this.showWhenResting(key)
  }

  private showWhenResting(key: string): void {
    clearTimeout(this.focusTimer)
    const shown = this.engine.$focused.get()
    if (shown === key) return
    // The first cell is shown at once: without one, F6 finds nothing to go to in the panel.
    if (shown === null) return this.engine.$focused.set(key)
    const show = (): void => {
      // The cursor may have gone on meanwhile.
      if (keyOfField(document.activeElement) === key) this.engine.$focused.set(key)
    }
    this.focusTimer = setTimeout(afterKeys, PANEL_DEBOUNCE_MS, show, 0)
  }

  /** The cell is selected. A long text has no such state: its keys are always those of a text. */
  private select(target: EventTarget): void {
    this.mode = isLongText(target) ? 'editing' : 'selected'
    if (isTextField(target) && !isLongText(target)) target.select()
  }

  private left(target: EventTarget, next: EventTarget | null): void {
    const key = keyOfField(target)
    if (key === null) return
    this.engine.editing.leave(key)
    if (keyOfField(next) !== null) return
    // Whoever moves to the panel at once must find it at this cell, because comments written there belong to this cell.
    clearTimeout(this.focusTimer)
    this.engine.$focused.set(key)
  }

  /** Returns true if the field is a cell's text. */
  private typed(target: EventTarget): boolean {
    const key = keyOfField(target)
    if (key === null || !(isTextField(target) || isDatePicker(target))) return false
    if (this.mode === 'selected') this.mode = 'typing'
    this.engine.editing.type(key, target.value)
    this.showWhenResting(key)
    return true
  }

  /** After a choice from an opened list the arrows lead to other cells again. */
  private chosen(target: EventTarget): void {
    if (target instanceof HTMLSelectElement && keyOfField(target) !== null) this.mode = 'selected'
  }

  /**
   * A click selects a cell, and leaves a selected one selected; a double click edits it, and further clicks
   * place the caret. The browser's own handling is prevented, because WebKit drops the selection when the
   * button is released, and every browser when the mouse moves meanwhile. Returns true if the click was handled.
   */
  private pressed({ button, detail }: MouseEvent, target: EventTarget): boolean {
    this.tabbedFrom = null
    if (keyOfField(target) === null) return false
    if (!isTextField(target) || isLongText(target)) {
      if (target === document.activeElement) this.mode = 'editing'
      return false
    }
    if (button === MIDDLE_BUTTON) return false
    if (target !== document.activeElement) target.focus({ preventScroll: true })
    if (this.mode !== 'selected') return false
    if (detail > 1) this.edit(target)
    return true
  }

  /** Returns true if the key was handled. */
  private key(press: KeyPress, target: EventTarget): boolean {
    const cell = this.cellOf(target)
    if (isDatePicker(target)) return false
    if (target instanceof HTMLElement && this.tools?.key({ press, target, mode: this.mode })) return true
    if (cell === null) return false
    if (press.key === 'Tab') {
      this.tabbedFrom ??= cell.column
      return false
    }
    if (cell.table.kind === 'list' && !this.takesListKey(press, target)) return false
    const at = { row: cell.row, column: cell.column }
    const outcome = keyOutcome(gridShape(this.engine, cell.table), at, press, this.mode, this.tabbedFrom)
    return this.apply(outcome, press, cell, target)
  }

  /** Nothing is beside a list's cell, so the arrows belong to its text. */
  private takesListKey(press: KeyPress, target: EventTarget): boolean {
    if (!isListField(target)) return false
    if (movesCaret(press)) this.mode = 'editing'
    return !movesCaret(press) && !press.key.startsWith('Page')
  }

  private apply(outcome: KeyOutcome, press: KeyPress, cell: CellModel, target: EventTarget): boolean {
    if (outcome.does === 'nothing') return false
    if (outcome.does === 'replace' && isTextField(target)) target.select()
    if (outcome.does === 'replace') return false
    // Space opens a list and ticks a box.
    if (outcome.does === 'ignore') return press.key !== ' ' || isTextField(target)
    if (outcome.does === 'move') this.moveTo(cellAt(cell.table, outcome.to.row, outcome.to.column), cell)
    else this.act(outcome.does, cell, target)
    return true
  }

  private isTextEdited(target: EventTarget): boolean {
    return isTextField(target) && this.mode !== 'selected'
  }

  private act(
    what: Exclude<KeyOutcome['does'], 'move' | 'nothing' | 'replace' | 'ignore'>,
    cell: CellModel,
    target: EventTarget
  ): void {
    const { editing } = this.engine
    if (what === 'edit') return this.edit(target)
    if (what === 'clear') editing.clear(cell.key)
    else if (what === 'clear row') editing.clear(...clearableCells(cell.table, cell.row).map(one => one.key))
    else if (what === 'revert') editing.revert(cell.key)
    else {
      const changed = what === 'undo' ? editing.undo() : editing.redo()
      if (changed !== null && changed !== cell.key && focusCell(changed)) return
    }
    this.select(target)
  }

  private edit(target: EventTarget): void {
    this.mode = 'editing'
    if (isTextField(target)) target.setSelectionRange(target.value.length, target.value.length)
    if (target instanceof HTMLSelectElement) openPicker(target)
  }

  private moveTo(to: CellModel | null, from: CellModel): void {
    if (to === null) return
    this.engine.$range.set(null)
    if (to.key === from.key) this.stay(from)
    else focusCell(to.key)
    if (to.row !== from.row) this.tabbedFrom = null
  }

  /** A move that ends where it began ends the edit like any other. */
  private stay({ key }: CellModel): void {
    this.engine.editing.leave(key)
    this.engine.editing.enter(key)
    if (document.activeElement !== null) this.select(document.activeElement)
    showCell(key)
  }

  private cellOf(target: EventTarget): CellModel | null {
    const key = keyOfField(target)
    return key === null ? null : (this.engine.model.cells.get(key) ?? null)
  }
}

const tellMissingCode = (): void =>
  void showToast({
    text: 'Nothing was pasted. Part of this page could not be loaded. Try again.',
    status: 'error'
  })
