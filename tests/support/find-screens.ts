// Addresses of the demo's screens; their ids and codes are requested from the API as a member of the demo organisation.

import { createCaseCodes } from '#contract/case-codes.ts'
import type { chartKindNames } from '#contract/chart-kinds.ts'
import { getCollectionHierarchy, listOutputTypes } from '#contract/charts.ts'
import { listProjects } from '#contract/projects.ts'
import { getStructure } from '#contract/questionnaire-structures.ts'
import { listQuestionnaires, listSections } from '#contract/questionnaires.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { getCurrentUser } from '#contract/users.ts'
import { paths } from '#programme/paths.ts'
import type { Ask } from './api-client.ts'

export interface FindScreens {
  /** The number of the demo organisation, to which the other screens belong. */
  organisation: () => Promise<number>
  /** A section with a grid, of the organisation's first submission. */
  section: () => Promise<string>
  /** A cell of that grid in the questionnaire builder. */
  builtCell: () => Promise<string>
  /** A chart that has a value of the member's own, on its first tab or on one of a kind. */
  chart: (kind?: (typeof chartKindNames)[number]) => Promise<string>
  /** The results of the period before the newest, which is still being collected. */
  finishedResults: () => Promise<string>
  /** A survey with a code that nobody has used; `end` is what follows the code. */
  surveyCase: (end: '' | '/questions' | '/complete') => Promise<string>
  survey: () => Promise<string>
}

export const PROJECT = 'ward-staffing'
/** A section with a grid. */
const SECTION = 'Skill mix'

/** Finds them through the API of the programme `wards`. */
export function findScreens(ask: Ask): FindScreens {
  async function place() {
    const { time_periods } = await ask(listTimePeriods, { query: { programme_id: 1 } })
    const time_period_id = time_periods[0]?.time_period_id ?? 0
    const { projects } = await ask(listProjects, { query: { programme_id: 1, time_period_id } })
    const project_id = projects.find(one => one.project_code === PROJECT)?.project_id ?? 0
    return { project_id, time_period_id }
  }
  async function submission() {
    const query = await place()
    const { submissions } = await ask(listSubmissions, { query })
    const { questionnaires } = await ask(listQuestionnaires, { query })
    return { submissionId: submissions[0]?.id ?? 0, questionnaires }
  }
  async function survey() {
    const { submissionId, questionnaires } = await submission()
    const found = questionnaires.find(one => one.questionnaire_type === 'case')
    return { submissionId, questionnaireId: found?.questionnaire_id ?? 0 }
  }
  return {
    organisation: async () => (await ask(getCurrentUser, {})).organisation_id ?? 0,
    section: async () => {
      const { submissionId, questionnaires } = await submission()
      const id = questionnaires[0]?.questionnaire_id ?? 0
      const { sections } = await ask(listSections, { params: { id }, query: { submission_id: submissionId } })
      const found = sections.find(({ section_name }) => section_name === SECTION)
      return paths.section(PROJECT, id, submissionId, found?.section_id ?? 0)
    },
    builtCell: async () => {
      const { questionnaires } = await submission()
      const id = questionnaires[0]?.questionnaire_id ?? 0
      const structure = await ask(getStructure, { params: { id } }, 'admin')
      const section = structure.sections.find(({ section_name }) => section_name === SECTION)
      const cell = section?.sub_sections[0]?.memberships[0]?.membership_id ?? 0
      return `/projects/${PROJECT}/data-collection?view=questions&part=membership-${cell}`
    },
    chart: async kind => {
      const query = { ...(await place()), explorer_type: 'results' }
      const { collections } = await ask(getCollectionHierarchy, { query })
      const groups = collections.flatMap(one => one.chart_groups)
      const own = groups.flatMap(({ group_slug, charts }) =>
        charts.filter(({ has_own_value }) => has_own_value).map(({ chart_id }) => ({ group_slug, chart_id }))
      )
      for (const { group_slug, chart_id } of own) {
        const address = paths.explorerDetail(PROJECT, 'results', group_slug, chart_id)
        if (kind === undefined) return address
        const { output_types } = await ask(listOutputTypes, { params: { id: chart_id } })
        const tab = output_types.find(({ output_name }) => output_name === kind)
        if (tab) return `${address}?tab=${tab.id}`
      }
      throw new Error(`No chart has the tab ${kind}.`)
    },
    finishedResults: async () => {
      const { time_periods } = await ask(listTimePeriods, { query: { programme_id: 1 } })
      return `${paths.explorer(PROJECT, 'results')}?tp=${time_periods[1]?.time_period_id}`
    },
    survey: async () => {
      const { questionnaireId, submissionId } = await survey()
      return paths.survey(questionnaireId, submissionId)
    },
    surveyCase: async end => {
      const { questionnaireId, submissionId } = await survey()
      const body = { questionnaire_id: questionnaireId, submission_id: submissionId, quantity: 1 }
      const { case_codes } = await ask(createCaseCodes, { body }, 'contributor')
      return paths.surveyCase(questionnaireId, submissionId, case_codes[0]?.case_code ?? '') + end
    }
  }
}
