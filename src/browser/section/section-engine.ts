// The engine of one section: its state, saving and navigation. Data collection and surveys both use it.

import { atom, type ReadableAtom } from 'nanostores'
import type { Comment } from '#contract/comment.ts'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import type { IncompleteReason } from '#domain/answers/completion.ts'
import { isCalculated } from '#domain/answers/question-types.ts'
import type { ChangeRefusal } from '#domain/questionnaires/section-changes.ts'
import type { Result } from '#lib/result.ts'
import type { CellRange } from './state/cell-range.ts'
import { CellStore } from './state/cell-store.ts'
import { CellWriter } from './state/cell-writer.ts'
import { withComment } from './state/comment-threads.ts'
import { Editing } from './state/editing.ts'
import { buildModel, type SectionModel } from './state/model.ts'
import { RepeatingRows } from './state/repeating-rows.ts'
import { SectionCounters, type CellGroup, type Issue } from './state/section-counters.ts'
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
  /** The selected cells; null if only the focused one is. */
  readonly $range = atom<CellRange | null>(null)
  private readonly counters: SectionCounters
  readonly sync: SectionSync

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
    this.editing = new Editing({
      model,
      store,
      cells,
      clock: sync.clock,
      drafts: sync.writer,
      isLocked: () => sync.isLocked
    })
  }

  get isLocked(): boolean {
    return this.sync.isLocked
  }

  /** Why nothing can be entered now; null if it can. */
  get refusal(): ChangeRefusal | null {
    return this.sync.refusal
  }

  /** How answers are saved where saving reopens a complete section. */
  get savingAction(): 'save' | 'reopen' {
    return this.$status.get().sectionStatus === 'complete' ? 'reopen' : 'save'
  }

  /** Restores what an earlier visit left on this device. */
  restore(): Promise<void> {
    return this.sync.restore()
  }

  /** Writes what was typed a moment ago to this device. */
  flushDrafts(): Promise<void> {
    return this.sync.flushDrafts()
  }

  /**
   * The connection is back or the page is visible again: retries failures at once. A refusal waits for the
   * user.
   */
  retry(): void {
    this.sync.retry()
  }

  /** Sends now, at the user's request or after the session was renewed. */
  sendNow(): void {
    this.sync.sendNow()
  }

  /** Reloads the section and merges each cell. */
  refresh(): Promise<void> {
    return this.sync.refresh()
  }

  /** Completes or signs off after everything pending has been sent, reopens before it. */
  sendAction(action: Exclude<SectionAction, 'save'>): Promise<Result<SectionSubmissionResult>> {
    return this.sync.sendAction(action)
  }

  /** Stores and sends what is pending, then says whether everything was saved; gives up after `timeoutMs`. */
  settle(timeoutMs: number): Promise<boolean> {
    return this.sync.settle(timeoutMs)
  }

  /** Stores what was typed on this device and stops sending. */
  stop(): void {
    this.sync.stop()
  }

  /** Applies a comment from the server: a new one, or a thread that was resolved or reopened. */
  noteComment(key: string, comment: Comment): void {
    const state = this.store.find(key)
    if (state !== undefined) this.store.set(key, { comments: withComment(state.comments, comment) })
  }

  /** The cells of a group, in reading order. */
  keysOf(group: CellGroup): string[] {
    return this.counters.keysOf(group)
  }

  /** Why a cell keeps the section from being complete; null if it does not. */
  incompleteReason(key: string): IncompleteReason | null {
    return this.counters.incomplete.get(key) ?? null
  }

  /** The first cell with an issue, in reading order. */
  firstKey(kind: Issue | 'incomplete'): string | null {
    return this.counters.keysOf(kind)[0] ?? null
  }

  /** The next cell with an issue after the focused one, starting over after the last. */
  nextKey(kind: Issue): string | null {
    const keys = this.counters.keysOf(kind)
    const here = this.$focused.get()
    const place = here === null ? -1 : (this.model.order.get(here) ?? -1)
    return keys.find(key => (this.model.order.get(key) ?? 0) > place) ?? keys[0] ?? null
  }

  /** The names of the cells that a calculated cell depends on; none for any other cell. */
  sourceNames(key: string): readonly string[] {
    const { cells, derivation } = this.model
    const question = cells.get(key)?.question
    if (question === undefined || !isCalculated(question)) return []
    return derivation.sourcesOf(key).flatMap(source => cells.get(source)?.name ?? [])
  }
}
