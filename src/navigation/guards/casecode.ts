import { checkCase, clearSurveyClosedReason, isKnownCase, reasonAgainst, setLastInvalidUrl, setSurveyClosedReason } from '#stores/survey.ts'
import { paths } from '../paths.ts'
import { pass, type Place, type Verdict } from '../verdict.ts'

/**
 * Product 16: a valid code opens its survey; a completed one only the page that says so, which no other may see; any other code is explained
 * at /surveys/404.
 */
export default async function casecode({ path, search, params }: Place): Promise<Verdict> {
  const [questionnaireId = 0, submissionId = 0] = (params['ids'] ?? '').split('-').map(Number)
  const caseCode = params['casecode'] ?? ''
  const answer = await checkCase({ questionnaireId, submissionId, caseCode })
  // Whoever was let in is not thrown out because the connection is gone: the answers wait on the device.
  if (!answer.ok && answer.status === null && isKnownCase(caseCode)) return pass
  // A check that was refused for its form, or lost on the way, is not an answer about the code.
  if (!answer.ok && answer.status !== 422) return { is: 'fail', status: answer.status ?? 500, message: answer.error }
  const reason = answer.ok ? reasonAgainst(answer.value) : 'not_found'
  const isConfirmation = path.endsWith('/complete')
  if (reason === null && isConfirmation) return { is: 'redirect', to: paths.surveyCase(questionnaireId, submissionId, caseCode) }
  if (reason === null || (reason === 'completed' && isConfirmation)) {
    clearSurveyClosedReason()
    return pass
  }
  setLastInvalidUrl(path + search)
  setSurveyClosedReason(reason)
  return { is: 'redirect', to: paths.surveyNotFound() }
}
