// Undo and redo. A step covers one or many cells, each with its text before and after.
import { isSameContent, type EditContent } from './edit-content.ts'

export interface CellEdit {
  key: string
  before: EditContent
  after: EditContent
}

const MAX_STEPS = 200

export class EditHistory {
  private done: CellEdit[][] = []
  private undone: CellEdit[][] = []

  /** Records a step and returns what it changed. */
  record(step: readonly CellEdit[]): readonly CellEdit[] {
    const changes = step.filter(({ before, after }) => !isSameContent(before, after))
    if (changes.length === 0) return changes
    this.done = [...this.done, changes].slice(-MAX_STEPS)
    this.undone = []
    return changes
  }

  /** The contents that revert the last step, newest cell first. */
  undo(): { key: string; content: EditContent }[] {
    const step = this.done.pop()
    if (step === undefined) return []
    this.undone.push(step)
    return step.toReversed().map(({ key, before }) => ({ key, content: before }))
  }

  redo(): { key: string; content: EditContent }[] {
    const step = this.undone.pop()
    if (step === undefined) return []
    this.done.push(step)
    return step.map(({ key, after }) => ({ key, content: after }))
  }
}
