import type { SectionStatus } from '#contract/questionnaires.ts'
import { isDone, percentOf, type CompletionCounts } from '#domain/completion.ts'
import type { QueueState } from './queue.ts'
import type { Tally } from './tally.ts'

/** How a section is doing as a whole. */
export interface SectionStatusLine {
  /** Cells that the server does not have yet; `typed` of them are not even on this device. */
  unsaved: number
  typed: number
  /** Of the unsaved ones, those that are not sent until the person has corrected the value or chosen between two. */
  held: { errors: number; conflicts: number }
  errors: number
  warnings: number
  conflicts: number
  /** Cells that stand between the section and "complete". */
  left: number
  queue: QueueState
  /** When the server last acknowledged something, or null when nothing was sent in this visit. */
  savedAt: number | null
  /** Why this device cannot keep anything; null when it can. */
  storageFault: string | null
  counts: CompletionCounts
  percent: number
  isDone: boolean
  sectionStatus: SectionStatus
}

/** Adds up what the cells come to and what is known of saving. */
export function statusLine(
  tally: Tally,
  saving: Pick<SectionStatusLine, 'queue' | 'savedAt' | 'storageFault' | 'sectionStatus'>
): SectionStatusLine {
  const { issues, unsaved, typed, held, left } = tally
  const counts = tally.countsNow()
  return {
    ...saving,
    unsaved: unsaved.size,
    typed: typed.size,
    held: { errors: held.error.size, conflicts: held.conflict.size },
    errors: issues.error.size,
    warnings: issues.warning.size,
    conflicts: issues.conflict.size,
    left: left.size,
    counts,
    percent: percentOf(counts),
    isDone: isDone(counts) && issues.error.size + issues.conflict.size === 0
  }
}
