// From a kept cell to an acknowledged one: sent, acknowledged, refused or in conflict. Nothing typed is forgotten before the server has said
// that it has it.
import type { Answer as StoredAnswer, SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellPlace, type CellPlace } from '#domain/cell-place.ts'
import { isAnswerable, type CellAnswer } from '#domain/cell-rules.ts'
import { errorOf, type CellState, type CellStore, type Conflict } from './cells.ts'
import { contentOfAnswer } from './edit-content.ts'
import type { Editing } from './editing.ts'
import { mergedComments } from './comment-threads.ts'
import type { Drafts } from './drafts.ts'
import { Keeping } from './keeping.ts'
import { isSameAnswer, mergeCell } from './merge.ts'
import type { SectionModel } from './model.ts'
import type { Batch, QueuedChange, SaveQueue } from './queue.ts'
import type { Timing } from './timing.ts'

interface SavingParts {
  model: SectionModel
  store: CellStore
  drafts: Drafts
  queue: SaveQueue
  editing: Editing
  timing: Timing
  /** A locked section keeps what was typed on this device and sends nothing. */
  isLocked: () => boolean
  /** Loads the section anew; after a conflict, to learn all of the other answer. */
  refetch: () => void
  onStorageFault: (fault: string | null) => void
}

export class Saving {
  private readonly parts: SavingParts
  private readonly keeping: Keeping

  constructor(parts: SavingParts) {
    this.parts = parts
    this.keeping = new Keeping({
      ...parts,
      onKept: keys => this.offer(keys),
      onTakenBack: key => parts.queue.drop(key)
    })
  }

  edited(keys: readonly string[], isSettled: boolean): void {
    this.keeping.edited(keys, isSettled)
  }

  keep(): Promise<void> {
    return this.keeping.keep()
  }

  /** Cells in this state leave the queue's hands or enter them. */
  private offer(keys: readonly string[]): void {
    const { queue, store, isLocked } = this.parts
    if (isLocked()) return
    const ready = keys.filter(key => isSendable(store.get(key)))
    for (const key of keys) if (!ready.includes(key)) queue.drop(key)
    queue.add(ready)
  }

  changesOf(keys: readonly string[]): QueuedChange[] {
    return keys.flatMap(key => {
      const state = this.parts.store.get(key)
      const place = this.parts.model.cells.get(key)?.question
      if (place === undefined || state.edit === null || !isSendable(state)) return []
      return [{ key, edit: state.edit, change: { ...cellPlace(place), ...state.answer, base_version: state.version } }]
    })
  }

  /** Notes on this device what leaves, so that after a crash an own answer at the server is not taken for somebody else's. */
  async noteSent(batch: Batch): Promise<void> {
    const keys: string[] = []
    for (const { key, change } of batch.changes) {
      const state = this.parts.store.get(key)
      const answer = answerOf(change)
      if (!state.sent.some(former => isSameAnswer(former, answer))) this.parts.store.set(key, { sent: [...state.sent, answer] })
      keys.push(key)
    }
    await this.keeping.write(keys)
    // On its way means on this device too, so it is said only now.
    for (const { key, edit } of batch.changes) if (this.parts.store.get(key).edit === edit) this.parts.store.set(key, { saving: 'sending' })
  }

  /** A batch failed: its cells are as they were before. */
  noteUnsent(batch: Batch): void {
    for (const { key } of batch.changes) if (this.parts.store.get(key).saving === 'sending') this.parts.store.set(key, { saving: 'kept' })
  }

  acknowledge(batch: Batch, reply: SectionSubmissionResult): void {
    const heard = new Set<string>()
    const find = (place: CellPlace): QueuedChange | undefined => {
      const found = batch.changes.find(({ key }) => key === cellKey(place))
      if (found !== undefined) heard.add(found.key)
      return found
    }
    const { updated_at, updated_by } = reply.section_submission
    const byKey = new Map(batch.changes.map(change => [change.key, change]))
    const confirmed = reply.saved.flatMap(saved => {
      const change = byKey.get(cellKey(saved))
      if (change === undefined) return []
      heard.add(change.key)
      this.confirm(change, { version: saved.version, updatedAt: updated_at, updatedBy: updated_by })
      return [{ key: change.key, edit: change.edit }]
    })
    void this.parts.drafts.forget(confirmed)
    for (const rejected of reply.rejected) this.refuse(find(rejected), rejected.message)
    let mustRefetch = false
    for (const conflict of reply.conflicts) {
      const change = find(conflict)
      const theirs = { value: conflict.theirs, is_not_applicable: false, is_not_available: false }
      const other = {
        theirs,
        version: conflict.theirs_version,
        updatedAt: conflict.theirs_updated_at,
        updatedBy: conflict.theirs_updated_by
      }
      if (change !== undefined) mustRefetch = this.meet(change.key, other) || mustRefetch
    }
    for (const change of batch.changes)
      if (!heard.has(change.key)) this.refuse(change, 'The server did not confirm this value. Enter it again.')
    if (mustRefetch) this.parts.refetch()
  }

