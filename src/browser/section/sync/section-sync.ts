// Synchronises a section with the server and with the user's other tabs:
//
//   Editing → DraftWriter → PendingCells → SaveQueue → BatchDelivery → the server
//   the server → Reconciler → CellStore ← TabReconciler ← the other tabs

import type { ReadableAtom } from 'nanostores'
import { isSendable, type Conflict } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellWriter } from '#browser/section/state/cell-writer.ts'
import { createEditClock, type EditClock } from '#browser/section/state/edit-clock.ts'
import { contentOfAnswer } from '#browser/section/state/edit-content.ts'
import type { SectionModel } from '#browser/section/state/model.ts'
import type { SectionCounters } from '#browser/section/state/section-counters.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import {
  changeRefusal,
  lockOfSection,
  windowKindOf,
  type ChangeRefusal
} from '#domain/questionnaires/section-changes.ts'
import type { Result } from '#lib/result.ts'
import { BatchDelivery, type SendBatch } from './batch-delivery.ts'
import { cellOfDraft, DraftWriter } from './draft-writer.ts'
import type { Drafts } from './drafts.ts'
import { PendingCells } from './pending-cells.ts'
import { Reconciler } from './reconcile.ts'
import { SaveQueue, type SectionAction } from './save-queue.ts'
import { SyncStatus, type SectionStatusLine } from './status-line.ts'
import type { TabLink } from './tab-link.ts'
import { TabReconciler } from './tab-reconcile.ts'
import type { Timing } from './timing.ts'

/** The outside world: this device, the other tabs, the clock and the server. */
export interface SyncParts {
  drafts: Drafts
  /** The user's other tabs with this section. */
  tabs: TabLink
  timing: Timing
  newId: () => string
  /** Whether saving reopens a complete section, as in a survey that is not submitted yet. */
  reopensBySaving?: boolean
  send: SendBatch
  /** The section's current state on the server. */
  fetchSection: () => Promise<Result<SectionQuestions>>
}

interface SectionParts {
  model: SectionModel
  store: CellStore
  cells: CellWriter
  counters: SectionCounters
}

const SETTLE_POLL_MS = 50

export class SectionSync {
  readonly $status: ReadableAtom<SectionStatusLine>
  readonly clock: EditClock
  readonly writer: DraftWriter
  private readonly queue: SaveQueue
  private readonly reconciler: Reconciler
  readonly status: SyncStatus
  readonly parts: SectionParts & SyncParts

  constructor(section: SectionParts, outside: SyncParts) {
    this.parts = { ...section, ...outside }
    const { model, store, counters } = section
    const clock = createEditClock(outside.newId(), outside.timing.now, outside.tabs.newestEdit)
    const status = new SyncStatus(counters, store, model.section)
    // A locked section stores what was typed on this device and sends nothing.
    const pending = new PendingCells(key => !this.isLocked && isSendable(store.get(key)))
    // Showing or hiding a cell changes whether it can be sent.
    store.observe({
      cellChanged: (key, before, after) => {
        if (before.isHidden !== after.isHidden && after.edit !== null) pending.enqueue([key])
      }
    })
    const base = { ...section, ...outside, clock, status, pending }
    const writer = new DraftWriter(base)
    const reconciler = new Reconciler({ ...base, writer })
    const tabReconciler = new TabReconciler({ ...base, writer, reconciler })
    const delivery = new BatchDelivery({ ...base, writer, reconciler, tabReconciler })
    this.clock = clock
    this.status = status
    this.$status = status.$status
    this.writer = writer
    this.reconciler = reconciler
    this.queue = new SaveQueue(delivery, pending)
    let wasLocked = this.isLocked
    this.$status.listen(() => {
      // What was kept while the section was complete can be sent once it is reopened.
      if (wasLocked && !this.isLocked) {
        pending.enqueue([...store.keys()].filter(key => store.get(key).edit !== null))
        void this.restore()
      }
      wasLocked = this.isLocked
    })
  }

