// Sends what this user has kept on this device in sections that are not open.

import type { UnsentSection } from '#browser/section/sync/unsent-sections.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { countOf } from '#lib/format.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import { loadSection } from './section-loading.ts'
import { $openSection } from './section.ts'

const SENDING_MS = 60 * SECOND_MS

/**
 * Opens each such section without showing it, as if the user did, and says what was sent and what is left: a conflict, an error or a locked
 * section is for the user to decide on. Answers that cannot be sent now stay where they are.
 */
export async function sendUnsentAnswers(sections: readonly UnsentSection[]): Promise<void> {
  let sent = 0
  const left: { count: number; section: string }[] = []
  for (const { questionnaireId, submissionId, sectionId, count } of sections) {
    if (isShownSection(submissionId, sectionId)) continue
    const opened = await loadSection({ questionnaireId, submissionId, sectionId })
    if (!opened.ok) continue
    const { engine } = opened.value
    await engine.settle(SENDING_MS)
    const { unsaved } = engine.$status.get()
    engine.stop()
    sent += count - Math.min(count, unsaved)
    if (unsaved > 0) left.push({ count: unsaved, section: engine.model.section.section_name })
  }
  if (sent > 0)
    showToast({
      status: 'success',
      text: `${countOf(sent, 'answer')} kept on this device ${sent === 1 ? 'was' : 'were'} sent.`
    })
  for (const { count, section } of left)
    showToast({
      status: 'warning',
      text: `${countOf(count, 'answer')} kept on this device ${count === 1 ? 'was' : 'were'} not sent. Open the section “${section}” to check ${count === 1 ? 'it' : 'them'}.`
    })
}

function isShownSection(submissionId: number, sectionId: number): boolean {
  const shown = $openSection.get()
  return (
    shown.state === 'ready' &&
    shown.value.address.submissionId === submissionId &&
    shown.value.address.sectionId === sectionId
  )
}
