// Opens the workbook of all sections of a submission, from its page.

import type { WorkbookTitle } from '#browser/section/workbook/source.ts'
import { $modal, closeModal } from '#browser/stores/modals.ts'
import { missingCodeText, rememberOrigin } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf } from '#lib/format.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { failureText } from '#lib/text/offline-text.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import type { SectionAddress } from './section-address.ts'
import type { OpenSection } from './section-loading.ts'
import { importSection, workbookDialog } from './workbook.ts'

const sectionLoading = chunk(() => import('./section-loading.ts'))

const SECTIONS_AT_ONCE = 4
const UPLOAD_WAIT_MS = 60 * SECOND_MS

/**
 * Opens one workbook for many sections, which stay open until the dialog is closed. `onSaved` is called after
 * answers were uploaded.
 */
export async function openWorkbookOfAll(
  addresses: readonly SectionAddress[],
  titleOf: (questionnaire: OpenSection['questionnaire']) => WorkbookTitle,
  onSaved: () => void
): Promise<void> {
  const origin = rememberOrigin()
  try {
    const [{ WorkbookDialog }, { loadSection }] = await Promise.all([
      workbookDialog.load(),
      sectionLoading.load()
    ])
    const inTurn = limitConcurrency(SECTIONS_AT_ONCE)
    const loaded = await Promise.all(addresses.map(address => inTurn(() => loadSection(address))))
    const opened = loaded.flatMap(section => (section.ok ? [section.value] : []))
    const failed = loaded.find(section => !section.ok)
    if (failed !== undefined) {
      for (const { engine } of opened) engine.stop()
      showToast({
        text: failed.ok ? missingCodeText('The workbook') : failureText(failed.error),
        status: 'error'
      })
      return
    }
    let sending: Promise<string[]> | null = null
    const props = {
      title: 'Workbook: all sections',
      sections: opened.map(open => importSection(open, titleOf(open.questionnaire))),
      send: async () => {
        sending = sendAll(opened)
        const unsent = await sending
        sending = null
        onSaved()
        return unsent
      },
      onClose: closeModal
    }
    const stopAll = (): void => {
      for (const { engine } of opened) engine.stop()
    }
    if (!origin.openModal({ component: WorkbookDialog, size: 'large', props })) return stopAll()
    const stopListening = $modal.listen(modal => {
      if (modal.props === props) return
      stopListening()
      if (sending === null) return stopAll()
      // What is being saved when the dialog is closed is saved all the same, and a message says how that ended.
      void sending.then(reportUpload).finally(stopAll)
    })
  } catch {
    showToast({ text: missingCodeText('The workbook'), status: 'error' })
  }
}

function reportUpload(unsent: readonly string[]): void {
  if (unsent.length > 0) showToast({ text: unsent.join(' '), status: 'error' })
  else showToast({ text: 'The uploaded answers are saved.', status: 'success' })
}

/** Returns a sentence for each section with answers that could not be saved. */
async function sendAll(opened: readonly OpenSection[]): Promise<string[]> {
  await Promise.all(opened.map(({ engine }) => engine.settle(UPLOAD_WAIT_MS)))
  return opened.flatMap(({ engine }) => {
    const { unsaved } = engine.$status.get()
    const name = engine.model.section.section_name
    return unsaved === 0
      ? []
      : [
          `${countOf(unsaved, 'answer')} not saved yet. Open the section “${name}” to check ${unsaved === 1 ? 'it' : 'them'}.`
        ]
  })
}
