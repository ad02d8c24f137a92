// The page's saving state as text.

import { countOf, formatTime } from '#lib/format.ts'
import type { QueueState } from './save-queue.ts'
import type { SectionStatusLine } from './status-line.ts'

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

/** 'Saving…', 'All saved at 14:02', or what is in the way: 'Offline. 2 answers kept on this device'. */
export function saveText(status: SectionStatusLine): SaveText {
  const { held, unsaved, savedAt, strays } = status
  const heldCount = held.errors + held.conflicts
  if (heldCount + strays.length === 0) return sectionQueueText(status)
  // These are never sent without the user, so they come first.
  const text = [heldText(held), strayText(strays.length)].filter(sentence => sentence !== '').join(' ')
  if (unsaved > heldCount) {
    const waiting = unsaved - heldCount
    const others = sectionQueueText({
      ...status,
      unsaved: waiting,
      typed: Math.min(status.typed, waiting)
    })
    return { ...others, text: joinWaiting(text, others), tone: 'stopped' }
  }
  const saved = savedAt === null ? 'All others are saved.' : `Others saved at ${formatTime(savedAt)}.`
  const rest = status.storageFault === null ? saved : `Keep this page open. ${status.storageFault}`
  return { text: `${text} ${rest}`, tone: 'stopped', action: null }
}

/** A narrow bar cuts the end of the line, never the word that nothing is sent at all. */
export const joinWaiting = (held: string, { text, tone }: Pick<SaveText, 'text' | 'tone'>): string =>
  tone === 'waiting' ? `${sentenceOf(text)} ${held}` : `${held} ${text}`

export const strayText = (count: number): string =>
  count === 0 ? '' : `${countOf(count, 'answer')} kept on this device cannot be sent.`

/** '1 cell cannot be sent until you correct it.' */
export function heldText({ errors, conflicts }: SectionStatusLine['held']): string {
  const sentences = [
    errors > 0 &&
      `${countOf(errors, 'answer')} cannot be sent until you correct ${errors === 1 ? 'it' : 'them'}.`,
    conflicts > 0 && `${countOf(conflicts, 'answer')} cannot be sent until you choose which value to keep.`
  ]
  return sentences.filter(sentence => sentence !== false).join(' ')
}

/** The state of the cells that are sent automatically. */
function sectionQueueText({ unsaved, typed, savedAt, queue, storageFault }: SectionStatusLine): SaveText {
  if (unsaved === 0) {
    if (storageFault !== null) return { text: `All saved. ${storageFault}`, tone: 'calm', action: null }
    return {
      text: savedAt === null ? 'All saved' : `All saved at ${formatTime(savedAt)}`,
      tone: 'calm',
      action: null
    }
  }
  const kept = onDeviceText(unsaved, typed, storageFault)
  if (queue.is === 'stopped') {
    const reason = stopReasons[queue.status] ?? { text: queue.error, action: 'Try again' }
    return { text: `${sentenceOf(kept)} ${reason.text}`, tone: 'stopped', action: reason.action }
  }
  if (queue.is === 'retrying')
    return { text: `${retryReason(queue)} ${kept}`, tone: 'waiting', action: 'Try now' }
  if (storageFault !== null) return { text: kept, tone: 'working', action: null }
  // They are not sent, because the section is locked.
  if (queue.is === 'idle' && typed === 0) return { text: strayText(unsaved), tone: 'stopped', action: null }
  return { text: typed === unsaved ? SAVING : `${SAVING} ${kept}`, tone: 'working', action: null }
}

export const SAVING = 'Saving…'

export const retryReason = ({ status }: Extract<QueueState, { is: 'retrying' }>): string =>
  status === null ? 'Offline.' : 'The server is not responding.'

/** '2 answers kept on this device'. Only what is on disk counts as kept; what is still being written is counted separately. */
export function onDeviceText(unsaved: number, typed: number, storageFault: string | null): string {
  if (storageFault !== null)
    return `${countOf(unsaved, 'answer')} only on this page: keep it open. ${storageFault}`
  if (typed === unsaved) return `${countOf(unsaved, 'answer')} being stored on this device`
  const kept = `${countOf(unsaved - typed, 'answer')} kept on this device`
  return typed === 0 ? kept : `${kept}, ${typed} being stored`
}

export const sentenceOf = (text: string): string => (/[.…]$/.test(text) ? text : `${text}.`)
