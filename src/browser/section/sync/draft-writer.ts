// Writes typed cells to this device, debounced, and queues them for sending.

import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import type { CellWriter } from '#browser/section/state/cell-writer.ts'
import { tabOfEdit } from '#browser/section/state/edit-clock.ts'
import type { EditReceiver } from '#browser/section/state/editing.ts'
import type { CellModel, SectionModel } from '#browser/section/state/model.ts'
import { isAnswerable } from '#domain/answers/cell-rules.ts'
import { askedAs } from '#domain/answers/question-types.ts'
import { isSameAnswer } from '#domain/answers/same-answer.ts'
import type { Acknowledgement, CellDraft } from './draft-database.ts'
import type { DraftConflict, Drafts } from './drafts.ts'
import type { PendingCells } from './pending-cells.ts'
import { shareCells } from './shared-cell.ts'
import type { SyncStatus } from './status-line.ts'
import type { TabLink } from './tab-link.ts'
import type { Timing } from './timing.ts'

/**
 * Quality 1: a cell is stored within 150 ms of the last key, 30 of them for the disk. Longer than the time between the keys of a quick typist, so that a
 * figure is written once, when it is left, and not at each of its digits.
 */
const DRAFT_DEBOUNCE_MS = 120
/** Whoever types without a pause risks at most a second's work. */
const MAX_DRAFT_WAIT_MS = 1000

interface DraftWriterParts {
  store: CellStore
  cells: CellWriter
  drafts: Drafts
  tabs: TabLink
  timing: Timing
  pending: PendingCells
  status: SyncStatus
  model: SectionModel
}

export class DraftWriter implements EditReceiver {
  private readonly parts: DraftWriterParts
  private readonly toFlush = new Set<string>()
  private readonly toWrite = new Set<string>()
  /** Counted from the last key, and from the first one that is not stored yet. */
  private cancelPause: (() => void) | null = null
  private cancelWait: (() => void) | null = null
  private writing: Promise<void> = Promise.resolve()
  private onNews: (news: readonly DraftConflict[]) => void = () => {}

  constructor(parts: DraftWriterParts) {
    this.parts = parts
  }

  /** Another tab has a newer edit, or has had one acknowledged. */
  listen(onNews: (news: readonly DraftConflict[]) => void): void {
    this.onNews = onNews
  }

  /** Schedules edited cells: written after a short pause in typing, or at once when the user has left them. */
  schedule(keys: readonly string[], isSettled: boolean): void {
    for (const key of keys) this.toFlush.add(key)
    if (isSettled) return void this.flush()
    const { timing } = this.parts
    this.cancelPause?.()
    this.cancelPause = timing.after(DRAFT_DEBOUNCE_MS, () => void this.flush())
    this.cancelWait ??= timing.after(MAX_DRAFT_WAIT_MS, () => void this.flush())
  }

  /** Checks what was typed, stores it and queues it. Resolves when it is stored or cannot be. */
  async flush(): Promise<void> {
    this.cancelPause?.()
    this.cancelWait?.()
    this.cancelWait = null
    const keys = [...this.toFlush]
    this.toFlush.clear()
    if (keys.length === 0) return this.writing
    const { model, cells, pending } = this.parts
    for (const key of keys) {
      const cell = model.cells.get(key)
      if (cell !== undefined) cells.check(cell)
    }
    const changed = keys.filter(key => !this.isBackAtBase(key))
    pending.enqueue(changed)
    for (const key of changed) this.toWrite.add(key)
    this.writing = this.writing.then(() => this.writeGathered())
    return this.writing
  }

  /** Stores cells as they are. Returns the stored states, or null if storing failed. */
  async write(keys: readonly string[]): Promise<(readonly [key: string, state: CellState])[] | null> {
    const { store, drafts, status, model } = this.parts
    const states = keys.map(key => [key, store.get(key)] as const).filter(([, state]) => state.edit !== null)
    if (states.length === 0) return states
    const written = await drafts.write(
      states.map(([key, state]) => cellDraft(key, state, model.cells.get(key)?.name))
    )
    status.update({ storageFault: written.ok ? null : written.error })
    if (!written.ok) return null
    if (written.value.length > 0) this.onNews(written.value)
    return states
  }

  /** Deletes the draft of an edit that need not be sent, because the server already has its answer. */
  async retract(edit: Acknowledgement): Promise<void> {
    const retracted = await this.parts.drafts.retract([edit])
    if (retracted.ok && retracted.value.length > 0) this.onNews(retracted.value)
  }

  /**
   * One transaction for everything that became pending during the last one: a transaction per cell would
   * fall behind fast typing.
   */
  private async writeGathered(): Promise<void> {
    const { store, drafts, tabs } = this.parts
    const keys = [...this.toWrite]
    this.toWrite.clear()
    for (const [key, { edit }] of (await this.write(keys)) ?? []) {
      const now = store.get(key)
      if (now.edit === edit && now.saving === 'typed') store.set(key, { saving: 'kept' })
      // The server was faster than the disk: the draft that was just written is no longer needed.
      if (now.edit === null && edit !== null)
        void drafts.acknowledge([{ key, edit: now.lastEdit, version: now.ownVersion }])
    }
    shareCells(tabs, store, keys)
  }

  /** Typed back to what the server has: nothing to save any more. */
  private isBackAtBase(key: string): boolean {
    const { store, pending } = this.parts
    const { edit, fault, sent, conflict, answer, base, ownVersion } = store.get(key)
    if (edit === null) return true
    if (fault !== null || sent.length > 0 || conflict !== null || !isSameAnswer(answer, base)) return false
    pending.drop(key)
    store.set(key, { edit: null, saving: 'saved' })
    this.writing = this.writing.then(() => this.retractAndShare({ key, edit, version: ownVersion }))
    return true
  }

  private async retractAndShare(edit: Acknowledgement): Promise<void> {
    await this.retract(edit)
    shareCells(this.parts.tabs, this.parts.store, [edit.key])
  }
}

export function cellDraft(key: string, state: CellState, name: string | undefined): CellDraft {
  const { asked, text, answer, base, version, ownVersion, sent } = state
  const edit = state.edit ?? ''
  return {
    key,
    ...(name !== undefined && { name }),
    asked,
    edit,
    tab: tabOfEdit(edit),
    text,
    answer,
    base,
    base_version: version,
    own_version: ownVersion,
    sent
  }
}

/** The cell of a draft; null if it no longer takes an answer, or is asked as another type. */
export function cellOfDraft({ cells }: SectionModel, { key, asked }: CellDraft): CellModel | null {
  const cell = cells.get(key)
  if (cell === undefined || !isAnswerable(cell.question)) return null
  return asked === undefined || asked === askedAs(cell.question) ? cell : null
}
