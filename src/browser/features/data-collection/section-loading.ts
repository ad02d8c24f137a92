// The engine of a member's section: what it holds, where its drafts are, and how it is saved.

import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#browser/api/call.ts'
import { tokenOwner } from '#browser/api/token.ts'
import { SectionEngine } from '#browser/section/section-engine.ts'
import { openDrafts } from '#browser/section/sync/drafts.ts'
import { saveAnswers } from '#browser/section/sync/save-answers.ts'
import { openTabLink } from '#browser/section/sync/tab-link.ts'
import { browserTiming } from '#browser/section/sync/timing.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getQuestionnaire, getSectionQuestions, type SectionReader } from '#contract/questionnaires.ts'
import { keepEqual } from '#lib/keep-equal.ts'
import { newId } from '#lib/new-id.ts'
import { err, ok, type Result } from '#lib/result.ts'
import type { SectionAddress } from './section-address.ts'

export interface OpenSection {
  address: SectionAddress
  engine: SectionEngine
  questionnaire: ReplyOf<typeof getQuestionnaire>
  /** Others who have the section open now. */
  $readers: ReadableAtom<readonly SectionReader[]>
}

/** Loads a section, restores what this user has kept of it on this device, and saves from then on. */
export async function loadSection(address: SectionAddress): Promise<Result<OpenSection>> {
  const { questionnaireId, submissionId, sectionId } = address
  const $readers = atom<readonly SectionReader[]>([])
  const fetchSection = async () => {
    const reply = await call(getSectionQuestions, {
      params: { id: questionnaireId, sid: sectionId },
      query: { submission_id: submissionId, is_watching: true }
    })
    // Whoever was here before the connection was lost may have gone.
    const readers = reply.ok ? (reply.value.readers ?? []) : []
    $readers.set(keepEqual($readers.get(), readers))
    return reply
  }
  const user = $session.get().user
  if (user === null) return err('You are logged out.', 401)
  const scope = {
    programmeCode: runtimeConfig().programmeCode,
    user: user.sub,
    questionnaireId,
    submissionId,
    sectionId
  }
  const drafts = openDrafts(scope)
  // Opens the storage while the calls are in progress; the engine reads it once it knows the cells.
  void drafts.newestSettled()
  const [questionnaire, section] = await Promise.all([
    call(getQuestionnaire, { params: { id: questionnaireId }, query: { submission_id: submissionId } }),
    fetchSection()
  ])
  if (!questionnaire.ok) return questionnaire
  if (!section.ok) return section
  const engine = new SectionEngine({
    section: section.value,
    drafts,
    tabs: openTabLink(scope),
    timing: browserTiming,
    newId,
    fetchSection,
    send: async (action, client_change_id, answers) => {
      // The cookie may be gone or belong to another account by now. This user's entries are sent with their
      // own token or not at all.
      if (tokenOwner() !== user.sub) return err('You are logged out.', 401)
      return saveAnswers({
        questionnaire_id: questionnaireId,
        submission_id: submissionId,
        section_id: sectionId,
        client_change_id,
        action,
        answers
      })
    }
  })
  await engine.restore()
  return ok({ address, engine, questionnaire: questionnaire.value, $readers })
}
