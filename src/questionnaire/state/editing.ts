// Edits by the user: typing, leaving, clearing, pasting, undoing. Typing updates the cell at once; its value
// is checked only when the user pauses or leaves the cell, so that the first digit of a number does not
// raise an error.
import type { CellValue } from '#contract/questionnaires.ts'
import { cellText } from '#domain/cell-text.ts'
import type { CellStore } from './cell-store.ts'
import type { CellWriter } from './cell-writer.ts'
import type { EditClock } from './edit-clock.ts'
import { isSameContent, textContent, type EditContent } from './edit-content.ts'
import { EditHistory, type CellEdit } from './history.ts'
import { isOpenCell, type CellModel, type SectionModel } from './model.ts'

/** Stores edited cells on this device and sends them: the DraftWriter in `sync`. */
export interface EditReceiver {
  /** `isSettled`: the user has paused or left the cells, so there is no reason to wait. */
  schedule: (keys: readonly string[], isSettled: boolean) => void
}

interface EditingParts {
  model: SectionModel
  store: CellStore
  cells: CellWriter
  clock: EditClock
  drafts: EditReceiver
}

export class Editing {
  private readonly parts: EditingParts
  private readonly history = new EditHistory()
  /** The active cell and what it contained when it was entered. */
  private active: { key: string; before: EditContent } | null = null

  constructor(parts: EditingParts) {
    this.parts = parts
  }

  enter(key: string): void {
    this.active = { key, before: this.contentOf(key) }
  }

  /** A key was pressed in a field. */
  type(key: string, text: string): void {
    const cell = this.openCell(key)
    if (cell === null) return
    if (this.active?.key !== key) this.enter(key)
    this.put(cell, textContent(text))
    this.parts.cells.derive([key])
    this.parts.drafts.schedule([key], false)
  }

  /**
   * The user leaves a cell: its text is formatted and the step can be undone. The cell may have been saved before it
   * is left, during a pause in typing, so the format does not depend on anything being unsaved.
   */
  leave(key: string): void {
    const { model, store, cells, drafts } = this.parts
    const cell = model.cells.get(key)
    if (cell === undefined) return
    const before = this.active?.key === key ? this.active.before : null
    if (before !== null) this.active = null
    const isChanged = before === null || !isSameContent(before, this.contentOf(key))
    if (isChanged || store.get(key).saving === 'typed') cells.check(cell)
    cells.formatText(cell)
    if (before === null) return
    if (isChanged) this.history.record([{ key, before, after: this.contentOf(key) }])
    if (store.get(key).saving === 'typed') drafts.schedule([key], true)
  }

  /** The form is closed, which is how the user left the cell that the cursor was in. */
  leaveActive(): void {
    if (this.active !== null) this.leave(this.active.key)
  }

  /** Escape: restores what the cell contained when it was entered. */
  revert(key: string): void {
    if (this.active?.key === key) this.putAll([{ key, content: this.active.before }])
  }

  /** Clears cells in one step. */
  clear(...keys: string[]): void {
    this.fillCells(keys.map(key => ({ key, content: textContent('') })))
  }

  /** A choice made without text input. */
  choose(key: string, value: CellValue): void {
    const cell = this.openCell(key)
    if (cell !== null) this.fillCells([{ key, content: textContent(cellText(cell.question, value)) }])
  }

  /** Not applicable and not available are answers; choosing one again clears it. */
  answerWithout(key: string, reason: 'not_applicable' | 'not_available'): void {
    const now = this.contentOf(key)
    const isNotApplicable = reason === 'not_applicable' && !now.isNotApplicable
    const isNotAvailable = reason === 'not_available' && !now.isNotAvailable
    this.fillCells([{ key, content: { text: '', isNotApplicable, isNotAvailable } }])
  }

  /** Fills many cells in one step, for example from a file. The returned step can be reverted on its own. */
  fillCells(changes: readonly { key: string; content: EditContent }[]): readonly CellEdit[] {
    const before = new Map(changes.map(({ key }) => [key, this.contentOf(key)]))
    this.putAll(changes)
    const step = this.history.record(
      [...before].map(([key, content]) => ({ key, before: content, after: this.contentOf(key) }))
    )
    if (this.active !== null) this.enter(this.active.key)
    return step
  }

  paste(changes: readonly { key: string; text: string }[]): readonly CellEdit[] {
    return this.fillCells(changes.map(({ key, text }) => ({ key, content: textContent(text) })))
  }

  /** Reverts one step, whatever was done after it. A cell that has changed since keeps its content. */
  revertStep(step: readonly CellEdit[]): void {
    this.asStep(() => {
      const untouched = step.filter(({ key, after }) => isSameContent(after, this.contentOf(key)))
      this.fillCells(untouched.map(({ key, before }) => ({ key, content: before })))
      return null
    })
  }

  /** Returns a cell that changed, to be shown; null when there was nothing to undo. */
  undo(): string | null {
    return this.asStep(() => this.putAll(this.history.undo()))
  }

  redo(): string | null {
    return this.asStep(() => this.putAll(this.history.redo()))
  }

  /** Typing in the active cell is a step of its own. */
  private asStep(step: () => string | null): string | null {
    const key = this.active?.key
    this.leaveActive()
    const changed = step()
    if (key !== undefined) this.enter(key)
    return changed
  }

  private putAll(changes: readonly { key: string; content: EditContent }[]): string | null {
    const { cells, drafts } = this.parts
    const keys: string[] = []
    for (const { key, content } of changes) {
      const cell = this.openCell(key)
      if (cell === null) continue
      this.put(cell, content)
      cells.check(cell)
      cells.formatText(cell)
      keys.push(key)
    }
    if (keys.length > 0) {
      cells.derive(keys)
      drafts.schedule(keys, true)
    }
    return keys[0] ?? null
  }

  private put(cell: CellModel, content: EditContent): void {
    const { cells, clock, store } = this.parts
    cells.write(cell, content)
    const edit = clock.next()
    store.set(cell.key, { edit, lastEdit: edit, saving: 'typed' })
  }

  private contentOf(key: string): EditContent {
    return this.parts.cells.contentOf(key)
  }

  private openCell(key: string): CellModel | null {
    const { cells, section } = this.parts.model
    const cell = cells.get(key) ?? null
    return isOpenCell(cell) && !section.is_locked ? cell : null
  }
}
