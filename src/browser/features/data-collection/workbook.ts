// Opens a section's workbook. The code that reads and writes spreadsheets is loaded on first use.

import { workbookSource, type WorkbookTitle } from '#browser/section/workbook/source.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import type { OpenSection } from './section-loading.ts'

const workbookDialog = chunk(() => import('#browser/section/workbook/workbook-dialog.tsx'))

/** Opens a section's workbook dialog; `lockedBecause` says why answers cannot be uploaded. */
export async function openWorkbook(
  { engine, address }: OpenSection,
  title: WorkbookTitle,
  lockedBecause: string | null
): Promise<void> {
  try {
    const { WorkbookDialog } = await workbookDialog.load()
    const identity = {
      programmeCode: runtimeConfig().programmeCode,
      questionnaireId: address.questionnaireId,
      submissionId: address.submissionId
    }
    openModal({
      component: WorkbookDialog,
      size: 'large',
      props: {
        title: `Workbook: ${engine.model.section.section_name}`,
        source: workbookSource(engine, title, identity),
        lockedBecause,
        onApply: changes => engine.editing.fillCells(changes),
        onClose: closeModal
      }
    })
  } catch {
    showToast({
      text: 'The workbook could not be opened. Check your connection and try again.',
      status: 'error'
    })
  }
}
