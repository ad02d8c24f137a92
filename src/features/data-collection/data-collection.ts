// The hub: every questionnaire of a submission with its sections.
import { call } from '#api/call.ts'
import { listQuestionnaires, type Questionnaire } from '#contract/questionnaires.ts'
import { ok, type Result } from '#lib/result.ts'
import { loadableStore } from '#lib/loadable.ts'
import { $session } from '#stores/session.ts'
import { loadSectionRows, type SectionRow } from './section-rows.ts'

export interface QuestionnaireState {
  questionnaire: Questionnaire
  /** Only of questionnaires that members fill in themselves; a failed load is shown in its own card. */
  rows: Result<SectionRow[]>
}

export interface HubScope {
  projectId: number
  timePeriodId: number
  submissionId: number
}

export const $hub = loadableStore<QuestionnaireState[]>()

/** Loads the hub of a submission. */
export async function loadHub(scope: HubScope): Promise<void> {
  const { projectId, timePeriodId, submissionId } = scope
  // What may be done differs from user to user: nobody sees what the one before could do.
  const key = `${$session.get().user?.sub ?? ''}/${projectId}/${timePeriodId}/${submissionId}`
  await $hub.load(key, () => readHub(scope))
}

/** Only what is asked of the submission: the questionnaires of its scope. */
async function readHub({
  projectId,
  timePeriodId,
  submissionId
}: HubScope): Promise<Result<QuestionnaireState[]>> {
  const result = await call(listQuestionnaires, {
    query: { project_id: projectId, time_period_id: timePeriodId, submission_id: submissionId }
  })
  if (!result.ok) return result
  return ok(await Promise.all(result.value.questionnaires.map(one => stateOf(one, submissionId))))
}

async function stateOf(questionnaire: Questionnaire, submissionId: number): Promise<QuestionnaireState> {
  const isForMembers = questionnaire.questionnaire_type === 'standard'
  return {
    questionnaire,
    rows: isForMembers ? await loadSectionRows(questionnaire.questionnaire_id, submissionId) : ok([])
  }
}
