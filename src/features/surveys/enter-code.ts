// Entering a case code, on a survey's own page and after a refusal.
import { atom } from 'nanostores'
import { navigate } from 'wouter/use-browser-location'
import type { SurveyClosedReason } from '#contract/case-codes.ts'
import { normaliseCaseCode } from '#domain/case-code.ts'
import { createForm, type Form } from '#forms/form-store.ts'
import type { Rule } from '#forms/rules.ts'
import { paths } from '#navigation/paths.ts'
import {
  checkCase,
  clearSurveyClosedReason,
  closedReason,
  refuseCase,
  type CaseReference
} from '#stores/survey.ts'

export type SurveyAddress = Omit<CaseReference, 'caseCode'>

const codeRequired: Rule = value => (normaliseCaseCode(value) === '' ? 'Case code is required.' : null)

export type CodeForm = Form<'case_code'>

/** A form with the code that was tried before, so that a slip can be mended. */
export const createCodeForm = (tried = ''): CodeForm =>
  createForm({ case_code: { label: 'Case code', initial: tried, rules: [codeRequired] } })

/** Why the check itself did not come about; empty when it did. */
export const $checkFault = atom('')

/** Tries a code: it opens its survey, or the reason why not is set. */
export async function enterCode(survey: SurveyAddress, typed: string): Promise<void> {
  const caseCode = typed.trim()
  const result = await checkCase({ ...survey, caseCode })
  const isRefused = !result.ok && result.status === 422
  $checkFault.set(result.ok || isRefused ? '' : result.error)
  if (!result.ok && !isRefused) return
  const reason: SurveyClosedReason | null = result.ok ? closedReason(result.value) : 'not_found'
  const written = (result.ok ? result.value.case_code : null) ?? caseCode
  const target = paths.surveyCase(survey.questionnaireId, survey.submissionId, written)
  if (reason === null) {
    clearSurveyClosedReason()
    navigate(target)
    return
  }
  refuseCase(target, reason)
}

/** The survey and the code that an address of the surveys names; null where it names none. */
export function caseFromUrl(url: string): CaseReference | null {
  const [, questionnaire, submission, code = ''] =
    /^\/surveys\/([1-9]\d{0,14})-([1-9]\d{0,14})(?:\/([^/?#]*))?/.exec(url) ?? []
  if (questionnaire === undefined || submission === undefined) return null
  return { questionnaireId: Number(questionnaire), submissionId: Number(submission), caseCode: decoded(code) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A broken percent code stays as it was typed.
    return text
  }
}
