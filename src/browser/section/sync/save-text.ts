// The page's saving state as text.

import { countOf, formatTime } from '#lib/format.ts'
import { backoffSeconds } from './save-queue.ts'
import type { SectionStatusLine } from './status-line.ts'

const LONGEST_WAIT = backoffSeconds(Number.POSITIVE_INFINITY)

export interface SaveText {
  text: string
  tone: 'calm' | 'working' | 'waiting' | 'stopped'
  /** What the user can do about it. */
  action: string | null
}

const stopReasons: Record<number, { text: string; action: string }> = {
  401: { text: 'Log in again to send them.', action: 'Send now' },
  403: { text: 'Your account can no longer change this section.', action: 'Try again' },
  422: { text: 'The server rejected them.', action: 'Try again' },
  423: { text: 'This section is now locked.', action: 'Try again' }
}

/** '2 cells kept on this device, the rest saved at 14:02', and why where something is in the way. */
export function saveText(status: SectionStatusLine, now: number): SaveText {
  const { held, unsaved, savedAt, strays } = status
  const heldCount = held.errors + held.conflicts
  if (heldCount + strays.length === 0) return sectionQueueText(status, now)
  // These are never sent without the user, so they come first.
  const text = [heldText(held), strayText(strays.length)].filter(sentence => sentence !== '').join(' ')
  if (unsaved > heldCount) {
    const waiting = unsaved - heldCount
    const others = sectionQueueText(
      { ...status, unsaved: waiting, typed: Math.min(status.typed, waiting) },
      now
    )
    return { ...others, text: `${text} ${others.text}`, tone: 'stopped' }
  }
  const saved = savedAt === null ? 'All others are saved.' : `Others saved at ${formatTime(savedAt)}.`
  const rest = status.storageFault === null ? saved : `Keep this page open. ${status.storageFault}`
  return { text: `${text} ${rest}`, tone: 'stopped', action: null }
}

/** '1 answer cannot be saved, because its question is no longer asked.' */
export const strayText = (count: number): string =>
  count === 0
    ? ''
    : `${countOf(count, 'answer')} cannot be saved, because ${count === 1 ? 'its question is' : 'their questions are'} no longer asked.`

/** '1 cell cannot be sent until you correct it.' */
export function heldText({ errors, conflicts }: SectionStatusLine['held'], noun = 'answer'): string {
  const sentences = [
    errors > 0 &&
      `${countOf(errors, noun)} cannot be sent until you correct ${errors === 1 ? 'it' : 'them'}.`,
    conflicts > 0 && `${countOf(conflicts, noun)} cannot be sent until you choose which value to keep.`
  ]
  return sentences.filter(sentence => sentence !== false).join(' ')
}

/** The state of the cells that are sent automatically. */
function sectionQueueText(
  { unsaved, typed, savedAt, queue, storageFault }: SectionStatusLine,
  now: number
): SaveText {
  const rest = savedAt === null ? '' : `, others saved at ${formatTime(savedAt)}`
  if (unsaved === 0) {
    if (storageFault !== null) return { text: `All saved. ${storageFault}`, tone: 'calm', action: null }
    return {
      text: savedAt === null ? 'All saved' : `All saved at ${formatTime(savedAt)}`,
      tone: 'calm',
      action: null
    }
  }
  const kept = draftsText(unsaved, typed, storageFault)
  const sentence = storageFault === null ? `${kept}.` : kept
  if (queue.is === 'stopped') {
    const reason = stopReasons[queue.status] ?? { text: queue.error, action: 'Try again' }
    return { text: `${sentence} ${reason.text}`, tone: 'stopped', action: reason.action }
  }
  if (queue.is === 'retrying') {
    // The computer's clock may have been set since; the timer goes on.
    const seconds = Math.min(LONGEST_WAIT, Math.max(0, Math.ceil((queue.at - now) / 1000)))
    const why = queue.status === null ? 'Offline' : 'The server is not responding'
    return {
      text: `${sentence} ${why}, retrying ${seconds === 0 ? 'now' : `in ${seconds} s`}`,
      tone: 'waiting',
      action: 'Try now'
    }
  }
  return { text: storageFault === null ? kept + rest : kept, tone: 'working', action: null }
}

/** Only what is on disk counts as stored; what is still being written is counted separately. */
function draftsText(unsaved: number, typed: number, storageFault: string | null): string {
  if (storageFault !== null)
    return `${countOf(unsaved, 'answer')} only on this page: keep it open. ${storageFault}`
  if (typed === 0) return `${countOf(unsaved, 'answer')} not sent yet`
  if (typed === unsaved) return `${countOf(unsaved, 'answer')} being stored on this device`
  return `${countOf(unsaved - typed, 'answer')} not sent yet, ${typed} being stored`
}
