// A survey's questions and answers as the server has them, for the pages before and after the questions.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { $case, type CaseReference } from '#browser/stores/survey.ts'
import { getSectionQuestions, type SectionQuestions } from '#contract/questionnaires.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { err, ok, type Result } from '#lib/result.ts'
import { redirectIfRefused } from './redirect-if-refused.ts'

export const $content = loadableStore<SectionQuestions[]>({ isOfUser: false })

export const loadContent = (reference: CaseReference): Promise<void> =>
  $content.load(`${reference.questionnaireId}/${reference.submissionId}/${reference.caseCode}`, () =>
    readSections(reference)
  )

/** The sections of a case's survey in order, with its answers. */
export async function readSections(reference: CaseReference): Promise<Result<SectionQuestions[]>> {
  const check = $case.get()
  if (check === null) return err('The case code is no longer known. Open the survey again.', 404)
  const inTurn = limitConcurrency(4)
  const answers = await Promise.all(
    check.section_ids.map(sectionId => inTurn(() => readSection(reference, sectionId)))
  )
  const sections: SectionQuestions[] = []
  for (const result of answers) {
    if (!result.ok) return result
    sections.push(result.value)
  }
  return ok(sections)
}

export const readSection = (reference: CaseReference, sectionId: number): Promise<Result<SectionQuestions>> =>
  redirectIfRefused(
    reference,
    call(getSectionQuestions, {
      params: { id: reference.questionnaireId, sid: sectionId },
      query: { submission_id: reference.submissionId, case_code: reference.caseCode }
    })
  )