  /** Why nothing can be entered now; null if it can. */
  get refusal(): ChangeRefusal | null {
    const { model, reopensBySaving = false } = this.parts
    const { sectionStatus: status, emptyReason } = this.$status.get()
    return changeRefusal(reopensBySaving ? ['reopen', 'enter'] : ['enter'], {
      lock: lockOfSection(model.section),
      status,
      // The lock already says what the role cannot do.
      roleTypeId: null,
      isCorrection: windowKindOf(model.section) !== null,
      isEmpty: emptyReason !== null
    })
  }

  get isLocked(): boolean {
    return this.refusal !== null
  }

  /** Restores the drafts that an earlier visit left on this device. While the section is locked, cells keep the server's values. */
  async restore(): Promise<void> {
    const [drafts, settled] = await Promise.all([this.parts.drafts.read(), this.parts.drafts.newestSettled()])
    if (!drafts.ok) return this.status.update({ storageFault: drafts.error })
    // The storage of the newest edit may be blocked or full. What is typed now is still newer than what this section has.
    if (settled.ok) this.clock.observe(settled.value)
    const { store, model, cells } = this.parts
    const strays = drafts.value.filter(draft => this.isLocked || cellOfDraft(model, draft) === null)
    this.status.update({ strays })
    for (const draft of drafts.value) {
      const cell = cellOfDraft(model, draft)
      const state = store.find(draft.key)
      if (this.isLocked || cell === null || state === undefined || state.edit !== null) continue
      const theirs: Conflict = {
        theirs: state.answer,
        version: state.version,
        written: state.written
      }
      const content = contentOfAnswer(cell, draft.answer)
      cells.replace(draft.key, draft.answer.value === null ? { ...content, text: draft.text } : content)
      this.clock.observe(draft.edit)
      const { edit, base, base_version: version, own_version: ownVersion, sent } = draft
      store.set(draft.key, { edit, lastEdit: edit, base, version, ownVersion, sent, saving: 'kept' })
      this.reconciler.reconcile(draft.key, theirs)
      this.queue.enqueue([draft.key])
    }
  }

  /** Writes what was typed a moment ago to this device. */
  flushDrafts(): Promise<void> {
    return this.writer.flush()
  }

  /**
   * The connection is back or the page is visible again: retries failures at once. A refusal waits for the
   * user.
   */
  retry(): void {
    if (this.queue.state.is !== 'stopped') this.queue.resume()
  }

  /** Sends now, at the user's request or after the session was renewed. */
  sendNow(): void {
    this.offerRefused()
    this.queue.resume()
  }

  /** A refusal by the server may be temporary. */
  private offerRefused(): void {
    const { store } = this.parts
    for (const key of store.keys())
      if (store.get(key).refusal !== null && store.get(key).edit !== null) {
        store.set(key, { refusal: null })
        this.queue.enqueue([key])
      }
  }

  /** Reloads the section and merges each cell. */
  refresh(): Promise<void> {
    return this.reconciler.refresh()
  }

  /** Completes or signs off after everything pending has been sent, reopens before it. */
  async sendAction(action: Exclude<SectionAction, 'save'>): Promise<Result<SectionSubmissionResult>> {
    await this.flushDrafts()
    return this.queue.sendAction(action)
  }

  /** Stores and sends what is pending, then says whether everything was saved; gives up after `timeoutMs`. */
  async settle(timeoutMs: number): Promise<boolean> {
    const { timing, counters } = this.parts
    await this.flushDrafts()
    this.retry()
    // Counts its pauses: the device's clock may be set meanwhile.
    for (let waited = 0; waited < timeoutMs; waited += SETTLE_POLL_MS) {
      if (!this.queue.isBusy || !['waiting', 'sending'].includes(this.queue.state.is)) break
      await new Promise<void>(resolve => void timing.after(SETTLE_POLL_MS, resolve))
    }
    return counters.unsaved.size === 0
  }

  /** Stores what was typed on this device and stops sending. */
  stop(): void {
    void this.flushDrafts().finally(() => this.parts.tabs.close())
    this.queue.stop()
  }
}
