// Whether a case code opens its survey, and what the survey screens keep about a refused one (product 16).

import { atom } from 'nanostores'
import { call } from '#browser/api/call.ts'
import { checkCaseCode, type SurveyClosedReason } from '#contract/case-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { normaliseCaseCode } from '#domain/people/case-code.ts'
import type { Result } from '#lib/result.ts'
import { readStored, writeStored } from '#lib/web-storage.ts'

export type CaseCheck = ReplyOf<typeof checkCaseCode>

export interface CaseReference {
  questionnaireId: number
  submissionId: number
  caseCode: string
}

const INVALID_URL_KEY = 'last-invalid-url'

/** The address that a refused code led to. It survives a reload of the page that explains the refusal. */
export const $lastInvalidUrl = atom(readStored('sessionStorage', INVALID_URL_KEY) ?? '')
export const $surveyClosedReason = atom<SurveyClosedReason | null>(null)
/** The last case that was let in. */
export const $case = atom<CaseCheck | null>(null)

export const setSurveyClosedReason = (reason: SurveyClosedReason): void => $surveyClosedReason.set(reason)
export const clearSurveyClosedReason = (): void => $surveyClosedReason.set(null)

/** Records the address of a refused code and the reason. */
export function refuseCase(url: string, reason: SurveyClosedReason): void {
  setSurveyClosedReason(reason)
  $lastInvalidUrl.set(url)
  writeStored('sessionStorage', INVALID_URL_KEY, url)
}

/** Checks a code with the server. A check without a reply leaves the state unchanged. */
export async function checkCase({
  questionnaireId,
  submissionId,
  caseCode
}: CaseReference): Promise<Result<CaseCheck>> {
  const result = await call(checkCaseCode, {
    query: { case_code: caseCode, questionnaire_id: questionnaireId, submission_id: submissionId }
  })
  if (result.ok || result.status !== null) $case.set(result.ok ? result.value : null)
  return result
}

/** Whether this visit has already let a code in. */
export function isKnownCase(caseCode: string): boolean {
  const known = $case.get()
  return (
    known?.is_valid === true &&
    known.case_code !== null &&
    normaliseCaseCode(known.case_code) === normaliseCaseCode(caseCode)
  )
}

/** Why the code opens nothing; null if it does. */
export function closedReason({ is_valid, survey_closed_reason }: CaseCheck): SurveyClosedReason | null {
  return survey_closed_reason ?? (is_valid ? null : 'not_found')
}
