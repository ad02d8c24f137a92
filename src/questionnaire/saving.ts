// From a kept cell to an acknowledged one: sent, acknowledged, refused or in conflict. Nothing typed is forgotten before the server has said
// that it has it.
import type { Answer as StoredAnswer, SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellPlace, type CellPlace } from '#domain/cell-place.ts'
import { isAnswerable, type CellAnswer } from '#domain/cell-rules.ts'
import { errorOf, type CellState, type CellStore, type Conflict } from './cells.ts'
import { contentOfAnswer } from './edit-content.ts'
import { tabOfEdit, type EditClock } from './edit-clock.ts'
import type { Editing } from './editing.ts'
import { mergedComments } from './comment-threads.ts'
import { DraftWriter } from './draft-writer.ts'
import type { Drafts } from './drafts.ts'
import { unionOfAnswers } from './merge.ts'
import type { SectionModel } from './model.ts'
import type { Batch, QueuedChange, SaveQueue } from './queue.ts'
import { Reconciler, sharedCell } from './reconcile.ts'
import type { TabLink } from './tab-link.ts'
import type { Timing } from './timing.ts'

interface SavingParts {
  model: SectionModel
  store: CellStore
  drafts: Drafts
  tabs: TabLink
  queue: SaveQueue
  editing: Editing
  clock: EditClock
  timing: Timing
  /** A locked section keeps what was typed on this device and sends nothing. */
  isLocked: () => boolean
  /** Loads the section anew; after a conflict, to learn all of the other answer. */
  refetch: () => void
  onStorageFault: (fault: string | null) => void
}

export class Saving {
  private readonly parts: SavingParts
  private readonly writer: DraftWriter
  private readonly reconciler: Reconciler

  constructor(parts: SavingParts) {
    this.parts = parts
    this.reconciler = new Reconciler({
      ...parts,
      offer: keys => this.offer(keys),
      keepAndSend: key => this.edited([key], true)
    })
    this.writer = new DraftWriter({
      ...parts,
      onKept: keys => this.offer(keys),
      onWritten: keys => this.share(keys),
      onTakenBack: key => parts.queue.drop(key),
      onFound: found => this.reconciler.adoptFound(found)
    })
    parts.tabs.listen(cells => {
      for (const cell of cells) this.reconciler.adopt(cell)
    })
  }

  edited(keys: readonly string[], isSettled: boolean): void {
    this.writer.edited(keys, isSettled)
  }