  /** The section as it now is at the server: each cell is merged with what was typed here. */
  receive(fresh: SectionQuestions): void {
    for (const question of fresh.sub_sections.flatMap(subSection => subSection.questions)) {
      const key = cellKey(question)
      if (this.parts.store.find(key) === undefined) continue
      this.parts.store.set(key, { comments: mergedComments(this.parts.store.get(key).comments, question.comments) })
      if (isAnswerable(question)) this.meet(key, fromServer(question.answer))
    }
  }

  /** Drafts that an earlier visit left on this device. */
  async restore(): Promise<void> {
    const drafts = await this.parts.drafts.read()
    if (!drafts.ok) return this.parts.onStorageFault(drafts.error)
    const { store, model, editing } = this.parts
    for (const draft of drafts.value) {
      const cell = model.cells.get(draft.key)
      const state = store.find(draft.key)
      if (cell === undefined || state === undefined || state.edit !== null || !isAnswerable(cell.question)) continue
      const theirs: Conflict = { theirs: state.answer, version: state.version, updatedAt: state.updatedAt, updatedBy: state.updatedBy }
      const content = contentOfAnswer(cell, draft.answer)
      editing.take(draft.key, draft.answer.value === null ? { ...content, text: draft.text } : content)
      store.set(draft.key, { base: draft.base, version: draft.base_version, sent: draft.sent, edit: draft.edit, saving: 'kept' })
      this.meet(draft.key, theirs)
      this.offer([draft.key])
    }
  }

  /** The person's word on a conflict. */
  resolve(key: string, choice: 'mine' | 'theirs'): void {
    const { store, model, editing } = this.parts
    const { conflict, edit } = store.get(key)
    const cell = model.cells.get(key)
    if (conflict === null || cell === undefined) return
    store.set(key, { conflict: null, base: conflict.theirs, version: conflict.version, sent: [], refusal: null })
    if (choice === 'mine') {
      this.edited([key], true)
      return
    }
    editing.take(key, contentOfAnswer(cell, conflict.theirs))
    store.set(key, { edit: null, saving: 'saved', updatedAt: conflict.updatedAt, updatedBy: conflict.updatedBy })
    if (edit !== null) void this.parts.drafts.forget([{ key, edit }])
  }

  /** Merges the server's answer into a cell; answers true when somebody must choose. */
  private meet(key: string, other: Conflict): boolean {
    const { store, model, editing, queue } = this.parts
    const state = store.get(key)
    const cell = model.cells.get(key)
    if (cell === undefined || (state.edit === null && state.version === other.version)) return false
    const server = { base: other.theirs, version: other.version, updatedAt: other.updatedAt, updatedBy: other.updatedBy }
    const outcome = mergeCell(state.base, state.answer, other.theirs, state.sent)
    const isUnreadable = state.fault !== null
    if (outcome === 'conflict') {
      store.set(key, { conflict: other, saving: 'kept' })
      queue.drop(key)
      return true
    }
    if (outcome === 'mine' || isUnreadable) {
      store.set(key, { base: other.theirs, version: other.version, conflict: null })
      this.offer([key])
      return false
    }
    if (outcome === 'theirs') editing.take(key, contentOfAnswer(cell, other.theirs))
    if (state.edit !== null) void this.parts.drafts.forget([{ key, edit: state.edit }])
    store.set(key, { ...server, edit: null, sent: [], conflict: null, saving: 'saved' })
    queue.drop(key)
    return false
  }

  private confirm(
    { key, edit, change }: QueuedChange,
    server: { version: number; updatedAt: string | null; updatedBy: string | null }
  ): void {
    const { store } = this.parts
    const isLatest = store.get(key).edit === edit
    store.set(key, { ...server, base: answerOf(change), sent: [], ...(isLatest && { edit: null, saving: 'saved', conflict: null }) })
  }

  private refuse(change: QueuedChange | undefined, message: string): void {
    if (change !== undefined && this.parts.store.get(change.key).edit === change.edit) {
      this.parts.store.set(change.key, { refusal: message, saving: 'kept', sent: [] })
    }
  }
}

const isSendable = (state: CellState): boolean => state.edit !== null && errorOf(state) === null && state.conflict === null

const answerOf = ({
  value,
  is_not_applicable = false,
  is_not_available = false
}: Partial<CellAnswer> & Pick<CellAnswer, 'value'>): CellAnswer => ({
  value,
  is_not_applicable,
  is_not_available
})

const fromServer = (answer: StoredAnswer): Conflict => ({
  theirs: answerOf(answer),
  version: answer.version,
  updatedAt: answer.updated_at,
  updatedBy: answer.updated_by
})
