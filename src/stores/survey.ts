// Whether a case code opens its survey, and what the survey screens remember of a refused one (product 16).
import { atom } from 'nanostores'
import type { Answer } from '#lib/answer.ts'
import { call } from '#api/call.ts'
import { checkCaseCode, type SurveyClosedReason } from '#contract/case-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'

export type CaseCheck = ReplyOf<typeof checkCaseCode>

/** Where a refused code wanted to go. */
export const $lastInvalidUrl = atom('')
export const $surveyClosedReason = atom<SurveyClosedReason | null>(null)
/** The case that was let in last. */
export const $case = atom<CaseCheck | null>(null)

export const setSurveyClosedReason = (reason: SurveyClosedReason): void => $surveyClosedReason.set(reason)
export const clearSurveyClosedReason = (): void => $surveyClosedReason.set(null)

export interface CasePlace {
  questionnaireId: number
  submissionId: number
  caseCode: string
}

/** Asks the server about a code. */
export async function checkCase({ questionnaireId, submissionId, caseCode }: CasePlace): Promise<Answer<CaseCheck>> {
  const answer = await call(checkCaseCode, {
    query: { case_code: caseCode, questionnaire_id: questionnaireId, submission_id: submissionId }
  })
  $case.set(answer.ok ? answer.value : null)
  return answer
}
