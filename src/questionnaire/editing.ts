// What a person does to cells: typing, leaving, clearing, pasting, undoing. Typing changes what is seen at once; judging a value waits until
// the person pauses or leaves the cell, so that nobody is told off for the first digit of a number.
import type { CellValue } from '#contract/questionnaires.ts'
import { calculatedAnswer } from '#domain/completion.ts'
import { checkCalculated, checkCell, type CellCheck } from '#domain/cell-rules.ts'
import { cellText, readCellText } from '#domain/cell-text.ts'
import type { DerivedState } from '#domain/derivation.ts'
import type { CellStore } from './cells.ts'
import { isSameContent, textContent, type EditContent } from './edit-content.ts'
import { EditHistory, type CellEdit } from './history.ts'
import { isSameAnswer } from './merge.ts'
import { isOpenCell, type CellModel, type SectionModel } from './model.ts'

const unchecked: CellCheck = { errors: [], warnings: [] }

interface EditingParts {
  model: SectionModel
  store: CellStore
  isLocked: () => boolean
  newEdit: () => string
  /** Cells hold something else than a moment ago. `isSettled`: the person has paused or left, so it may be kept and sent. */
  onEdited: (keys: readonly string[], isSettled: boolean) => void
}

export class Editing {
  private readonly parts: EditingParts
  private readonly history = new EditHistory()
  private readonly derived: DerivedState
  /** The cell in hand and what it held when it was entered. */
  private inHand: { key: string; before: EditContent } | null = null

  constructor(parts: EditingParts) {
    this.parts = parts
    const { store } = parts
    this.derived = {
      answerOf: key => store.find(key)?.answer.value ?? null,
      calculated: store.calculated,
      hidden: new Set()
    }
  }

  /** Derives all calculated cells and all visibility; once, when the states are there. */
  deriveAll(): void {
    this.parts.model.derivation.deriveAll(this.derived)
    for (const key of [...this.derived.calculated.keys(), ...this.derived.hidden]) this.showDerived(key)
  }

  enter(key: string): void {
    this.inHand = { key, before: this.contentOf(key) }
  }

  /** A key was pressed in a field. */
  type(key: string, text: string): void {
    const cell = this.openCell(key)
    if (cell === null) return
    if (this.inHand?.key !== key) this.enter(key)
    this.put(cell, textContent(text))
    this.after([key], false)
  }

  /** The person pauses: the value is judged. */
  settle(key: string): void {
    const cell = this.parts.model.cells.get(key)
    if (cell !== undefined) this.judge(cell)
  }

  /** The person leaves a cell: its text takes its usual form and the step can be undone. */
  leave(key: string): void {
    const { model, store } = this.parts
    const cell = model.cells.get(key)
    if (cell === undefined) return
    if (
      this.inHand?.key === key &&
      isSameContent(this.inHand.before, this.contentOf(key)) &&
      store.get(key).saving !== 'typed'
    ) {
      this.inHand = null
      return
    }
    this.judge(cell)
    const state = store.get(key)
    if (state.edit !== null) this.showUsualForm(cell)
    if (this.inHand?.key === key) {
      this.history.record([{ key, before: this.inHand.before, after: this.contentOf(key) }])
      this.inHand = null
      if (state.saving === 'typed') this.parts.onEdited([key], true)
    }
  }

  /** Escape: back to what the cell held when it was entered. */
  revert(key: string): void {
    if (this.inHand?.key === key) this.putAll([{ key, content: this.inHand.before }])
  }

  /** Empties cells, in one step. */
  clear(...keys: string[]): void {
    this.bringIn(keys.map(key => ({ key, content: textContent('') })))
  }

  /** A choice made by other means than text. */
  choose(key: string, value: CellValue): void {
    const cell = this.openCell(key)
    if (cell !== null) this.bringIn([{ key, content: textContent(cellText(cell.question, value)) }])
  }

  /** Not applicable and not available are answers; the same word again takes it back. */
  answerWithout(key: string, reason: 'not_applicable' | 'not_available'): void {
    const now = this.contentOf(key)
    const isNotApplicable = reason === 'not_applicable' && !now.isNotApplicable
    const isNotAvailable = reason === 'not_available' && !now.isNotAvailable
    this.bringIn([{ key, content: { text: '', isNotApplicable, isNotAvailable } }])
  }

  /** Fills many cells in one step, for example from a file; the returned step can be taken back by itself. */
  bringIn(changes: readonly { key: string; content: EditContent }[]): readonly CellEdit[] {
    const before = new Map(changes.map(({ key }) => [key, this.contentOf(key)]))
    this.putAll(changes)
    const step = this.history.record(
      [...before].map(([key, content]) => ({ key, before: content, after: this.contentOf(key) }))
    )
    if (this.inHand !== null) this.enter(this.inHand.key)
    return step
  }

