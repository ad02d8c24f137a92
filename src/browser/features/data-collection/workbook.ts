// Opens the workbook of a section, or of all sections of a submission. The code that reads and writes
// spreadsheets is loaded on first use.

import { lockText } from '#browser/section/state/locks.ts'
import type { ImportSection } from '#browser/section/workbook/import-sections.ts'
import { workbookSource, type WorkbookTitle } from '#browser/section/workbook/source.ts'
import { $modal, closeModal, openModal } from '#browser/stores/modals.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { isSectionDone, REOPEN_FIRST } from '#domain/questionnaires/section-work.ts'
import { chunk } from '#lib/chunk.ts'
import { countOf } from '#lib/format.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { SECOND_MS } from '#lib/time/clock.ts'
import type { SectionAddress } from './section-address.ts'
import type { OpenSection } from './section-loading.ts'

const workbookDialog = chunk(() => import('#browser/section/workbook/workbook-dialog.tsx'))
const sectionLoading = chunk(() => import('./section-loading.ts'))

const NOT_OPENED = 'The workbook could not be opened. Check your connection and try again.'
const SECTIONS_AT_ONCE = 4
const SENDING_MS = 60 * SECOND_MS

/** Opens the workbook of the section that is on screen. */
export async function openWorkbook(open: OpenSection, title: WorkbookTitle): Promise<void> {
  try {
    const { WorkbookDialog } = await workbookDialog.load()
    openModal({
      component: WorkbookDialog,
      size: 'large',
      props: {
        title: `Workbook: ${open.engine.model.section.section_name}`,
        sections: [importSection(open, title)],
        send: null,
        onClose: closeModal
      }
    })
  } catch {
    showToast({ text: NOT_OPENED, status: 'error' })
  }
}

/**
 * Opens one workbook for many sections, which stay open until the dialog is closed. `onSaved` is called after
 * answers were uploaded.
 */
export async function openWorkbookOfAll(
  addresses: readonly SectionAddress[],
  titleOf: (questionnaire: OpenSection['questionnaire']) => WorkbookTitle,
  onSaved: () => void
): Promise<void> {
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
      showToast({ text: failed.ok ? NOT_OPENED : failed.error, status: 'error' })
      return
    }
    const props = {
      title: 'Workbook: all sections',
      sections: opened.map(open => importSection(open, titleOf(open.questionnaire))),
      send: async () => {
        const unsent = await sendAll(opened)
        onSaved()
        return unsent
      },
      onClose: closeModal
    }
    openModal({ component: WorkbookDialog, size: 'large', props })
    const stopListening = $modal.listen(modal => {
      if (modal.props === props) return
      stopListening()
      for (const { engine } of opened) engine.stop()
    })
  } catch {
    showToast({ text: NOT_OPENED, status: 'error' })
  }
}

function importSection(open: OpenSection, title: WorkbookTitle): ImportSection {
  const { engine, address } = open
  const { programmeCode } = runtimeConfig()
  const { questionnaireId, submissionId } = address
  return {
    source: workbookSource(engine, title, { programmeCode, questionnaireId, submissionId }),
    lockedBecause: uploadLock(open),
    apply: changes => void engine.editing.fillCells(changes)
  }
}

/** Why answers cannot be uploaded; null if the section is open for entry. */
function uploadLock({ engine, questionnaire }: OpenSection): string | null {
  const { section } = engine.model
  if (section.is_locked && engine.isLocked)
    return lockText(section.lock_reason, {
      opensAt: questionnaire.opens_at,
      closesAt: section.closes_at ?? questionnaire.closes_at
    })
  return isSectionDone(engine.$status.get().sectionStatus) ? REOPEN_FIRST : null
}

/** Returns a sentence for each section with answers that could not be saved. */
async function sendAll(opened: readonly OpenSection[]): Promise<string[]> {
  await Promise.all(opened.map(({ engine }) => engine.settle(SENDING_MS)))
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
