import { pass, type NavigationTarget, type GuardResult } from '#browser/navigation/guard-result.ts'
import {
  checkCase,
  clearSurveyClosedReason,
  isKnownCase,
  closedReason,
  refuseCase,
  type CaseCheck,
  type CaseReference
} from '#browser/stores/survey.ts'
import type { Result } from '#lib/result.ts'
import { paths } from '#programme/paths.ts'

/**
 * Product 16: a valid code opens its survey; a completed one only the page that says so, which no other may see; any other code is explained
 * at /surveys/404.
 */
export default async function casecode(target: NavigationTarget): Promise<GuardResult> {
  const asked = caseFromParams(target.params)
  const result = await checkCase(asked)
  return hasNoReply(result)
    ? resultWithoutReply(result, asked)
    : resultFor(target, asked, result.ok ? closedReason(result.value) : 'not_found')
}

function caseFromParams({ ids = '', casecode: caseCode = '' }: NavigationTarget['params']): CaseReference {
  const [questionnaireId = 0, submissionId = 0] = ids.split('-').map(Number)
  return { questionnaireId, submissionId, caseCode }
}

type FailedCheck = Extract<Result<CaseCheck>, { ok: false }>

/** The check failed without a reply. A code rejected for its format counts as a reply: it was never issued. */
const hasNoReply = (result: Result<CaseCheck>): result is FailedCheck => !result.ok && result.status !== 422

/** A respondent who was let in stays if the connection is lost: the answers wait on the device. */
function resultWithoutReply({ status, error }: FailedCheck, { caseCode }: CaseReference): GuardResult {
  return status === null && isKnownCase(caseCode)
    ? pass
    : { is: 'fail', status: status ?? 500, message: error }
}

function resultFor(
  { path, search }: NavigationTarget,
  { questionnaireId, submissionId, caseCode }: CaseReference,
  reason: ReturnType<typeof closedReason>
): GuardResult {
  const isConfirmation = path.endsWith('/complete')
  if (reason !== null && !(reason === 'completed' && isConfirmation)) {
    refuseCase(path + search, reason)
    return { is: 'redirect', to: paths.surveyNotFound() }
  }
  clearSurveyClosedReason()
  return reason === null && isConfirmation
    ? { is: 'redirect', to: paths.surveyCase(questionnaireId, submissionId, caseCode) }
    : pass
}