  paste(changes: readonly { key: string; text: string }[]): readonly CellEdit[] {
    return this.bringIn(changes.map(({ key, text }) => ({ key, content: textContent(text) })))
  }

  /** Reverts one step, whatever was done after it. A cell that holds something else by now keeps it. */
  takeBack(step: readonly CellEdit[]): void {
    this.stepping(() => {
      const untouched = step.filter(({ key, after }) => isSameContent(after, this.contentOf(key)))
      this.bringIn(untouched.map(({ key, before }) => ({ key, content: before })))
      return null
    })
  }

  /** Returns a cell that changed, to be shown; null when there was nothing to undo. */
  undo(): string | null {
    return this.stepping(() => this.putAll(this.history.undo()))
  }

  redo(): string | null {
    return this.stepping(() => this.putAll(this.history.redo()))
  }

  /** What is typed in the cell in hand counts as a step of its own. */
  private stepping(step: () => string | null): string | null {
    const key = this.inHand?.key
    if (key !== undefined) this.leave(key)
    const changed = step()
    if (key !== undefined) this.enter(key)
    return changed
  }

  /** Puts a draft or a merged answer in place; not a step of the person's. */
  take(key: string, content: EditContent): void {
    const cell = this.parts.model.cells.get(key)
    if (cell === undefined) return
    this.write(cell, content)
    this.judge(cell)
    this.after([key], null)
  }

  private putAll(changes: readonly { key: string; content: EditContent }[]): string | null {
    const keys: string[] = []
    for (const { key, content } of changes) {
      const cell = this.openCell(key)
      if (cell === null) continue
      this.put(cell, content)
      this.judge(cell)
      this.showUsualForm(cell)
      keys.push(key)
    }
    if (keys.length > 0) this.after(keys, true)
    return keys[0] ?? null
  }

  private put(cell: CellModel, content: EditContent): void {
    this.write(cell, content)
    const edit = this.parts.newEdit()
    this.parts.store.set(cell.key, { edit, lastEdit: edit, saving: 'typed' })
  }

  /** '1234' becomes '1,234'; what cannot be read stays as it was typed. */
  private showUsualForm({ key, question }: CellModel): void {
    const { fault, answer } = this.parts.store.get(key)
    if (fault === null) this.parts.store.set(key, { text: cellText(question, answer.value) })
  }

  private write(cell: CellModel, content: EditContent): void {
    const reading = readCellText(cell.question, content.text)
    const answer = {
      value: reading.ok ? reading.value : null,
      is_not_applicable: content.isNotApplicable,
      is_not_available: content.isNotAvailable
    }
    const former = this.parts.store.get(cell.key).answer
    this.parts.store.set(cell.key, {
      text: content.text,
      answer: isSameAnswer(former, answer) ? former : answer,
      fault: null,
      check: unchecked,
      refusal: null
    })
  }

  private judge({ key, question }: CellModel): void {
    const state = this.parts.store.get(key)
    const reading = readCellText(question, state.text)
    if (!reading.ok) return void this.parts.store.set(key, { fault: reading.message, check: unchecked })
    const check = state.isHidden
      ? unchecked
      : checkCell(question, state.answer, question.previous_answer?.value ?? null)
    this.parts.store.set(key, {
      fault: null,
      check: check.errors.length + check.warnings.length === 0 ? unchecked : check
    })
  }

  /** What follows from changed cells: calculated cells and visibility; and the word to whoever saves. */
  private after(keys: readonly string[], isSettled: boolean | null): void {
    const { model, onEdited } = this.parts
    for (const key of model.derivation.deriveAfter(this.derived, keys)) this.showDerived(key)
    if (isSettled !== null) onEdited(keys, isSettled)
  }

  private showDerived(key: string): void {
    const { model, store } = this.parts
    const cell = model.cells.get(key)
    if (cell === undefined) return
    const isHidden = this.derived.hidden.has(key)
    if (cell.question.question_type === 'calculated') this.showCalculated(cell, isHidden)
    else {
      store.set(key, { isHidden })
      this.judge(cell)
    }
  }

  /** What a cell comes to, and the rule between cells that it may break. */
  private showCalculated({ key, question }: CellModel, isHidden: boolean): void {
    const value = this.derived.calculated.get(key) ?? null
    const check = isHidden
      ? unchecked
      : checkCalculated(question, value, question.previous_answer?.value ?? null)
    this.parts.store.set(key, {
      isHidden,
      text: cellText(question, value),
      answer: calculatedAnswer(value),
      check: check.errors.length + check.warnings.length === 0 ? unchecked : check
    })
  }

  private contentOf(key: string): EditContent {
    const { text, answer } = this.parts.store.get(key)
    return { text, isNotApplicable: answer.is_not_applicable, isNotAvailable: answer.is_not_available }
  }

  private openCell(key: string): CellModel | null {
    const cell = this.parts.model.cells.get(key) ?? null
    return isOpenCell(cell) && !this.parts.isLocked() ? cell : null
  }
}
