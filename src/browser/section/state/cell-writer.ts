// Writes content into a cell, whatever its origin, and updates what follows: the answer, its checks, and the
// calculated and hidden cells that depend on it.

import { checkCalculated, checkCell, type CellCheck } from '#domain/answers/cell-rules.ts'
import { formatCellText, readCellText } from '#domain/answers/cell-text.ts'
import { calculatedAnswer } from '#domain/answers/completion.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import type { DerivedState } from '#domain/formulas/derivation.ts'
import type { CellState } from './cell-state.ts'
import type { CellStore } from './cell-store.ts'
import { contentOfState, type EditContent } from './edit-content.ts'
import type { CellModel, SectionModel } from './model.ts'

const unchecked: CellCheck = { errors: [], warnings: [] }

export class CellWriter {
  private readonly model: SectionModel
  private readonly store: CellStore
  private readonly derived: DerivedState

  constructor(model: SectionModel, store: CellStore) {
    this.model = model
    this.store = store
    this.derived = {
      answerOf: key => store.find(key)?.answer.value ?? null,
      calculated: store.calculated,
      hidden: new Set()
    }
    model.derivation.deriveAll(this.derived)
    for (const key of [...this.derived.calculated.keys(), ...this.derived.hidden]) this.showDerived(key)
  }

  contentOf(key: string): EditContent {
    return contentOfState(this.store.get(key))
  }

  /** Writes content without checking it, and the edit that it came with, in one change. Call `derive` for what depends on it. */
  write(cell: CellModel, content: EditContent, edit?: Pick<CellState, 'edit' | 'lastEdit' | 'saving'>): void {
    const reading = readCellText(cell.question, content.text)
    const answer = {
      value: reading.ok ? reading.value : null,
      is_not_applicable: content.isNotApplicable,
      is_not_available: content.isNotAvailable
    }
    const former = this.store.get(cell.key).answer
    this.store.set(cell.key, {
      text: content.text,
      answer: isSameAnswer(former, answer) ? former : answer,
      fault: null,
      check: unchecked,
      refusal: null,
      ...edit
    })
  }

  /** Parses a cell's text and checks its value. */
  check(cell: CellModel): void {
    this.store.set(cell.key, this.findingsOf(cell, this.store.get(cell.key).isHidden))
  }

  private findingsOf({ key, question }: CellModel, isHidden: boolean): Pick<CellState, 'fault' | 'check'> {
    const { text, answer } = this.store.get(key)
    const reading = readCellText(question, text)
    if (!reading.ok) return { fault: reading.error, check: unchecked }
    if (isHidden) return { fault: null, check: unchecked }
    return {
      fault: null,
      check: orUnchecked(checkCell(question, answer, question.previous_answer?.value ?? null))
    }
  }

  /** '1234' becomes '1,234'; text that cannot be parsed stays as typed. */
  formatText({ key, question }: CellModel): void {
    const { fault, answer } = this.store.get(key)
    if (fault === null) this.store.set(key, { text: formatCellText(question, answer.value) })
  }

  /** Updates what depends on changed cells. */
  derive(keys: readonly string[]): void {
    for (const key of this.model.derivation.deriveAfter(this.derived, keys)) this.showDerived(key)
  }

  /** Writes a draft or a merged answer; not an undoable step. */
  replace(key: string, content: EditContent): void {
    const cell = this.model.cells.get(key)
    if (cell === undefined) return
    this.write(cell, content)
    this.check(cell)
    this.derive([key])
  }

  private showDerived(key: string): void {
    const cell = this.model.cells.get(key)
    if (cell === undefined) return
    const isHidden = this.derived.hidden.has(key)
    if (isCalculated(cell.question)) this.showCalculated(cell, isHidden)
    // In one update, because it may change whether the cell can be sent.
    else this.store.set(key, { isHidden, ...this.findingsOf(cell, isHidden) })
  }

  /** Shows a calculated value and the rule between cells that it may break. */
  private showCalculated({ key, question }: CellModel, isHidden: boolean): void {
    const value = this.derived.calculated.get(key) ?? null
    const check = isHidden
      ? unchecked
      : checkCalculated(question, value, question.previous_answer?.value ?? null)
    this.store.set(key, {
      isHidden,
      text: formatCellText(question, value),
      answer: calculatedAnswer(value),
      check: orUnchecked(check)
    })
  }
}

/** Always the same object when nothing is wrong, so that it does not count as a change. */
const orUnchecked = (check: CellCheck): CellCheck =>
  check.errors.length + check.warnings.length === 0 ? unchecked : check
