// The hub: every questionnaire of a submission with its sections.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { $session } from '#browser/stores/session.ts'
import { listQuestionnaires, type Questionnaire } from '#contract/questionnaires.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { ok, type Result } from '#lib/result.ts'
import { hubSectionRows, type HubSectionRow } from './section-rows.ts'

export interface QuestionnaireState {
  questionnaire: Questionnaire
  /** Only of questionnaires that members fill in themselves. */
  rows: HubSectionRow[]
}

export interface HubScope extends ProjectPeriod {
  submissionId: number
}

export const $hub = loadableStore<QuestionnaireState[]>()

// Permissions differ between users, so one user's hub is never shown to the next.
const hubKey = ({ projectId, timePeriodId, submissionId }: HubScope): string =>
  `${$session.get().user?.sub ?? ''}/${projectId}/${timePeriodId}/${submissionId}`

export const loadHub = (scope: HubScope): Promise<void> => $hub.load(hubKey(scope), () => readHub(scope))

/** After a change to what it shows. */
export const reloadHub = (scope: HubScope): Promise<void> => $hub.reload(hubKey(scope), () => readHub(scope))

/** Only what is asked of the submission: the questionnaires of its scope. */
async function readHub({
  projectId,
  timePeriodId,
  submissionId
}: HubScope): Promise<Result<QuestionnaireState[]>> {
  const [list, completion] = await Promise.all([
    call(listQuestionnaires, {
      query: { project_id: projectId, time_period_id: timePeriodId, submission_id: submissionId }
    }),
    call(getCompletion, { query: { submission_id: submissionId } })
  ])
  if (!list.ok) return list
  return ok(
    list.value.questionnaires.map(({ sections = [], ...questionnaire }) => ({
      questionnaire,
      rows: questionnaire.questionnaire_type === 'standard' ? hubSectionRows(sections, completion) : []
    }))
  )
}
