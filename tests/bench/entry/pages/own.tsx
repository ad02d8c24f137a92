// The section's form as the section screen has it, with its engine and its drafts on this device, from a structure that the API gave. There is
// no server behind this page: it saves like someone who is offline.

import 'virtual:uno.css'
import { createRoot } from 'react-dom/client'
import '#browser/app/styles/global.css'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import { CellLegend } from '#browser/section/table/legend.tsx'
import { SectionForm } from '#browser/section/table/section-form.tsx'
import type { SectionQuestions } from '#contract/questionnaires.ts'
import { newId } from '#lib/new-id.ts'
import { err } from '#lib/result.ts'
import { noOtherTabs } from '#tests/support/no-other-tabs.ts'
import { beginMount, columns, main, rows } from './size.ts'

const offline = async () => err('An error occurred. Please try again later.')
const onPasted = (): void => {}

const drafts = openDrafts({ programmeCode: 'bench', user: 'nobody', submissionId: 1, sectionId: rows.length })
// As on the section screen, the storage opens while the structure is on its way.
void drafts.newestSettled()
const structure = await (await fetch(`./section-${rows.length * columns.length}.json`)).text()
beginMount()
const engine = new SectionEngine({
  section: JSON.parse(structure) as SectionQuestions,
  drafts,
  tabs: noOtherTabs,
  timing: browserTiming,
  newId,
  send: offline,
  fetchSection: offline
})
await engine.restore()
createRoot(main()).render(
  <>
    <SectionForm engine={engine} onPasted={onPasted} />
    <CellLegend engine={engine} />
  </>
)
