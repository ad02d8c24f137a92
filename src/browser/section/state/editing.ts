// Edits by the user: typing, leaving, clearing, pasting, undoing. Typing updates the cell at once; its value
// is checked only when the user pauses or leaves the cell, so that the first digit of a number does not
// raise an error.

import type { CellValue } from '#contract/questionnaires.ts'
import { formatCellText } from '#domain/answers/cell-text.ts'
import type { CellStore } from './cell-store.ts'
import type { CellWriter } from './cell-writer.ts'
import type { EditClock } from './edit-clock.ts'
import { isSameContent, noFigureContent, textContent, type EditContent } from './edit-content.ts'
import { EditHistory, type CellEdit } from './history.ts'
import { isEditable, type CellModel, type SectionModel } from './model.ts'

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
  isLocked: () => boolean
}

interface FilledCells {
  step: readonly CellEdit[]
  /** Without cells that can no longer be changed, because someone has completed the section. */
  keys: readonly string[]
}

export class Editing {
  private readonly parts: EditingParts
  private readonly history = new EditHistory()
  /** The active cell and how it was before anything was typed in it. */
  private active: { key: string; before: EditContent; version: number; lastEdit: string } | null = null
  private onKept: (keys: readonly string[]) => void = () => {}

  constructor(parts: EditingParts) {
    this.parts = parts
  }

  /** Called with cells that were not undone because they have changed since. */
  listen(onKept: (keys: readonly string[]) => void): void {
    this.onKept = onKept
  }

  enter(key: string): void {
    const { version, lastEdit } = this.parts.store.get(key)
    this.active = { key, before: this.contentOf(key), version, lastEdit }
  }

  /** A key was pressed in a field. */
  type(key: string, text: string): void {
    const cell = this.openCell(key)
    if (cell === null) return
    if (this.active?.key !== key || !this.isTyped(this.active)) this.enter(key)
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
    const entered = this.active?.key === key ? this.active : null
    if (entered !== null) this.active = null
    const isChanged = entered === null || !isSameContent(entered.before, this.contentOf(key))
    if (isChanged) this.takeNoFigure(key)
    if (isChanged || store.get(key).saving === 'typed') cells.check(cell)
    cells.formatText(cell)
    if (entered === null) return
    this.recordTyping(entered)
    if (store.get(key).saving === 'typed') drafts.schedule([key], true)
  }

  /** Changes that someone else saved are not part of this user's undo history. */
  private recordTyping(entered: NonNullable<typeof this.active>): void {
    const { key, before, version } = entered
    if (this.isTyped(entered) && !this.isOthers(key, version)) this.history.record([this.editOf(key, before)])
  }

  /** 'n/a' becomes the answer that it stands for. */
  private takeNoFigure(key: string): void {
    const cell = this.openCell(key)
    const content = cell && noFigureContent(cell, this.contentOf(key).text)
    if (!cell || !content) return
    this.put(cell, content)
    this.parts.cells.derive([key])
  }

  /** The form is closed, which is how the user left the cell that the cursor was in. */
  leaveActive(): void {
    if (this.active !== null) this.leave(this.active.key)
  }

  /** Escape: restores what the cell contained when it was entered. */
  revert(key: string): void {
    if (this.active?.key !== key || !this.isTyped(this.active)) return
    const { before, version } = this.active
    if (this.isOthers(key, version)) this.onKept([key])
    else this.putAll([{ key, content: before }])
  }

  /** Clears cells in one step. */
  clear(...keys: string[]): void {
    this.fillCells(keys.map(key => ({ key, content: textContent('') })))
  }

  /** A choice made without text input. */
  choose(key: string, value: CellValue): void {
    const cell = this.openCell(key)
    if (cell !== null) this.fillCells([{ key, content: textContent(formatCellText(cell.question, value)) }])
  }

  /** Not applicable and not available are answers; choosing one again clears it. */
  answerWithout(key: string, reason: 'not_applicable' | 'not_available'): void {
    const now = this.contentOf(key)
    const isNotApplicable = reason === 'not_applicable' && !now.isNotApplicable
    const isNotAvailable = reason === 'not_available' && !now.isNotAvailable
    this.fillCells([{ key, content: { text: '', isNotApplicable, isNotAvailable } }])
  }

