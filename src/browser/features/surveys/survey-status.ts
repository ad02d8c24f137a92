// The progress of the whole survey, and its saving state for the respondent.

import {
  heldText,
  joinWaiting,
  onDeviceText,
  retryReason,
  SAVING,
  sentenceOf,
  strayText,
  type SaveText
} from '#browser/section/sync/save-text.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'
import { completionPercent } from '#domain/answers/completion.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'

export interface SurveyStatus {
  /** Floored, so that 100 means that nothing is missing. */
  percent: number
  isDone: boolean
  /** Required and unanswered. */
  missing: number
  unsaved: number
  /** Answers of an earlier visit that can no longer be sent. */
  strays: number
  /** Unsaved answers that wait for the respondent. */
  held: SectionStatusLine['held']
  /** The status lines of the sections, in order. */
  lines: readonly SectionStatusLine[]
}

export function summariseStatus(lines: readonly SectionStatusLine[]): SurveyStatus {
  const sum = (of: (line: SectionStatusLine) => number): number =>
    lines.reduce((total, line) => total + of(line), 0)
  return {
    percent: completionPercent(
      {
        applicable_count: sum(line => line.counts.applicable_count),
        answered_count: sum(line => line.counts.answered_count)
      },
      lines.every(line => isSectionDone(line.sectionStatus))
    ),
    isDone: lines.every(line => line.isDone),
    missing: sum(line => line.counts.required_remaining_count),
    unsaved: sum(line => line.unsaved),
    strays: sum(line => line.strays.length),
    held: { errors: sum(line => line.held.errors), conflicts: sum(line => line.held.conflicts) },
    lines
  }
}

/** 'Saved', 'Saving…', or why an answer is only on this device. */
export function surveySaveText({ unsaved, held, strays, lines }: SurveyStatus): SaveText {
  const fault = lines.find(line => line.storageFault !== null)?.storageFault ?? null
  if (unsaved + strays === 0) return { text: 'Saved', tone: 'calm', action: null }
  const waiting = unsaved - held.errors - held.conflicts
  const own = [heldText(held), strayText(strays)].filter(sentence => sentence !== '').join(' ')
  if (waiting === 0)
    return {
      text: [own, fault === null ? 'All others are saved.' : `Keep this page open. ${fault}`].join(' '),
      tone: 'stopped',
      action: null
    }
  const typed = lines.reduce((total, line) => total + line.typed, 0)
  const others = surveyQueueText(lines, onDeviceText(waiting, Math.min(typed, waiting), fault))
  return own === '' ? others : { ...others, text: joinWaiting(own, others), tone: 'stopped' }
}

/** The state of the answers that are sent automatically. */
function surveyQueueText(lines: SurveyStatus['lines'], kept: string): SaveText {
  const queues = lines.map(line => line.queue)
  const stopped = queues.find(queue => queue.is === 'stopped')
  if (stopped !== undefined)
    return { text: `${sentenceOf(kept)} ${stopped.error}`, tone: 'stopped', action: 'Try again' }
  const retrying = queues.find(queue => queue.is === 'retrying')
  if (retrying !== undefined)
    return { text: `${retryReason(retrying)} ${kept}`, tone: 'waiting', action: 'Try now' }
  const isUnderWay = queues.some(queue => queue.is === 'waiting' || queue.is === 'sending')
  return { text: isUnderWay ? SAVING : kept, tone: 'working', action: null }
}