  keep(): Promise<void> {
    return this.writer.keep()
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
      return [
        {
          key,
          edit: state.edit,
          change: { ...cellPlace(place), ...state.answer, base_version: state.version }
        }
      ]
    })
  }

  /**
   * Before a batch leaves: notes on this device what leaves, so that after a crash an own answer at the server is not taken for somebody
   * else's. Returns false when another tab has newer edits of its cells: then the batch must be made anew.
   */
  async prepare(batch: Batch): Promise<boolean> {
    const { store } = this.parts
    const keys = batch.changes.map(({ key }) => key)
    for (const { key, change } of batch.changes) {
      store.set(key, { sent: unionOfAnswers(store.get(key).sent, [answerOf(change)]) })
    }
    await this.writer.write(keys)
    if (batch.changes.some(({ key, edit }) => isTakenOver(store.get(key), edit))) return false
    // On its way means on this device too, so it is said only now.
    for (const { key, edit } of batch.changes)
      if (store.get(key).edit === edit) store.set(key, { saving: 'sending' })
    this.share(keys)
    return true
  }

  /** Notes on this device what the server has, while no other tab sends. */
  async noteAcknowledged(batch: Batch, reply: SectionSubmissionResult): Promise<void> {
    const edits = new Map(batch.changes.map(({ key, edit }) => [key, edit]))
    const acknowledged = reply.saved.flatMap(saved => {
      const key = cellKey(saved)
      const edit = edits.get(key)
      return edit === undefined ? [] : [{ key, edit, version: saved.version }]
    })
    if (acknowledged.length > 0) await this.parts.drafts.acknowledge(acknowledged)
  }

  private share(keys: readonly string[]): void {
    const cells = keys
      .map(key => sharedCell(key, this.parts.store.get(key)))
      .filter(({ lastEdit }) => lastEdit !== '')
    if (cells.length > 0) this.parts.tabs.share(cells)
  }

  /** A batch failed: its cells are as they were before. */
  noteUnsent(batch: Batch): void {
    for (const { key } of batch.changes)
      if (this.parts.store.get(key).saving === 'sending') this.parts.store.set(key, { saving: 'kept' })
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
    for (const saved of reply.saved) {
      const change = byKey.get(cellKey(saved))
      if (change === undefined) continue
      heard.add(change.key)
      this.confirm(change, { version: saved.version, updatedAt: updated_at, updatedBy: updated_by })
    }
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
      if (change !== undefined) mustRefetch = this.reconciler.reconcile(change.key, other) || mustRefetch
    }
    for (const change of batch.changes)
      if (!heard.has(change.key))
        this.refuse(change, 'The server did not confirm this value. Enter it again.')
    this.share([...byKey.keys()])
    if (mustRefetch) this.parts.refetch()
  }

  /** The section as it now is at the server: each cell is merged with what was typed here. */
  receive(fresh: SectionQuestions): void {
    for (const question of fresh.sub_sections.flatMap(subSection => subSection.questions)) {
      const key = cellKey(question)
      if (this.parts.store.find(key) === undefined) continue
      this.parts.store.set(key, {
        comments: mergedComments(this.parts.store.get(key).comments, question.comments)
      })
      if (isAnswerable(question)) this.reconciler.reconcile(key, fromServer(question.answer))
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
      if (cell === undefined || state === undefined || state.edit !== null || !isAnswerable(cell.question))
        continue
      const theirs: Conflict = {
        theirs: state.answer,
        version: state.version,
        updatedAt: state.updatedAt,
        updatedBy: state.updatedBy
      }
      const content = contentOfAnswer(cell, draft.answer)
      editing.take(draft.key, draft.answer.value === null ? { ...content, text: draft.text } : content)
      this.parts.clock.see(draft.edit)
      const { edit, base, base_version: version, own_version: ownVersion, sent } = draft
      store.set(draft.key, { edit, lastEdit: edit, base, version, ownVersion, sent, saving: 'kept' })
      this.reconciler.reconcile(draft.key, theirs)
      this.offer([draft.key])
    }
  }

  /** The person's word on a conflict. */
  resolve(key: string, choice: 'mine' | 'theirs'): void {
    const { store, model, editing, clock } = this.parts
    const { conflict } = store.get(key)
    const cell = model.cells.get(key)
    if (conflict === null || cell === undefined) return
    // The choice is an edit of its own: in the other tabs too it comes after what it decides on.
    const lastEdit = clock.next()
    store.set(key, {
      lastEdit,
      conflict: null,
      base: conflict.theirs,
      version: conflict.version,
      sent: [],
      refusal: null
    })
    if (choice === 'mine') {
      store.set(key, { edit: lastEdit })
      this.edited([key], true)
      return
    }
    editing.take(key, contentOfAnswer(cell, conflict.theirs))
    store.set(key, {
      edit: null,
      saving: 'saved',
      updatedAt: conflict.updatedAt,
      updatedBy: conflict.updatedBy
    })
    void this.parts.drafts.acknowledge([{ key, edit: lastEdit, version: conflict.version }])
    this.share([key])
  }

  private confirm(
    { key, edit, change }: QueuedChange,
    server: Pick<CellState, 'version' | 'updatedAt' | 'updatedBy'>
  ): void {
    const { store } = this.parts
    const state = store.get(key)
    const [base, ownVersion] = [answerOf(change), Math.max(state.ownVersion, server.version)]
    if (state.edit === edit)
      store.set(key, { ...server, base, ownVersion, sent: [], edit: null, saving: 'saved', conflict: null })
    // Another tab has settled the cell meanwhile.
    else if (state.edit === null)
      this.reconciler.adopt({
        ...sharedCell(key, { ...state, ...server }),
        lastEdit: edit,
        edit: null,
        answer: base,
        base,
        ownVersion
      })
    else if (server.version > state.version) store.set(key, { ...server, base, ownVersion, sent: [] })
  }

  private refuse(change: QueuedChange | undefined, message: string): void {
    if (change !== undefined && this.parts.store.get(change.key).edit === change.edit) {
      this.parts.store.set(change.key, { refusal: message, saving: 'kept', sent: [] })
    }
  }
}

/** Whether another tab has a newer edit of a cell than the one that is to leave, or has seen it acknowledged. */
const isTakenOver = ({ edit }: CellState, leaving: string): boolean =>
  edit === null || (edit > leaving && tabOfEdit(edit) !== tabOfEdit(leaving))

const isSendable = (state: CellState): boolean =>
  state.edit !== null && errorOf(state) === null && state.conflict === null

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