  /** Fills many cells in one step, for example from a file. Returns the step, which can be reverted on its own, and the cells that could be filled. */
  fillCells(changes: readonly { key: string; content: EditContent }[]): FilledCells {
    const before = new Map(changes.map(({ key }) => [key, this.contentOf(key)]))
    const keys = this.putAll(changes)
    const step = this.history.record([...before].map(([key, content]) => this.editOf(key, content)))
    if (this.active !== null) this.enter(this.active.key)
    return { step, keys }
  }

  paste(changes: readonly { key: string; text: string }[]): readonly CellEdit[] {
    return this.fillCells(changes.map(({ key, text }) => ({ key, content: textContent(text) }))).step
  }

  /** Reverts one step, whatever was done after it. A cell that has changed since keeps its content. */
  revertStep(step: readonly CellEdit[]): void {
    this.asStep(() => {
      const untouched = this.untouched(step, 'after')
      this.fillCells(untouched.map(({ key, before }) => ({ key, content: before })))
      return null
    })
  }

  /** Returns the first cell that changed, for the cursor; null when there was nothing to undo. */
  undo(): string | null {
    return this.asStep(() => this.restore('undo', 'after', 'before'))
  }

  redo(): string | null {
    return this.asStep(() => this.restore('redo', 'before', 'after'))
  }

  /** A cell that has changed since the step keeps its content, which is from another person or tab. */
  private restore(way: 'undo' | 'redo', from: 'before' | 'after', to: 'before' | 'after'): string | null {
    let shown: string | null = null
    this.history[way](step => {
      const untouched = this.untouched(step, from)
      const keys = this.putAll(untouched.map(edit => ({ key: edit.key, content: edit[to] })))
      // The first cell of the step, which is undone from its end.
      shown = (way === 'undo' ? keys.at(-1) : keys[0]) ?? null
      return untouched.map(edit => ({ ...edit, version: this.parts.store.get(edit.key).version }))
    })
    return shown
  }

  private untouched(step: readonly CellEdit[], content: 'before' | 'after'): CellEdit[] {
    const isUntouched = (edit: CellEdit): boolean =>
      isSameContent(edit[content], this.contentOf(edit.key)) && !this.isOthers(edit.key, edit.version)
    const kept = step.filter(edit => !isUntouched(edit)).map(({ key }) => key)
    if (kept.length > 0) this.onKept(kept)
    return step.filter(isUntouched)
  }

  private editOf(key: string, before: EditContent): CellEdit {
    return { key, before, after: this.contentOf(key), version: this.parts.store.get(key).version }
  }

  private isTyped({ key, lastEdit }: { key: string; lastEdit: string }): boolean {
    return this.parts.store.get(key).lastEdit !== lastEdit
  }

  /** Whether somebody else has saved the cell since it had a version. */
  private isOthers(key: string, since: number): boolean {
    const { version, ownVersion } = this.parts.store.get(key)
    return version > Math.max(since, ownVersion)
  }

  /** Typing in the active cell is a step of its own. */
  private asStep(step: () => string | null): string | null {
    const key = this.active?.key
    this.leaveActive()
    const changed = step()
    if (key !== undefined) this.enter(key)
    return changed
  }

  private putAll(changes: readonly { key: string; content: EditContent }[]): string[] {
    const { cells, drafts } = this.parts
    const keys: string[] = []
    const edit = this.parts.clock.next()
    for (const { key, content } of changes) {
      const cell = this.openCell(key)
      if (cell === null) continue
      this.put(cell, content, edit)
      cells.check(cell)
      cells.formatText(cell)
      keys.push(key)
    }
    if (keys.length > 0) {
      cells.derive(keys)
      drafts.schedule(keys, true)
    }
    return keys
  }

  private put(cell: CellModel, content: EditContent, edit = this.parts.clock.next()): void {
    this.parts.cells.write(cell, content, { edit, lastEdit: edit, saving: 'typed' })
  }

  private contentOf(key: string): EditContent {
    return this.parts.cells.contentOf(key)
  }

  private openCell(key: string): CellModel | null {
    const { model, isLocked } = this.parts
    const cell = model.cells.get(key) ?? null
    return isEditable(cell) && !isLocked() ? cell : null
  }
}
