// Sends a batch of pending cells and handles the reply: acknowledged, rejected or in conflict. Nothing typed
// is forgotten before the server has confirmed it.

import { authorshipOf, isSendable, type CellState } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import { tabOfEdit } from '#browser/section/state/edit-clock.ts'
import { pickAnswer, unionOfAnswers } from '#browser/section/state/merge.ts'
import type { SectionModel } from '#browser/section/state/model.ts'
import type { SectionCounters } from '#browser/section/state/section-counters.ts'
import type { CellChange, SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, cellAddress, type CellAddress } from '#domain/answers/cell-address.ts'
import type { Result } from '#lib/result.ts'
import type { DraftWriter } from './draft-writer.ts'
import type { Drafts } from './drafts.ts'
import type { QueuedChange } from './isolation.ts'
import type { Reconciler } from './reconcile.ts'
import {
  SUPERSEDED,
  type Batch,
  type QueueState,
  type SaveQueueParts,
  type SectionAction
} from './save-queue.ts'
import { heldText } from './save-text.ts'
import { sharedCell, shareCells } from './shared-cell.ts'
import type { SyncStatus } from './status-line.ts'
import type { TabLink } from './tab-link.ts'
import type { TabReconciler } from './tab-reconcile.ts'
import type { Timing } from './timing.ts'

/** One call of section-submission; never throws. */
export type SendBatch = (
  action: SectionAction,
  client_change_id: string,
  answers: CellChange[]
) => Promise<Result<SectionSubmissionResult>>

interface BatchDeliveryParts {
  model: SectionModel
  store: CellStore
  counters: SectionCounters
  drafts: Drafts
  tabs: TabLink
  timing: Timing
  newId: () => string
  send: SendBatch
  writer: DraftWriter
  reconciler: Reconciler
  tabReconciler: TabReconciler
  status: SyncStatus
}

/** Longer than a message between tabs takes on a busy computer. */
const MESSAGE_WAIT_MS = 100
const LOCKED_STATUS = 423
const UNACCEPTED = 'The server did not accept this value. Change it, or copy it and clear the cell.'

export class BatchDelivery implements SaveQueueParts {
  readonly timing: Timing
  readonly newId: () => string
  private readonly parts: BatchDeliveryParts

