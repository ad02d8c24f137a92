import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import type { CellObserver, CellStore } from '#browser/section/state/cell-store.ts'
import type { SectionCounters } from '#browser/section/state/section-counters.ts'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { Section, SectionStatus } from '#contract/questionnaires.ts'
import {
  canComplete,
  completionPercent,
  countsOfEmpty,
  type CompletionCounts
} from '#domain/answers/completion.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import type { CellDraft } from './draft-database.ts'
import type { QueueState } from './save-queue.ts'

/** The state of a section as a whole. */
export interface SectionStatusLine {
  /** Cells that the server does not have yet; `typed` of them are not even stored on this device. */
  unsaved: number
  typed: number
  /** Unsaved cells that wait until the user has corrected the value or resolved the conflict. */
  held: { errors: number; conflicts: number }
  /** Answers on this device whose question or row is gone or asked otherwise, or whose section was locked when they were found. */
  strays: readonly CellDraft[]
  errors: number
  warnings: number
  conflicts: number
  /** Cells that keep the section from being complete. */
  incomplete: number
  queue: QueueState
  /** The time of the last acknowledgement; null when nothing was sent in this visit. */
  savedAt: number | null
  /** Why this device cannot store anything; null when it can. */
  storageFault: string | null
  counts: CompletionCounts
  percent: number
  isDone: boolean
  sectionStatus: SectionStatus
  /** Why there is nothing to report; null if nobody has declared that. */
  emptyReason: EmptySectionReason | null
}

/** The saving state; the rest of the line is counted from the cells. */
type SyncFacts = Pick<
  SectionStatusLine,
  'queue' | 'savedAt' | 'storageFault' | 'sectionStatus' | 'emptyReason' | 'strays'
>

type NotedSection = Pick<Section, 'status' | 'version' | 'empty_reason'>

/** Publishes the line whenever a cell or the saving state changes. */
export class SyncStatus implements CellObserver {
  readonly $status: ReadableAtom<SectionStatusLine>
  private readonly $line: WritableAtom<SectionStatusLine>
  private readonly counters: SectionCounters
  private facts: SyncFacts
  private isScheduled = false
  /** The newest version of the section that was seen. */
  private sectionVersion = 0

  constructor(
    counters: SectionCounters,
    store: CellStore,
    { status: sectionStatus, empty_reason: emptyReason = null }: Section
  ) {
    this.counters = counters
    this.facts = {
      queue: { is: 'idle' },
      savedAt: null,
      storageFault: null,
      sectionStatus,
      emptyReason,
      strays: []
    }
    this.$line = atom(statusLine(counters, this.facts))
    this.$status = this.$line
    store.observe(this)
  }

  update(facts: Partial<SyncFacts>): void {
    this.facts = { ...this.facts, ...facts }
    this.scheduleNotify()
  }

  addStray(stray: CellDraft): void {
    this.update({ strays: [...this.facts.strays, stray] })
  }

  /** The section's status on the server, unless a newer one is known. */
  noteSection({ status, version, ...section }: NotedSection): void {
    if (version < this.sectionVersion) return
    this.sectionVersion = version
    const { sectionStatus, emptyReason: known } = this.facts
    // The reply to a save does not contain it; reopening withdraws it.
    const { empty_reason: emptyReason = isSectionDone(status) ? known : null } = section
    if (status !== sectionStatus || emptyReason !== known) this.update({ sectionStatus: status, emptyReason })
  }

  cellChanged(): void {
    this.scheduleNotify()
  }

  /** Many cells may change at once; subscribers are notified once. */
  private scheduleNotify(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    queueMicrotask(() => {
      this.isScheduled = false
      this.$line.set(statusLine(this.counters, this.facts))
    })
  }
}

function statusLine(counters: SectionCounters, facts: SyncFacts): SectionStatusLine {
  const { issues, unsaved, typed, held, incomplete } = counters
  const isEmpty = facts.emptyReason !== null
  const counts = isEmpty ? countsOfEmpty(counters.countsNow()) : counters.countsNow()
  return {
    ...facts,
    unsaved: unsaved.size,
    typed: typed.size,
    held: { errors: held.error.size, conflicts: held.conflict.size },
    errors: issues.error.size,
    warnings: issues.warning.size,
    conflicts: issues.conflict.size,
    incomplete: isEmpty ? 0 : incomplete.size,
    counts,
    percent: completionPercent(counts, isSectionDone(facts.sectionStatus)),
    isDone: canComplete(counts) && issues.error.size + issues.conflict.size === 0
  }
}
