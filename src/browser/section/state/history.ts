// Undo and redo. A step covers one or many cells, each with its text before and after.

import { isSameContent, type EditContent } from './edit-content.ts'

export interface CellEdit {
  key: string
  before: EditContent
  after: EditContent
  /** The cell's version on the server when the step was done. */
  version: number
}

/** Applies a step and returns the edits that could be applied, as they are now. */
type Apply = (step: readonly CellEdit[]) => CellEdit[]

const MAX_UNDO_STEPS = 200

export class EditHistory {
  private done: CellEdit[][] = []
  private undone: CellEdit[][] = []

  /** Records a step and returns what it changed. */
  record(step: readonly CellEdit[]): readonly CellEdit[] {
    const changes = step.filter(({ before, after }) => !isSameContent(before, after))
    if (changes.length === 0) return changes
    this.done = [...this.done, changes].slice(-MAX_UNDO_STEPS)
    this.undone = []
    return changes
  }

  /** Undoes the last step, newest cell first. */
  undo(apply: Apply): void {
    const step = this.done.pop()
    if (step === undefined) return
    const applied = apply(step.toReversed()).toReversed()
    if (applied.length > 0) this.undone.push(applied)
  }

  redo(apply: Apply): void {
    const step = this.undone.pop()
    if (step === undefined) return
    const applied = apply(step)
    if (applied.length > 0) this.done.push(applied)
  }
}
