// Opens a section's workbook. The code that reads and writes spreadsheets is loaded on first use.

import { navigate } from 'wouter/use-browser-location'
import { lockText } from '#browser/section/state/locks.ts'
import type { ImportSection } from '#browser/section/workbook/import-sections.ts'
import { workbookSource, type WorkbookTitle } from '#browser/section/workbook/source.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { chunk } from '#lib/chunk.ts'
import { printForm } from './print-sheet.tsx'
import type { OpenSection } from './section-loading.ts'
import { WORKBOOK_NOT_OPENED } from './workbook-text.ts'

export const workbookDialog = chunk(() => import('#browser/section/workbook/workbook-dialog.tsx'))

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
    showToast({ text: WORKBOOK_NOT_OPENED, status: 'error' })
  }
}

/** A section to download and upload, with the title of its files. */
export function importSection(open: OpenSection, title: WorkbookTitle): ImportSection {
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
  if (engine.refusal === null) return null
  return lockText(engine.refusal, {
    opensAt: questionnaire.opens_at,
    closesAt: engine.model.section.closes_at ?? questionnaire.closes_at
  })
}

/** Prints the form that the address asks for, once: Back and a reload show the section alone. */
export function printOnArrival(): void {
  const query = new URLSearchParams(location.search)
  const kind = query.get('print')
  if (kind !== 'blank' && kind !== 'filled') return
  query.delete('print')
  navigate(query.size > 0 ? `${location.pathname}?${query}` : location.pathname, { replace: true })
  void printForm(kind)
}
