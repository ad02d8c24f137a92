// A questionnaire that names scopes is asked of submissions in these scopes only, wherever a submission meets a questionnaire.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaseCodes, listCaseCodes } from '#contract/case-codes.ts'
import { getProject, listProjects } from '#contract/projects.ts'
import {
  getQuestionnaire,
  getSectionQuestions,
  listQuestionnaires,
  listSections
} from '#contract/questionnaires.ts'
import { getCompletion, saveSection } from '#contract/section-submissions.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const place = { project_id: 0, time_period_id: 0, submission_id: 0 }
let standardId = 0
let surveyId = 0
let sectionId = 0
let lead = ''

const questionnaireIds = async (
  query: typeof place | Omit<typeof place, 'submission_id'>
): Promise<number[]> =>
  (await server.call(listQuestionnaires, { query }, lead)).body.questionnaires.map(
    one => one.questionnaire_id
  )

/** Asks a questionnaire of another scope than the own submissions'. */
async function moveAway(questionnaireId: number): Promise<void> {
  const { scope_id } = await server.database
    .insertInto('scopes')
    .values({
      programme_id: 1,
      project_id: place.project_id,
      scope_name: `Elsewhere ${questionnaireId}`,
      scope_description: '',
      display_order: 9
    })
    .returning('scope_id')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('questionnaire_scopes')
    .values({ programme_id: 1, questionnaire_id: questionnaireId, scope_id })
    .execute()
}

beforeAll(async () => {
  lead = await server.tokenOf('lead')
  place.project_id = await projectCoded(server, 'ward-staffing')
  place.time_period_id = await periodNamed(server, '2026')
  place.submission_id = await ownSubmission(server, 'ward-staffing', '2026')
  const { body } = await server.call(listQuestionnaires, { query: place }, lead)
  standardId = body.questionnaires.find(one => one.questionnaire_type === 'standard')!.questionnaire_id
  surveyId = body.questionnaires.find(one => one.questionnaire_type === 'case')!.questionnaire_id
  const sections = await server.call(
    listSections,
    { params: { id: standardId }, query: { submission_id: place.submission_id } },
    lead
  )
  sectionId = sections.body.sections[0]!.section_id
  await moveAway(standardId)
  await moveAway(surveyId)
})
afterAll(() => server.database.deleteFrom('questionnaire_scopes').where('programme_id', '=', 1).execute())

test('a submission is offered the questionnaires of its scope; the project still lists all', async () => {
  expect(
    await questionnaireIds({ project_id: place.project_id, time_period_id: place.time_period_id })
  ).toEqual(expect.arrayContaining([standardId, surveyId]))
  const own = await questionnaireIds(place)
  expect(own).not.toContain(standardId)
  expect(own).not.toContain(surveyId)
})

test('a questionnaire of another scope is not there for the submission, whatever the call', async () => {
  const { submission_id } = place
  const params = { id: standardId }
  const named = { questionnaire_id: standardId, submission_id }
  const survey = { questionnaire_id: surveyId, submission_id }
  const statuses = await Promise.all([
    server.call(getQuestionnaire, { params, query: { submission_id } }, lead),
    server.call(listSections, { params, query: { submission_id } }, lead),
    server.call(
      getSectionQuestions,
      { params: { ...params, sid: sectionId }, query: { submission_id } },
      lead
    ),
    server.call(getCompletion, { query: named }, lead),
    server.call(
      saveSection,
      {
        body: { ...named, section_id: sectionId, client_change_id: 'scopes-1', action: 'save', answers: [] }
      },
      lead
    ),
    server.call(listCaseCodes, { query: survey }, lead),
    server.call(createCaseCodes, { body: { ...survey, quantity: 1 } }, lead)
  ])
  expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404))
})

test('a submission that is asked elsewhere is none of this project and period', async () => {
  const other = await ownSubmission(server, 'ward-staffing', '2025')
  expect(
    await server.call(listQuestionnaires, { query: { ...place, submission_id: other } }, lead)
  ).toMatchObject({ status: 404 })
})

test('participation counts the required answers of each submission', async () => {
  const { body } = await server.call(
    getProject,
    { params: { id: place.project_id }, query: { time_period_id: place.time_period_id } },
    lead
  )
  expect(body.participation).toMatchObject({ started_count: 0, complete_count: 0 })
  expect(body.participation.submission_count).toBeGreaterThan(0)
})

test('an admin sees the projects of any given organisation, everyone else only those of their own', async () => {
  const admin = await server.tokenOf('admin')
  const { organisation_id } = await server.database
    .selectFrom('submissions')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', place.submission_id)
    .executeTakeFirstOrThrow()
  const query = { programme_id: 1, time_period_id: place.time_period_id }
  const statusFor = async (token: string, named: object) => {
    const { status, body } = await server.call(listProjects, { query: { ...query, ...named } }, token)
    return status === 200
      ? body.projects.find(({ project_id }) => project_id === place.project_id)?.registration_status
      : status
  }
  const others = await server.database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', organisation_id)
    .executeTakeFirstOrThrow()
  expect(await statusFor(admin, {})).toBeNull()
  expect(await statusFor(admin, { organisation_id })).toBe('registered')
  expect(await statusFor(lead, {})).toBe('registered')
  expect(await statusFor(lead, { organisation_id: others.organisation_id })).toBe(404)
})
