// Sends what this user has kept on this device in sections that are not open.

import { openDrafts, scopeName } from '#browser/section/sync/drafts.ts'
import type { QueueState } from '#browser/section/sync/save-queue.ts'
import type { UnsentSection } from '#browser/section/sync/unsent-sections.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { TRANSIENT_STATUSES } from '#contract/failures.ts'
import { countOf } from '#lib/format.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { loadSection } from './section-loading.ts'
import { $openSection } from './section.ts'

export { backoffSeconds } from '#browser/section/sync/save-queue.ts'

const SENDING_MS = 60 * SECOND_MS

/** What is left of a section's answers on this device: their number, and why they are not sent; null if they only wait for the server. */
interface Left {
  count: number
  reason: string | null
}

/** What this user has been told since the login. */
export interface Told {
  /** The number of answers left in sections that wait for their user: until it changes, nothing new can be done. */
  sections: Map<string, number>
  /** That answers wait for the server. */
  isWaiting: boolean
}

/**
 * Opens each such section without showing it, as if the user did, and says what was sent and what is left: a conflict, an error or a locked
 * section is for the user to decide on. Returns whether some answers could not be sent yet, and may be later.
 */
export async function sendUnsentAnswers(sections: readonly UnsentSection[], told: Told): Promise<boolean> {
  let sent = 0
  let waiting = 0
  for (const section of sections) {
    const name = scopeName(section)
    const isShown = isShownSection(section)
    // Its user sees what waits, and may have decided when it is left.
    if (isShown) told.sections.delete(name)
    if (isShown || told.sections.get(name) === section.count) continue
    const { count, reason } = await sendSection(section)
    sent += section.count - Math.min(section.count, count)
    if (count === 0) told.sections.delete(name)
    else if (reason === null) waiting += count
    else {
      told.sections.set(name, count)
      showToast({ status: 'warning', text: `${countKept(count)} not sent. ${reason}` })
    }
  }
  if (sent > 0) showToast({ status: 'success', text: `${countKept(sent)} sent.` })
  if (waiting > 0 && !told.isWaiting)
    showToast({
      status: 'warning',
      text: `${countOf(waiting, 'answer')} ${waiting === 1 ? 'is' : 'are'} kept on this device. We will send ${waiting === 1 ? 'it' : 'them'} when the server can be reached.`
    })
  told.isWaiting = waiting > 0
  return told.isWaiting
}

const countKept = (count: number): string =>
  `${countOf(count, 'answer')} kept on this device ${count === 1 ? 'was' : 'were'}`

async function sendSection(section: UnsentSection): Promise<Left> {
  const opened = await loadSection(section)
  if (!opened.ok) {
    const { error, status } = opened
    return { count: section.count, reason: mayPass(status) ? null : error }
  }
  const { engine } = opened.value
  await engine.settle(SENDING_MS)
  const { queue } = engine.$status.get()
  // Only the device knows what is left: the answer of a question that is retired is in no cell.
  const left = await openDrafts(section).read()
  engine.stop()
  const count = left.ok ? left.value.length : section.count
  const { section_name } = engine.model.section
  return {
    count,
    reason: isWaiting(queue)
      ? null
      : `Open the section “${section_name}” to check ${count === 1 ? 'it' : 'them'}.`
  }
}

/** Whether a later call may succeed. */
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
