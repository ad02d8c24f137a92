// Sends what this user has kept on this device in sections that are not open.

import { scopeName } from '#browser/section/sync/drafts.ts'
import type { QueueState } from '#browser/section/sync/save-queue.ts'
import type { UnsentSection } from '#browser/section/sync/unsent-sections.ts'
import { $session } from '#browser/stores/session.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { TRANSIENT_STATUSES } from '#contract/failures.ts'
import { countOf } from '#lib/format.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'
import { loadSection } from './section-loading.ts'
import { $openSection } from './section.ts'

export { backoffSeconds } from '#browser/section/sync/save-queue.ts'

const SENDING_MS = 60 * SECOND_MS

/** A section's answers that remain on this device. */
interface Left {
  kept: number
  /** Those that only wait for the server. */
  waiting: number
  /** The message to the user; null if there is nothing to do. */
  warning: string | null
}

/** What messages have told this user since the login. */
export interface Told {
  /** The number of answers that remain, by section: until it changes, the message is not repeated. */
  sections: Map<string, number>
  /** That answers wait for the server. */
  isWaiting: boolean
}

/**
 * Opens each section without showing it, as if the user did, and says what was sent and what remains: conflicts, errors and locked sections
 * are for the user to decide. Returns whether some answers still wait for the server.
 */
export async function sendUnsentAnswers(sections: readonly UnsentSection[], told: Told): Promise<boolean> {
  let sent = 0
  let waiting = 0
  for (const section of sections) {
    if (hasLeft(section)) return false
    const name = scopeName(section)
    const isShown = isShownSection(section)
    // Its user sees what waits, and may have decided when it is left.
    if (isShown) told.sections.delete(name)
    if (isShown || told.sections.get(name) === section.count) continue
    const left = await sendSection(section)
    // On a shared computer, the next user must not see messages about these.
    if (hasLeft(section)) return false
    sent += section.count - Math.min(section.count, left.kept)
    waiting += left.waiting
    if (left.waiting > 0) told.sections.delete(name)
    else told.sections.set(name, left.kept)
    if (left.warning !== null) showToast({ status: 'warning', text: left.warning })
  }
  if (sent > 0) showToast({ status: 'success', text: `${countKept(sent)} sent.` })
  if (waiting > 0 && !told.isWaiting) showToast({ status: 'warning', text: waitingText(waiting) })
  told.isWaiting = waiting > 0
  return told.isWaiting
}

/** Whether the user of a section has logged out, or someone else has logged in. */
const hasLeft = ({ user }: UnsentSection): boolean => $session.get().user?.sub !== user

const waitingText = (count: number): string =>
  `${countOf(count, 'answer')} ${count === 1 ? 'is' : 'are'} kept on this device. We will send ${count === 1 ? 'it' : 'them'} when the server can be reached.`

const countKept = (count: number): string =>
  `${countOf(count, 'answer')} kept on this device ${count === 1 ? 'was' : 'were'}`

async function sendSection(section: UnsentSection): Promise<Left> {
  const opened = await loadSection(section)
  if (!opened.ok) {
    const { count } = section
    if (mayPass(opened.status)) return { kept: count, waiting: count, warning: null }
    const warning = isLost(opened.status)
      ? lostText(section)
      : `${countKept(count)} not sent. ${opened.error}`
    return { kept: count, waiting: 0, warning }
  }
  const { engine } = opened.value
  await engine.settle(SENDING_MS)
  const { queue, unsaved, strays } = engine.$status.get()
  // Only the device knows what remains: an answer to a retired question has no cell.
  const drafts = await engine.sync.parts.drafts.read()
  engine.stop()
  const kept = drafts.ok ? drafts.value.length : section.count
  // As the section itself counts: the user can do nothing about an invalid answer that another one hides.
  const count = Math.min(kept, unsaved + strays.length)
  if (count === 0 || isWaiting(queue)) return { kept, waiting: count, warning: null }
  const { section_name } = engine.model.section
  return {
    kept,
    waiting: 0,
    warning: `${countKept(count)} not sent. Open the section “${section_name}” to check ${count === 1 ? 'it' : 'them'}.`
  }
}

/** Whether the section is gone, or its user may no longer open it. */
const isLost = (status: number | null): boolean => status !== null && [403, 404, 410].includes(status)

/** Shown once on this device for each number of answers, since there is nothing to do about them. */
function lostText(section: UnsentSection): string | null {
  const { count } = section
  const name = `lost answers ${scopeName(section)}`
  if (readStored('localStorage', name) === String(count)) return null
  writeStored('localStorage', name, String(count))
  return `${countOf(count, 'answer')} on this device can no longer be sent: you can no longer open the section that ${count === 1 ? 'it belongs' : 'they belong'} to.`
}

/** Whether a retry may succeed. */
const mayPass = (status: number | null): boolean =>
  status === null || status === 401 || TRANSIENT_STATUSES.includes(status)

const isWaiting = (queue: QueueState): boolean =>
  queue.is === 'stopped' ? mayPass(queue.status) : queue.is !== 'idle'

function isShownSection({ submissionId, sectionId }: UnsentSection): boolean {
  const shown = $openSection.get()
  return (
    shown.state === 'ready' &&
    shown.value.address.submissionId === submissionId &&
    shown.value.address.sectionId === sectionId
  )
}