  constructor(parts: BatchDeliveryParts) {
    this.parts = parts
    this.timing = parts.timing
    this.newId = parts.newId
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
          change: { ...cellAddress(place), ...state.answer, base_version: state.version }
        }
      ]
    })
  }

  heldBack(): string {
    const { error, conflict } = this.parts.counters.held
    return heldText({ errors: error.size, conflicts: conflict.size })
  }

  /** One tab sends at a time, and only cells that no other tab has edited or saved since. */
  send(batch: Batch): Promise<Result<SectionSubmissionResult> | typeof SUPERSEDED> {
    return this.parts.tabs.exclusively(async () => {
      if (!(await this.prepare(batch))) return SUPERSEDED
      const changes = batch.changes.map(({ change }) => change)
      const result = await this.parts.send(batch.action, batch.client_change_id, changes)
      // Someone may have completed or signed off the section meanwhile.
      if (!result.ok && result.status === LOCKED_STATUS) void this.parts.reconciler.refresh()
      if (!result.ok) return result
      await this.noteAcknowledged(batch, result.value)
      return result
    })
  }

  onReply(batch: Batch, reply: SectionSubmissionResult): void {
    this.parts.status.update({ savedAt: this.timing.now() })
    this.parts.status.noteSection(reply.section_submission)
    this.applyReply(batch, reply)
  }

  /** A batch failed: its cells are pending as before. */
  onFailure(batch: Batch): void {
    for (const { key } of batch.changes)
      if (this.parts.store.get(key).saving === 'sending') this.parts.store.set(key, { saving: 'kept' })
  }

  onRefusal(change: QueuedChange): void {
    this.refuse(change, UNACCEPTED)
    shareCells(this.parts.tabs, this.parts.store, [change.key])
  }

  onState(queue: QueueState): void {
    this.parts.status.update({ queue })
  }

  /**
   * Records on this device what is about to be sent, so that after a crash the user's own answer on the
   * server does not look like someone else's. Returns false if another tab has newer edits of its cells;
   * the batch must then be rebuilt.
   */
  private async prepare(batch: Batch): Promise<boolean> {
    const { store } = this.parts
    const keys = batch.changes.map(({ key }) => key)
    for (const { key, change } of batch.changes) {
      store.set(key, { sent: unionOfAnswers(store.get(key).sent, [pickAnswer(change)]) })
    }
    if ((await this.parts.writer.write(keys)) === null && (await this.isBehind(batch))) return false
    if (batch.changes.some(({ key, edit }) => isTakenOver(store.get(key), edit))) return false
    // "Sending" is shown only now, because it implies that the answer is stored on this device.
    for (const { key, edit } of batch.changes)
      if (store.get(key).edit === edit) store.set(key, { saving: 'sending' })
    shareCells(this.parts.tabs, this.parts.store, keys)
    return true
  }

  /**
   * Without storage, the user's other tabs report their saves by messages only. Waits for a message on its way, because otherwise the server's
   * version would look like another person's.
   */
  private async isBehind({ changes }: Batch): Promise<boolean> {
    await new Promise<void>(resolve => void this.timing.after(MESSAGE_WAIT_MS, resolve))
    return changes.some(({ key, change }) => this.parts.store.get(key).version !== change.base_version)
  }

  /** Records on this device what the server has, while no other tab sends. */
  private async noteAcknowledged(batch: Batch, reply: SectionSubmissionResult): Promise<void> {
    const edits = new Map(batch.changes.map(({ key, edit }) => [key, edit]))
    const acknowledged = reply.saved.flatMap(saved => {
      const key = cellKey(saved)
      const edit = edits.get(key)
      return edit === undefined ? [] : [{ key, edit, version: saved.version }]
    })
    if (acknowledged.length > 0) await this.parts.drafts.acknowledge(acknowledged)
  }

  private applyReply(batch: Batch, reply: SectionSubmissionResult): void {
    const answered = new Set<string>()
    const find = (address: CellAddress): QueuedChange | undefined => {
      const found = batch.changes.find(({ key }) => key === cellKey(address))
      if (found !== undefined) answered.add(found.key)
      return found
    }
    const { updated_at, updated_by } = reply.section_submission
    const byKey = new Map(batch.changes.map(change => [change.key, change]))
    for (const saved of reply.saved) {
      const change = byKey.get(cellKey(saved))
      if (change === undefined) continue
      answered.add(change.key)
      this.confirm(change, {
        version: saved.version,
        written: authorshipOf({ updated_at, updated_by, ...saved })
      })
    }
    for (const rejected of reply.rejected) this.refuse(find(rejected), rejected.message)
    for (const conflict of reply.conflicts) {
      const change = find(conflict)
      const other = {
        theirs: {
          value: conflict.theirs,
          is_not_applicable: conflict.theirs_is_not_applicable,
          is_not_available: conflict.theirs_is_not_available
        },
        version: conflict.theirs_version,
        written: authorshipOf({
          updated_at: conflict.theirs_updated_at,
          updated_by: conflict.theirs_updated_by,
          updated_by_user_id: conflict.theirs_updated_by_user_id ?? null
        })
      }
      if (change !== undefined) this.parts.reconciler.reconcile(change.key, other)
    }
    for (const change of batch.changes)
      if (!answered.has(change.key))
        this.refuse(change, 'The server did not confirm this value. Enter it again.')
    shareCells(this.parts.tabs, this.parts.store, [...byKey.keys()])
  }

  private confirm({ key, edit, change }: QueuedChange, server: Pick<CellState, 'version' | 'written'>): void {
    const { store } = this.parts
    const state = store.get(key)
    const [base, ownVersion] = [pickAnswer(change), Math.max(state.ownVersion, server.version)]
    if (state.edit === edit)
      store.set(key, { ...server, base, ownVersion, sent: [], edit: null, saving: 'saved', conflict: null })
    // Another tab has settled the cell in the meantime.
    else if (state.edit === null)
      this.parts.tabReconciler.adopt({
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

/** Whether another tab has a newer edit of a cell, or has seen it acknowledged. */
const isTakenOver = ({ edit }: CellState, leaving: string): boolean =>
  edit === null || (edit > leaving && tabOfEdit(edit) !== tabOfEdit(leaving))
