// Opens a section's workbook. The code that reads and writes spreadsheets is loaded on first use.

import { lockText } from '#browser/section/state/locks.ts'
import type { ImportSection } from '#browser/section/workbook/import-sections.ts'
import { workbookSource, type WorkbookTitle } from '#browser/section/workbook/source.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { openModalWith, type ActionOrigin } from '#browser/stores/outcomes.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { chunk } from '#lib/chunk.ts'
import type { OpenSection } from './section-loading.ts'

export const workbookDialog = chunk(() => import('#browser/section/workbook/workbook-dialog.tsx'))

/** Opens the workbook of the section that is on screen. */
export const openWorkbook = (open: OpenSection, title: WorkbookTitle, origin: ActionOrigin): Promise<void> =>
  openModalWith(
    workbookDialog,
    ({ WorkbookDialog }) => ({
      component: WorkbookDialog,
      size: 'large',
      props: {
        title: `Workbook: ${open.engine.model.section.section_name}`,
        sections: [importSection(open, title)],
        send: null,
        onClose: closeModal
      }
    }),
    'The workbook',
    origin
  )

/** A section to download and upload, with the title of its files. */
export function importSection(open: OpenSection, title: WorkbookTitle): ImportSection {
  const { engine, address } = open
  const { programmeCode } = runtimeConfig()
  const { questionnaireId, submissionId } = address
  return {
    source: workbookSource(engine, title, { programmeCode, questionnaireId, submissionId }),
    lockedBecause: () => uploadLock(open),
    apply: changes => engine.editing.fillCells(changes).keys.length
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
