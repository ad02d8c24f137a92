// The hub: every questionnaire of a submission with its sections.
import { atom } from 'nanostores'
import { call } from '#api/call.ts'
import { listQuestionnaires, type Questionnaire } from '#contract/questionnaires.ts'
import { ok, type Result } from '#lib/result.ts'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
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

export const $hub = atom<Loadable<QuestionnaireState[]>>({ state: 'loading' })

let wanted = ''

/** Loads the hub of a submission. A reply for a scope that was left is ignored. */
export async function loadHub({ projectId, timePeriodId, submissionId }: HubScope): Promise<void> {
  // What may be done differs from user to user: nobody sees what the one before could do.
  const key = `${$session.get().user?.sub ?? ''}/${projectId}/${timePeriodId}/${submissionId}`
  $hub.set(key === wanted ? reloading($hub.get()) : { state: 'loading' })
  wanted = key
  // Only what is asked of the submission: the questionnaires of its scope.
  const result = await call(listQuestionnaires, {
    query: { project_id: projectId, time_period_id: timePeriodId, submission_id: submissionId }
  })
  const states = result.ok
    ? ok(await Promise.all(result.value.questionnaires.map(one => stateOf(one, submissionId))))
    : result
  if (wanted === key) $hub.set(settled(states, value => value))
}

async function stateOf(questionnaire: Questionnaire, submissionId: number): Promise<QuestionnaireState> {
  const isForMembers = questionnaire.questionnaire_type === 'standard'
  return {
    questionnaire,
    rows: isForMembers ? await loadSectionRows(questionnaire.questionnaire_id, submissionId) : ok([])
  }
}
