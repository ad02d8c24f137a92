// The sections of a programme with answers on this device that the server has not acknowledged.

import { serverTime } from '#lib/time/server-clock.ts'
import { createDraftDatabase, type DraftScope } from './draft-database.ts'

export interface UnsentSection extends DraftScope {
  questionnaireId: number
  count: number
}

/** Those of all members who use this device; a respondent's answers belong to a case code and wait for its survey. */
export async function listUnsentSections(programmeCode: string): Promise<UnsentSection[]> {
  // Asked after every screen, so it leaves no connection open.
  const drafts = await createDraftDatabase(serverTime)(open =>
    open.getAll('cells').finally(() => open.close())
  )
  const sections = new Map<string, UnsentSection>()
  for (const { scope, section } of drafts.ok ? drafts.value : []) {
    if (section?.questionnaireId === undefined || section.programmeCode !== programmeCode) continue
    const { questionnaireId } = section
    sections.set(scope, { ...section, questionnaireId, count: (sections.get(scope)?.count ?? 0) + 1 })
  }
  return [...sections.values()]
}
