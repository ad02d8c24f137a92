import { $lastInvalidUrl, checkCase, clearSurveyClosedReason, setSurveyClosedReason, type CaseCheck } from '#stores/survey.ts'
import { paths } from '../paths.ts'
import { pass, type Place, type Verdict } from '../verdict.ts'

/** Product 16: a valid code opens its survey; a completed one only the page that says so; any other is explained at /surveys/404. */
export default async function casecode({ path, search, params }: Place): Promise<Verdict> {
  const [questionnaireId = 0, submissionId = 0] = (params['ids'] ?? '').split('-').map(Number)
  const answer = await checkCase({ questionnaireId, submissionId, caseCode: params['casecode'] ?? '' })
  // A check that was refused for its form, or lost on the way, is not an answer about the code.
  if (!answer.ok && answer.status !== 422) return { is: 'fail', status: answer.status ?? 500, message: answer.error }
  const reason = answer.ok ? reasonAgainst(answer.value) : 'not_found'
  if (reason === null || (reason === 'completed' && path.endsWith('/complete'))) {
    clearSurveyClosedReason()
    return pass
  }
  $lastInvalidUrl.set(path + search)
  setSurveyClosedReason(reason)
  return { is: 'redirect', to: paths.surveyNotFound() }
}

/** Why the code opens nothing, or null where it does. */
function reasonAgainst({ is_valid, survey_closed_reason }: CaseCheck): CaseCheck['survey_closed_reason'] {
  return survey_closed_reason ?? (is_valid ? null : 'not_found')
}
