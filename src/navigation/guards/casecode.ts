import type { Verdict } from '../verdict.ts'
import { $lastInvalidUrl, setSurveyClosedReason } from '#stores/survey.ts'
import { paths } from '../paths.ts'
import type { Place } from '../verdict.ts'

export default function casecode({ path, search }: Place): Verdict {
  $lastInvalidUrl.set(path + search)
  setSurveyClosedReason('not_open')
  return { is: 'redirect', to: paths.surveyNotFound() }
}
