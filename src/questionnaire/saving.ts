// From a typed cell to an acknowledged one: kept on this device, sent, acknowledged, refused or in conflict. Nothing typed is forgotten
// before the server has said that it has it.
import type { Answer as StoredAnswer, SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellPlace, type CellPlace } from '#domain/cell-place.ts'
import { isAnswerable, type CellAnswer } from '#domain/cell-rules.ts'
import { errorOf, type CellState, type CellStore, type Conflict } from './cells.ts'
import { contentOfAnswer, type Editing } from './editing.ts'
import { mergedComments } from './comment-threads.ts'
import type { Draft, Drafts } from './drafts.ts'
import { isSameAnswer, mergeCell } from './merge.ts'
import type { SectionModel } from './model.ts'
import type { Batch, QueuedChange, SaveQueue } from './queue.ts'
import type { Timing } from './timing.ts'

/** Quality: a cell is on this device within 150 ms of the last key; 80 ms of quiet leave room for the disk. */
const QUIET = 80
/** Somebody who types without a pause is not left with more than a second at risk. */
const LONGEST_RISK = 1000

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
  private readonly toKeep = new Set<string>()
  private readonly toWrite = new Set<string>()
  private cancelQuiet = (): void => {}
  private riskSince: number | null = null
  private keeping: Promise<void> = Promise.resolve()

  constructor(parts: SavingParts) {
    this.parts = parts
  }

  /** Cells were edited: they are kept after a moment of quiet, or at once when the person has left them. */
  edited(keys: readonly string[], isSettled: boolean): void {
    for (const key of keys) this.toKeep.add(key)
    this.cancelQuiet()
    const now = this.parts.timing.now()
    this.riskSince ??= now
    const wait = isSettled ? 0 : Math.min(QUIET, this.riskSince + LONGEST_RISK - now)
    if (wait <= 0) void this.keep()
    else this.cancelQuiet = this.parts.timing.after(wait, () => void this.keep())
  }

  /** Writes what was typed to this device and hands what may be sent to the queue. Resolves when it is on disk or cannot be. */
  async keep(): Promise<void> {
    this.cancelQuiet()
    this.riskSince = null
    const keys = [...this.toKeep]
    this.toKeep.clear()
    if (keys.length === 0) return this.keeping
    for (const key of keys) this.parts.editing.settle(key)
    const changed = keys.filter(key => !this.isBackAtBase(key))
    this.offer(changed)
    for (const key of changed) this.toWrite.add(key)
    this.keeping = this.keeping.then(() => this.writeGathered())
    return this.keeping
  }

  /** One transaction for all that was left while another was under way: one for each cell would fall behind whoever types quickly. */
  private async writeGathered(): Promise<void> {
    const keys = [...this.toWrite]
    this.toWrite.clear()
    await this.writeDrafts(keys)
  }

  /** Cells in this state leave the queue's hands or enter them. */
  offer(keys: readonly string[]): void {
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
    await this.writeDrafts(keys, false)
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

  /** Typed back to what the server has: there is nothing to save any more. */
  private isBackAtBase(key: string): boolean {
    const state = this.parts.store.get(key)
    if (state.edit === null) return true
    if (state.fault !== null || state.sent.length > 0 || state.conflict !== null || !isSameAnswer(state.answer, state.base)) return false
    this.parts.queue.drop(key)
    this.parts.store.set(key, { edit: null, saving: 'saved' })
    this.keeping = this.keeping.then(async () => void (await this.parts.drafts.forget([{ key, edit: null }])))
    return true
  }

  private async writeDrafts(keys: readonly string[], isFirst = true): Promise<void> {
    const { store, drafts, onStorageFault } = this.parts
    const states = keys.map(key => [key, store.get(key)] as const).filter(([, state]) => state.edit !== null)
    if (states.length === 0) return
    const answer = await drafts.write(states.map(([key, state]) => this.draftOf(key, state)))
    onStorageFault(answer.ok ? null : answer.error)
    if (!answer.ok || !isFirst) return
    for (const [key, { edit }] of states) {
      const now = store.get(key)
      if (now.edit === edit && now.saving === 'typed') store.set(key, { saving: 'kept' })
      // The server was quicker than the disk: what was just written is no longer needed.
      if (now.edit === null && edit !== null) void drafts.forget([{ key, edit }])
    }
  }

  private draftOf(key: string, state: CellState): Draft {
    const { text, answer, base, version, sent, edit } = state
    return { key, edit: edit ?? '', text, answer, base, base_version: version, sent, at: this.parts.timing.now() }
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
