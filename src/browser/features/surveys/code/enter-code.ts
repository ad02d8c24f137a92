// Handles the case-code form, on a survey's own page and after a refusal.

import { navigate } from 'wouter/use-browser-location'
import { createForm, type Form } from '#browser/forms/form-store.ts'
import type { FieldRule } from '#browser/forms/rules.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import {
  checkCase,
  clearSurveyClosedReason,
  closedReason,
  refuseCase,
  type CaseReference
} from '#browser/stores/survey.ts'
import type { SurveyClosedReason } from '#contract/case-codes.ts'
import { normaliseCaseCode } from '#domain/people/case-code.ts'
import { paths } from '#programme/paths.ts'

export type SurveyAddress = Omit<CaseReference, 'caseCode'>

const codeRequired: FieldRule = value => (normaliseCaseCode(value) === '' ? 'Case code is required.' : null)

export type CaseCodeForm = Form<'case_code'>

/** Creates a form that is prefilled with the code tried before, so that a typing error can be corrected. */
export const createCodeForm = (tried = ''): CaseCodeForm =>
  createForm({ case_code: { label: 'Case code', initial: tried, rules: [codeRequired] } })

/** Checks a code: opens its survey, or records why it is refused. Returns the error if the check itself failed. */
export async function enterCode(survey: SurveyAddress, typed: string): Promise<string | null> {
  const caseCode = typed.trim()
  const origin = rememberOrigin()
  const result = await checkCase({ ...survey, caseCode })
  const isRefused = !result.ok && result.status === 422
  if (!result.ok && !isRefused) return result.error
  const reason: SurveyClosedReason | null = result.ok ? closedReason(result.value) : 'not_found'
  const written = (result.ok ? result.value.case_code : null) ?? caseCode
  const target = paths.surveyCase(survey.questionnaireId, survey.submissionId, written)
  if (reason === null) {
    clearSurveyClosedReason()
    if (origin.isOnScreen()) navigate(target)
    return null
  }
  refuseCase(target, reason)
  return null
}

/** The survey and code in a survey URL; null if there is none. */
export function caseFromUrl(url: string): CaseReference | null {
  const [, questionnaire, submission, code = ''] =
    /^\/surveys\/([1-9]\d{0,14})-([1-9]\d{0,14})(?:\/([^/?#]*))?/.exec(url) ?? []
  if (questionnaire === undefined || submission === undefined) return null
  return {
    questionnaireId: Number(questionnaire),
    submissionId: Number(submission),
    caseCode: decodeTyped(code)
  }
}

function decodeTyped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // An invalid percent-encoding is kept as typed.
    return text
  }
}
