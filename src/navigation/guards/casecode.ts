import type { Result } from '#lib/result.ts'
import {
  checkCase,
  clearSurveyClosedReason,
  isKnownCase,
  reasonAgainst,
  refuseCase,
  type CaseCheck,
  type CaseReference
} from '#stores/survey.ts'
import { paths } from '../paths.ts'
import { pass, type NavigationTarget, type Verdict } from '../verdict.ts'

/**
 * Product 16: a valid code opens its survey; a completed one only the page that says so, which no other may see; any other code is explained
 * at /surveys/404.
 */
export default async function casecode(target: NavigationTarget): Promise<Verdict> {
  const asked = askedCase(target.params)
  const result = await checkCase(asked)
  return isLost(result)
    ? withoutAnswer(result, asked)
    : judge(target, asked, result.ok ? reasonAgainst(result.value) : 'not_found')
}

function askedCase({ ids = '', casecode: caseCode = '' }: NavigationTarget['params']): CaseReference {
  const [questionnaireId = 0, submissionId = 0] = ids.split('-').map(Number)
  return { questionnaireId, submissionId, caseCode }
}

type Lost = Extract<Result<CaseCheck>, { ok: false }>

/** No answer about the code. One that was refused for its form is an answer: nobody has given it out. */
const isLost = (result: Result<CaseCheck>): result is Lost => !result.ok && result.status !== 422

/** Whoever was let in is not thrown out because the connection is gone: the answers wait on the device. */
function withoutAnswer({ status, error }: Lost, { caseCode }: CaseReference): Verdict {
  return status === null && isKnownCase(caseCode)
    ? pass
    : { is: 'fail', status: status ?? 500, message: error }
}

function judge(
  { path, search }: NavigationTarget,
  { questionnaireId, submissionId, caseCode }: CaseReference,
  reason: ReturnType<typeof reasonAgainst>
): Verdict {
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
