// The engine of one section: model, cell states, editing and saving put together. Data collection and surveys use it alike.
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import type { Comment, SectionQuestions, SectionStatus } from '#contract/questionnaires.ts'
import { SectionSubmissionResult } from '#contract/section-submissions.ts'
import type { LeftReason } from '#domain/completion.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { CellStore, startState } from './cells.ts'
import { changedLines } from './changed-lines.ts'
import { withComment } from './comment-threads.ts'
import type { Drafts } from './drafts.ts'
import { createEditClock } from './edit-clock.ts'
import { Editing } from './editing.ts'
import { buildModel, type SectionModel } from './model.ts'
import { SaveQueue, SUPERSEDED, type Batch, type SectionAction } from './queue.ts'
import { RepeatingRows } from './repeating-rows.ts'
import { Saving } from './saving.ts'
import { statusLine, type SectionStatusLine } from './status-line.ts'
import type { TabLink } from './tab-link.ts'
import { Tally, type Issue } from './tally.ts'
import type { Timing } from './timing.ts'

export interface EngineParts {
  section: SectionQuestions
  drafts: Drafts
  /** The other tabs in which the same person has the section open. */
  tabs: TabLink
  timing: Timing
  newId: () => string
  /** One call of section-submission; never throws. */
  send: (
    action: SectionAction,
    client_change_id: string,
    answers: Batch['changes'][number]['change'][]
  ) => Promise<Result<unknown>>
  /** The section as it now is at the server. */
  fetchSection: () => Promise<Result<SectionQuestions>>
}

const UNREADABLE = 'The server’s answer could not be understood. Your entries are kept and sent again.'

export class SectionEngine {
  readonly model: SectionModel
  readonly store: CellStore
  readonly editing: Editing
  readonly rows: RepeatingRows
  readonly $status: ReadableAtom<SectionStatusLine>
  /** The cell that the side panel is about. */
  readonly $focused = atom<string | null>(null)
  private readonly $line = atom<SectionStatusLine>(undefined as never)
  private readonly tally: Tally
  private readonly queue: SaveQueue
  private readonly saving: Saving
  private readonly parts: EngineParts
  private sectionStatus: SectionStatus
  private savedAt: number | null = null
  private storageFault: string | null = null
  private isToldSoon = false

  constructor(parts: EngineParts) {
    this.parts = parts
    this.model = buildModel(parts.section)
    this.sectionStatus = parts.section.section.status
    this.tally = new Tally(this.model, () => this.tellSoon())
    this.store = new CellStore(
      (key, before, after) => changedLines(this.model, key, before, after),
      (key, before, after) => {
        this.tally.observe(key, before, after)
        if (before !== null) this.rows.observe(key, before, after)
      }
    )
    this.rows = new RepeatingRows(this.model, this.store)
    const clock = createEditClock(parts.newId(), parts.timing.now)
    const isLocked = (): boolean => this.isLocked
    this.editing = new Editing({
      model: this.model,
      store: this.store,
      isLocked,
      newEdit: clock.next,
      onEdited: (keys, isSettled) => this.saving.edited(keys, isSettled)
    })
    this.queue = new SaveQueue({
      timing: parts.timing,
      newId: parts.newId,
      changesOf: keys => this.saving.changesOf(keys),
      send: batch => this.send(batch),
      onReply: (batch, reply) => this.hear(batch, reply),
      onFailure: batch => this.saving.noteUnsent(batch),
      onState: () => this.tellSoon()
    })
    this.saving = new Saving({
      model: this.model,
      store: this.store,
      drafts: parts.drafts,
      tabs: parts.tabs,
      clock,
      queue: this.queue,
      editing: this.editing,
      timing: parts.timing,
      isLocked,
      refetch: () => void this.refresh(),
      onStorageFault: fault => {
        this.storageFault = fault
        this.tellSoon()
      }
    })
    for (const { key, question } of this.model.cells.values()) this.store.start(key, startState(question))
    this.rows.start(!this.isLocked)
    this.editing.deriveAll()
    this.$line.set(this.line())
    this.$status = this.$line
  }

  get isLocked(): boolean {
    return this.parts.section.section.is_locked
  }

  /** Brings back what an earlier visit left on this device. */
  restore(): Promise<void> {
    return this.saving.restore()
  }

  /** Keeps on this device what was typed a moment ago. */
  keep(): Promise<void> {
    return this.saving.keep()
  }

