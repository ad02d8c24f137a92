// Merges other users' answers with what was typed here, cell by cell, from base, mine and theirs.

import { authorshipOf, startState, type CellState, type Conflict } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellWriter } from '#browser/section/state/cell-writer.ts'
import { mergedComments } from '#browser/section/state/comment-threads.ts'
import { contentOfAnswer } from '#browser/section/state/edit-content.ts'
import { pickAnswer, mergeCell } from '#browser/section/state/merge.ts'
import type { SectionModel } from '#browser/section/state/model.ts'
import type { Answer as StoredAnswer, Question, SectionQuestions } from '#contract/questionnaires.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { askedAs } from '#domain/answers/question-types.ts'
import { UNANSWERED, withBlankRows } from '#domain/answers/repeating.ts'
import type { Result } from '#lib/result.ts'
import { cellDraft, type DraftWriter } from './draft-writer.ts'
import type { PendingCells } from './pending-cells.ts'
import type { SyncStatus } from './status-line.ts'

interface ReconcilerParts {
  model: SectionModel
  store: CellStore
  cells: CellWriter
  writer: DraftWriter
  pending: PendingCells
  status: SyncStatus
  fetchSection: () => Promise<Result<SectionQuestions>>
}

export class Reconciler {
  private readonly parts: ReconcilerParts

  constructor(parts: ReconcilerParts) {
    this.parts = parts
  }

  /** Reloads the section and merges each cell with what was typed here. */
  async refresh(): Promise<void> {
    const fresh = await this.parts.fetchSection()
    if (!fresh.ok) return
    this.receive(fresh.value)
    this.parts.status.noteSection(fresh.value.section)
  }

  /** Merges the server's answer into a cell, or keeps both if the user must choose. */
  reconcile(key: string, other: Conflict): void {
    const { store, model, cells, writer, pending } = this.parts
    const state = store.get(key)
    const cell = model.cells.get(key)
    if (cell === undefined || (state.edit === null && state.version === other.version)) return
    const outcome = outcomeOf(state, other)
    if (outcome === 'conflict') {
      store.set(key, { conflict: other, saving: 'kept' })
      pending.drop(key)
      return
    }
    if (outcome === 'mine' || (outcome === 'same' && state.fault !== null)) {
      store.set(key, { base: other.theirs, version: other.version, conflict: null })
      pending.enqueue([key])
      return
    }
    if (outcome === 'theirs') cells.replace(key, contentOfAnswer(cell, other.theirs))
    if (state.edit !== null) void writer.retract({ key, edit: state.edit, version: state.ownVersion })
    store.set(key, { ...serverPart(other), edit: null, sent: [], conflict: null, saving: 'saved' })
    pending.drop(key)
  }

  /** Merges each cell of a reloaded section with what was typed here. */
  private receive(fresh: SectionQuestions): void {
    for (const question of fresh.sub_sections.flatMap(subSection => withBlankRows(subSection).questions)) {
      const key = cellKey(question)
      const state = this.parts.store.find(key)
      if (state === undefined) continue
      if (state.asked !== askedAs(question)) {
        this.askAnew(key, question, state)
        continue
      }
      // The server does not have its row yet.
      if (question.answer === UNANSWERED) continue
      this.parts.store.set(key, {
        comments: mergedComments(state.comments, question.comments)
      })
      // A reply that was read before a save in the meantime is older than the page.
      if (isAnswerable(question) && question.answer.version >= this.parts.store.get(key).version)
        this.reconcile(key, fromServer(question.answer))
    }
  }

  /** An answer to the earlier form of the question would mean something else, so it stays on this device. */
  private askAnew(key: string, question: Question, state: CellState): void {
    const { store, model, cells, writer, pending, status } = this.parts
    const cell = model.cells.get(key)
    if (cell === undefined) return
    pending.drop(key)
    if (state.edit !== null) {
      void writer.write([key])
      status.addStray(cellDraft(key, state, cell.name))
    }
    cell.question = question
    const { isHidden, isUnusedRow, isAsked, news } = state
    store.set(key, { ...startState(question), isHidden, isUnusedRow, isAsked, news })
    cells.derive([key])
  }
}

function outcomeOf(
  { edit, fault, base, answer, sent, ownVersion }: CellState,
  { theirs, version }: Conflict
): ReturnType<typeof mergeCell> {
  const merged = mergeCell(base, answer, theirs, sent)
  // Text that cannot be parsed counts as a blank answer, but something was typed over the base.
  const outcome = merged === 'theirs' && fault !== null ? 'conflict' : merged
  // An older edit by this user from another tab: no conflict.
  return edit !== null && version <= ownVersion && outcome !== 'same' ? 'mine' : outcome
}

/** The server's data for a cell, as part of its state. */
export const serverPart = ({ theirs, version, written }: Conflict) => ({
  base: theirs,
  version,
  written
})

const fromServer = (answer: StoredAnswer): Conflict => ({
  theirs: pickAnswer(answer),
  version: answer.version,
  written: authorshipOf(answer)
})
