// The section's form as the section screen has it, with its engine and its drafts on this device, from a structure that the API gave. There is
// no server behind this page: it saves like someone who is offline. With `&saving` it sends what is typed to a server that takes everything, and
// tells other tabs, as the screen does.

import 'virtual:uno.css'
import { createRoot } from 'react-dom/client'
import '#browser/app/styles/global.css'
import { SectionEngine } from '#browser/section/section-engine.ts'
import type { SendBatch } from '#browser/section/sync/batch-delivery.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { openTabLink } from '#browser/section/sync/tab-link.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import { CellLegend } from '#browser/section/table/legend.tsx'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { newId } from '#lib/new-id.ts'
import { err, ok } from '#lib/result.ts'
import { noOtherTabs } from '#tests/support/no-other-tabs.ts'
import { beginMount, columns, main, rows } from './size.ts'

const offline = async () => err('An error occurred. Please try again later.')
const onPasted = (): void => {}

/** The cost of a call and its reply, without what the client of the API adds. */
const save: SendBatch = async (action, client_change_id, answers) => {
  const response = await fetch('./save', {
    method: 'POST',
    body: JSON.stringify({ action, client_change_id, answers })
  })
  await response.text()
  const written = { updated_at: null, updated_by: null }
  return ok({
    section_submission: {
      section_id: 1,
      status: 'in_progress',
      version: 1,
      completion_percent: 0,
      ...written
    },
    saved: answers.map(({ question_id, row_id, column_id, base_version }) => ({
      question_id,
      row_id,
      column_id,
      version: base_version + 1
    })),
    rejected: [],
    warnings: [],
    conflicts: []
  })
}

const isSaving = location.search.includes('saving')
const scope = { programmeCode: 'bench', user: 'nobody', submissionId: 1, sectionId: rows.length }
const drafts = openDrafts(scope)
// As on the section screen, the storage opens while the structure is on its way.
void drafts.newestSettled()
const structure = await (await fetch(`./section-${rows.length * columns.length}.json`)).text()
beginMount()
const engine = new SectionEngine({
  section: JSON.parse(structure) as SectionQuestions,
  drafts,
  tabs: isSaving ? openTabLink(scope) : noOtherTabs,
  timing: browserTiming,
  newId,
  send: isSaving ? save : offline,
  fetchSection: offline
})
await engine.restore()
createRoot(main()).render(
  <>
    <SectionForm engine={engine} onPasted={onPasted} />
    <CellLegend engine={engine} />
  </>
)