  /** Connection is back or the page is looked at again: what failed is tried at once; a refusal waits for the person's word. */
  retry(): void {
    if (this.queue.state.is !== 'stopped') this.queue.resume()
  }

  /** The person's word, or a renewed session. */
  sendNow(): void {
    this.queue.resume()
  }

  /** Loads the section anew and merges each cell. */
  async refresh(): Promise<void> {
    const result = await this.parts.fetchSection()
    if (result.ok) this.saving.receive(result.value)
  }

  resolve(key: string, choice: 'mine' | 'theirs'): void {
    this.saving.resolve(key, choice)
  }

  /** Completes, reopens or signs off once everything that can be sent has been. */
  async act(action: Exclude<SectionAction, 'save'>): Promise<Result<null>> {
    await this.keep()
    const result = await this.queue.act(action)
    return result.ok ? ok(null) : result
  }

  /** Keeps and sends what waits, then says whether everything arrived; gives up after `patience` milliseconds. */
  async settle(patience: number): Promise<boolean> {
    await this.keep()
    const end = this.parts.timing.now() + patience
    this.retry()
    while (
      this.queue.isBusy &&
      this.parts.timing.now() < end &&
      ['waiting', 'sending'].includes(this.queue.state.is)
    ) {
      await new Promise<void>(resolve => void this.parts.timing.after(50, resolve))
    }
    return this.tally.unsaved.size === 0
  }

  /** What the server says of a comment on a cell: a new one, or a thread that was resolved or reopened. */
  noteComment(key: string, comment: Comment): void {
    const state = this.store.find(key)
    if (state !== undefined) this.store.set(key, { comments: withComment(state.comments, comment) })
  }

  /** Cells of a kind in reading order. */
  keysOf(kind: Issue | 'left'): string[] {
    return this.tally.keysOf(kind)
  }

  /** Why a cell still stands between the section and "complete"; null when it does not. */
  leftReason(key: string): LeftReason | null {
    return this.tally.left.get(key) ?? null
  }

  /** The first cell of a kind in reading order. */
  firstKey(kind: Issue | 'left'): string | null {
    return this.tally.keysOf(kind)[0] ?? null
  }

  /** The cell of a kind that follows the focused one in reading order, from the top again after the last. */
  nextKey(kind: Issue): string | null {
    const keys = this.tally.keysOf(kind)
    const here = this.$focused.get()
    const place = here === null ? -1 : (this.model.order.get(here) ?? -1)
    return keys.find(key => (this.model.order.get(key) ?? 0) > place) ?? keys[0] ?? null
  }

  /** Keeps what was typed on this device and sends nothing more. */
  stop(): void {
    void this.keep().finally(() => this.parts.tabs.close())
    this.queue.stop()
  }

  /** The cells that a calculated one is worked out from; none of another. */
  sourceNames(key: string): readonly string[] {
    const { cells, derivation } = this.model
    if (cells.get(key)?.question.question_type !== 'calculated') return []
    return derivation.sourcesOf(key).flatMap(source => cells.get(source)?.name ?? [])
  }

  /** One tab sends at a time, and only what no other tab has made newer or saved meanwhile. */
  private send(batch: Batch): Promise<Result<SectionSubmissionResult> | typeof SUPERSEDED> {
    return this.parts.tabs.exclusively(async () => {
      if (!(await this.saving.prepare(batch))) return SUPERSEDED
      const changes = batch.changes.map(({ change }) => change)
      const result = await this.parts.send(batch.action, batch.client_change_id, changes)
      if (!result.ok) return result
      const reply = v.safeParse(SectionSubmissionResult, result.value)
      if (!reply.success) return err(UNREADABLE)
      await this.saving.noteAcknowledged(batch, reply.output)
      return ok(reply.output)
    })
  }

  private hear(batch: Batch, reply: SectionSubmissionResult): void {
    this.savedAt = this.parts.timing.now()
    this.sectionStatus = reply.section_submission.status
    this.saving.acknowledge(batch, reply)
    this.tellSoon()
  }

  /** Many cells may change at once; whoever shows the sums hears of it once. */
  private tellSoon(): void {
    if (this.isToldSoon) return
    this.isToldSoon = true
    queueMicrotask(() => {
      this.isToldSoon = false
      this.$line.set(this.line())
    })
  }

  private line(): SectionStatusLine {
    const { queue, savedAt, storageFault, sectionStatus } = this
    return statusLine(this.tally, { queue: queue.state, savedAt, storageFault, sectionStatus })
  }
}
