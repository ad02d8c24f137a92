// What leads and admins see of respondents' answers.

import { beforeAll, expect, test } from 'vitest'
import { listCaseCodes, listCaseResponses } from '#contract/case-codes.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getSurveySummary } from '#contract/survey-summary.ts'
import { ownSubmission } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'
import { surveyAnswers, SURVEYED, type CaseToAdd } from '#tests/support/survey-answers.ts'

const server = useServer()
const { question, optionId, clear, addCases } = surveyAnswers(server)
const [FIRST, WAY, ARRIVAL] = [
  'Was it your first time?',
  'How easy was it to find your way?',
  'How did you come to us?'
]
const [WAITED, BETTER] = ['How long did you wait?', 'What could be better?']
const SECRET = 'The nurse at the night shift was asleep.'

let ward: number

beforeAll(async () => {
  await clear()
  ward = await ownSubmission(server, SURVEYED.project, SURVEYED.period)
  const booked = await optionId(ARRIVAL, 'By appointment')
  const cases: CaseToAdd[] = Array.from({ length: 7 }, (_, index) => ({
    status: 'completed',
    answers: {
      [FIRST]: index < 2 ? 'yes' : 'no',
      [WAY]: 1 + (index % 5),
      [WAITED]: index * 10,
      ...(index < 4 && { [ARRIVAL]: booked }),
      ...(index === 0 && { [BETTER]: SECRET })
    }
  }))
  await addCases(ward, [
    ...cases,
    { status: 'started', answers: { [FIRST]: 'yes' } },
    { status: 'unused' },
    { status: 'withdrawn' }
  ])
})

async function summaryFor(role: Role, submission_id = ward) {
  const { questionnaire_id } = await question(FIRST)
  return server.call(
    getSurveySummary,
    { query: { questionnaire_id, submission_id } },
    await server.tokenOf(role)
  )
}

const asked = (body: ReplyOf<typeof getSurveySummary>, text: string) =>
  body.sections.flatMap(({ questions }) => questions).find(one => one.question_text === text)!

test('leads see what at least the minimum of cases have answered, and no number of a question with fewer', async () => {
  const { status, body } = await summaryFor('lead')
  expect(status).toBe(200)
  expect(body).toMatchObject({ sees_cases: false, minimum_case_count: 5 })
  expect(body.surveyed_periods[0]).toMatchObject({ issued_count: 9, started_count: 1, completed_count: 7 })
  expect(asked(body, FIRST).distributions[0]).toMatchObject({
    is_held_back: false,
    n: 7,
    choices: [
      { option_name: 'Yes', count: 2 },
      { option_name: 'No', count: 5 }
    ]
  })
  expect(asked(body, WAY).distributions[0]!.choices.map(({ count }) => count)).toEqual([2, 2, 1, 1, 1])
  const waited = asked(body, WAITED).distributions[0]!
  expect(waited).toMatchObject({ n: 7, Median: 30, Mean: 30, Q1: 15, Q3: 45 })
  expect(waited.bins.reduce((sum, { count }) => sum + count, 0)).toBe(7)
  expect(asked(body, ARRIVAL).distributions[0]).toEqual({
    time_period_id: body.surveyed_periods[0]!.time_period_id,
    is_held_back: true,
    n: null,
    choices: [],
    bins: [],
    Mean: null,
    Median: null,
    Q1: null,
    Q3: null
  })
  expect(asked(body, BETTER)).toMatchObject({ distributions: [], texts: [] })
  expect(JSON.stringify(body)).not.toContain(SECRET)
})

test('the codes that were issued are as many as in the list of codes', async () => {
  const { body: summary } = await summaryFor('lead')
  const { questionnaire_id, submission_id } = summary
  const query = { questionnaire_id, submission_id, limit: 3, offset: 0 }
  const token = await server.tokenOf('lead')
  const { body: list } = await server.call(listCaseCodes, { query }, token)
  const { body: responses } = await server.call(listCaseResponses, { query }, token)
  const issued = summary.surveyed_periods[0]!.issued_count
  expect([list.total! - list.withdrawn_count!, responses.code_count]).toEqual([issued, issued])
})

test('admins see single cases: texts, and answers below the minimum', async () => {
  const { body } = await summaryFor('admin')
  expect(body.sees_cases).toBe(true)
  expect(asked(body, ARRIVAL).distributions[0]).toMatchObject({ is_held_back: false, n: 4 })
  expect(asked(body, BETTER).texts).toEqual([SECRET])
  expect(JSON.stringify(body)).not.toMatch(/TEST\d/)
})

test('nobody sees the survey of another organisation, and contributors none', async () => {
  const other = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', await ownOrganisation())
    .where('time_period_id', '=', await periodOf(ward))
    .executeTakeFirstOrThrow()
  expect((await summaryFor('lead', other.submission_id)).status).toBe(404)
  expect((await summaryFor('contributor')).status).toBe(403)
})

const rowOf = (submission_id: number) =>
  server.database
    .selectFrom('submissions')
    .select(['organisation_id', 'time_period_id'])
    .where('programme_id', '=', 1)
    .where('submission_id', '=', submission_id)
    .executeTakeFirstOrThrow()
const ownOrganisation = async () => (await rowOf(ward)).organisation_id
const periodOf = async (submission: number) => (await rowOf(submission)).time_period_id
