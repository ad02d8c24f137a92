// The engine of one section: its state, what keeps and sends it, and the way through it. Data collection and surveys use it alike.
import { atom, type ReadableAtom } from 'nanostores'
import type { Comment, SectionQuestions } from '#contract/questionnaires.ts'
import type { IncompleteReason } from '#domain/completion.ts'
import { isCalculated } from '#domain/question-types.ts'
import type { Result } from '#lib/result.ts'
import { CellStore } from './state/cell-store.ts'
import { CellWriter } from './state/cell-writer.ts'
import { withComment } from './state/comment-threads.ts'
import { Editing } from './state/editing.ts'
import { buildModel, type SectionModel } from './state/model.ts'
import { RepeatingRows } from './state/repeating-rows.ts'
import { SectionCounters, type Issue } from './state/section-counters.ts'
import type { SectionAction } from './sync/save-queue.ts'
import { SectionSync, type SyncParts } from './sync/section-sync.ts'
import type { SectionStatusLine } from './sync/status-line.ts'

export interface EngineParts extends SyncParts {
  section: SectionQuestions
}

export class SectionEngine {
  readonly model: SectionModel
  readonly store: CellStore
  readonly editing: Editing
  readonly rows: RepeatingRows
  readonly $status: ReadableAtom<SectionStatusLine>
  /** The cell that the side panel is about. */
  readonly $focused = atom<string | null>(null)
  private readonly counters: SectionCounters
  private readonly sync: SectionSync

  constructor({ section, ...outside }: EngineParts) {
    const model = buildModel(section)
    const store = new CellStore(model)
    const counters = new SectionCounters(model, store)
    const rows = new RepeatingRows(model, store)
    const cells = new CellWriter(model, store)
    const sync = new SectionSync({ model, store, cells, counters }, outside)
    this.model = model
    this.store = store
    this.counters = counters
    this.rows = rows
    this.sync = sync
    this.$status = sync.$status
    this.editing = new Editing({ model, store, cells, clock: sync.clock, drafts: sync.writer })
  }

  get isLocked(): boolean {
    return this.model.section.is_locked
  }

  /** Brings back what an earlier visit left on this device. */
  restore(): Promise<void> {
    return this.sync.restore()
  }

  /** Keeps on this device what was typed a moment ago. */
  flushDrafts(): Promise<void> {
    return this.sync.flushDrafts()
  }

  /** Connection is back or the page is looked at again: what failed is tried at once; a refusal waits for the person's word. */
  retry(): void {
    this.sync.retry()
  }

  /** The person's word, or a renewed session. */
  sendNow(): void {
    this.sync.sendNow()
  }

  /** Loads the section anew and merges each cell. */
  refresh(): Promise<void> {
    return this.sync.refresh()
  }

  /** The person's word on a conflict. */
  resolve(key: string, choice: 'mine' | 'theirs'): void {
    this.sync.resolve(key, choice)
  }

  /** Completes, reopens or signs off once everything that can be sent has been. */
  sendAction(action: Exclude<SectionAction, 'save'>): Promise<Result<null>> {
    return this.sync.sendAction(action)
  }

  /** Keeps and sends what waits, then says whether everything arrived; gives up after `timeoutMs`. */
  settle(timeoutMs: number): Promise<boolean> {
    return this.sync.settle(timeoutMs)
  }

  /** Keeps what was typed on this device and sends nothing more. */
  stop(): void {
    this.sync.stop()
  }

  /** What the server says of a comment on a cell: a new one, or a thread that was resolved or reopened. */
  noteComment(key: string, comment: Comment): void {
    const state = this.store.find(key)
    if (state !== undefined) this.store.set(key, { comments: withComment(state.comments, comment) })
  }

  /** Cells of a kind in reading order. */
  keysOf(kind: Issue | 'incomplete'): string[] {
    return this.counters.keysOf(kind)
  }

  /** Why a cell still stands between the section and "complete"; null when it does not. */
  incompleteReason(key: string): IncompleteReason | null {
    return this.counters.incomplete.get(key) ?? null
  }

  /** The first cell of a kind in reading order. */
  firstKey(kind: Issue | 'incomplete'): string | null {
    return this.counters.keysOf(kind)[0] ?? null
  }

  /** The cell of a kind that follows the focused one in reading order, from the top again after the last. */
  nextKey(kind: Issue): string | null {
    const keys = this.counters.keysOf(kind)
    const here = this.$focused.get()
    const place = here === null ? -1 : (this.model.order.get(here) ?? -1)
    return keys.find(key => (this.model.order.get(key) ?? 0) > place) ?? keys[0] ?? null
  }

  /** The cells that a calculated one is worked out from; none of another. */
  sourceNames(key: string): readonly string[] {
    const { cells, derivation } = this.model
    const question = cells.get(key)?.question
    if (question === undefined || !isCalculated(question)) return []
    return derivation.sourcesOf(key).flatMap(source => cells.get(source)?.name ?? [])
  }
}
