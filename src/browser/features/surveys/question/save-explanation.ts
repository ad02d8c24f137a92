// Saves a respondent's explanation of an unusual value before the survey is submitted (product 22.4).

import { call } from '#browser/api/call.ts'
import { redirectIfRefused } from '#browser/features/surveys/redirect-if-refused.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import type { CellModel } from '#browser/section/state/model.ts'
import type { CaseReference } from '#browser/stores/survey.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import { newId } from '#lib/new-id.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { presentTime } from '#lib/time/server-clock.ts'

/** How long to wait for the value itself to be saved first. */
const SETTLE_TIMEOUT_MS = 5000

/** Sent without a reply, by cell: a retry under the same id is saved once. */
const unansweredExplanations = new Map<string, { text: string; id: string }>()

export async function saveExplanation(
  reference: CaseReference,
  engine: SectionEngine,
  cell: CellModel,
  text: string
): Promise<Result<null>> {
  await engine.settle(SETTLE_TIMEOUT_MS)
  const { answer, version, comments, edit } = engine.store.get(cell.key)
  if (edit !== null) return err('The value is not saved yet. Try again in a moment.')
  const name = `${reference.submissionId} ${reference.caseCode} ${cell.key}`
  const earlier = unansweredExplanations.get(name)
  const id = earlier?.text === text ? earlier.id : newId()
  unansweredExplanations.set(name, { text, id })
  const body = {
    questionnaire_id: reference.questionnaireId,
    submission_id: reference.submissionId,
    section_id: engine.model.section.section_id,
    case_code: reference.caseCode,
    client_change_id: id,
    action: engine.savingAction,
    answers: [{ ...cellAddress(cell.question), ...answer, base_version: version, comment_text: text }]
  }
  const reply = await redirectIfRefused(reference, call(saveSection, { body }))
  if (!reply.ok) return reply
  unansweredExplanations.delete(name)
  const refused =
    reply.value.rejected[0]?.message ??
    (reply.value.conflicts.length > 0 ? 'The value has changed since.' : null)
  if (refused !== null) return err(refused)
  // Until the section is reloaded the comment has no id. A negative one cannot clash with another.
  engine.noteComment(cell.key, {
    comment_id: -1 - comments.length,
    comment_text: text,
    created_by: 'Respondent',
    created_at: presentTime().toISOString(),
    is_resolved: false,
    parent_comment_id: null
  })
  return ok(null)
}
