import { expect, test } from 'vitest'
import { listScopes } from '#contract/project-texts.ts'
import { getRegistrationSubmissionQuestionnaires } from '#contract/registered-questionnaires.ts'
import {
  createRegistrationSubmission,
  deleteRegistrationSubmission,
  getRegistrationCompletion
} from '#contract/registration-submissions.ts'
import { listRegistrations } from '#contract/registrations.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { countDeadlocks } from '#tests/support/deadlocks.ts'
import { useRegistering } from '#tests/support/registration-steps.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const registering = useRegistering(server)

test('continues last year’s ward with its code and filter options', async () => {
  const id = await registering.begin()
  const former = await ownSubmission(server, 'ward-quality', '2025')
  const { status, body } = await registering.addSubmission(id, { submission_id: former })
  expect(status).toBe(200)
  const { body: all } = await server.call(
    listSubmissions,
    { query: { project_id: registering.place().project_id } },
    registering.lead()
  )
  const [now, before] = [body.submission_id, former].map(submission =>
    all.submissions.find(one => one.id === submission)!
  )
  expect(now).toMatchObject({
    lineage_id: before!.lineage_id,
    submission_code: before!.submission_code,
    name: before!.name,
    time_period_id: registering.place().time_period_id
  })
  const options = async (submission: number) =>
    (
      await server.database
        .selectFrom('submission_filter_options')
        .select('filter_option_id')
        .where('programme_id', '=', 1)
        .where('submission_id', '=', submission)
        .orderBy('filter_option_id')
        .execute()
    ).map(row => row.filter_option_id)
  expect(await options(body.submission_id)).toEqual(await options(former))
  expect(await registering.addSubmission(id, { submission_id: former })).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(/^submission_id:/) }
  })
  expect(await registering.addSubmission(id, { submission_id: body.submission_id })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('submission_id') }
  })
})

test('a new ward has a name of its own, whatever its capitals, and what holds for the organisation', async () => {
  const id = await registering.begin()
  const { body } = await registering.addSubmission(id, { submission_name: '  Day unit ' })
  expect(body).toMatchObject({ submission_name: 'Day unit', completion_percent: 0 })
  expect(await registering.addSubmission(id, { submission_name: 'DAY UNIT' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('submission_name') }
  })
  const options = await server.database
    .selectFrom('submission_filter_options')
    .select('filter_option_id')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', body.submission_id)
    .execute()
  expect(options).toHaveLength(2)
})

test('the same new name sent many times at once is one submission', async () => {
  const id = await registering.begin()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => registering.addSubmission(id, { submission_name: 'Night unit' }))
  )
  expect(replies.filter(reply => reply.status === 200)).toHaveLength(1)
  expect(replies.filter(reply => reply.status === 422)).toHaveLength(5)
  expect(await registering.submissionsOf(id)).toHaveLength(1)
})

test('accepts only the project’s scopes, and keeps one that has a submission', async () => {
  const id = await registering.begin()
  await registering.addSubmission(id, { submission_name: 'Ward 60' })
  expect(await registering.change(id, { scope_ids: [] })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('Ward 60') }
  })
  const { body } = await server.call(
    listScopes,
    { query: { project_id: await projectCoded(server, 'ward-staffing') } },
    registering.lead()
  )
  const foreign = body.scopes[0]!.scope_id
  expect(await registering.change(id, { scope_ids: [foreign] })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('scope_ids') }
  })
  const wrong = await server.call(
    createRegistrationSubmission,
    { body: { registration_id: id, scope_id: foreign, submission_name: 'Ward 61' } },
    registering.lead()
  )
  expect([wrong.status, wrong.body.detail]).toEqual([422, expect.stringContaining('scope_id')])
})

test('keeps a submission with answers in its registration, and deletes an empty one', async () => {
  const id = await registering.begin()
  const { body: kept } = await registering.addSubmission(id, { submission_name: 'Ward 70' })
  const { body: gone } = await registering.addSubmission(id, { submission_name: 'Ward 71' })
  const question = await server.database
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('answers')
    .values({
      programme_id: 1,
      submission_id: kept.submission_id,
      question_id: question.question_id,
      row_id: 0,
      column_id: 0,
      case_code_id: 0,
      value: '4',
      number_value: 4,
      is_not_applicable: false,
      is_not_available: false,
      version: 1,
      updated_at: NOON,
      updated_by_user_id: null
    })
    .execute()
  const remove = (one: { registration_submission_id: number }) =>
    server.call(
      deleteRegistrationSubmission,
      { body: { registration_submission_id: one.registration_submission_id } },
      registering.lead()
    )
  expect(await remove(kept)).toMatchObject({
    status: 423,
    body: { detail: expect.stringContaining('answers') }
  })
  expect((await remove(gone)).status).toBe(200)
  expect((await remove(gone)).status).toBe(404)
  expect((await registering.submissionsOf(id)).map(one => one.submission_name)).toEqual(['Ward 70'])
  const { body } = await server.call(
    listSubmissions,
    {
      query: {
        project_id: registering.place().project_id,
        time_period_id: registering.place().time_period_id
      }
    },
    registering.lead()
  )
  expect(body.submissions.map(one => one.name)).toEqual(['Ward 70'])
})

test('returns each submission’s progress by questionnaire, and who signed it off', async () => {
  const staffing = await projectCoded(server, 'ward-staffing')
  const listed = async (period: string) => {
    const query = { project_id: staffing, time_period_id: await periodNamed(server, period) }
    const { body } = await server.call(listRegistrations, { query }, registering.lead())
    return body.registrations[0]!.registration_id
  }
  const completion = async (registration_id: number) =>
    (await server.call(getRegistrationCompletion, { query: { registration_id } }, registering.lead())).body
      .registration_submissions
  const past = await completion(await listed('2025'))
  expect(past).toHaveLength(3)
  for (const { questionnaires } of past) {
    for (const questionnaire of questionnaires) {
      expect(questionnaire).toMatchObject({
        status: 'signed_off',
        completion_percent: 100,
        signed_off_by: 'Amara Okafor'
      })
    }
  }
  const current = await listed('2026')
  const now = await completion(current)
  const states = now.map(({ questionnaires }) => questionnaires[0]!.status).toSorted()
  expect(states).toEqual(['in_progress', 'in_progress', 'not_started'])
  const rows = await registering.submissionsOf(current)
  for (const row of rows) {
    const { questionnaires } = now.find(one => one.submission_id === row.submission_id)!
    if (questionnaires.length === 1)
      expect(row.completion_percent).toBe(questionnaires[0]!.completion_percent)
    expect(row.completion_percent).toBeLessThan(100)
  }
})

test('applies a questionnaire with scopes only to submissions in them', async () => {
  const id = await registering.begin()
  const { body: submission } = await registering.addSubmission(id, { submission_name: 'Ward 80' })
  const asked = async () =>
    server.call(
      getRegistrationSubmissionQuestionnaires,
      { params: { id: submission.registration_submission_id } },
      registering.lead()
    )
  const before = await asked()
  expect(before.body.registration_submission).toMatchObject({
    submission_name: 'Ward 80',
    scope_name: 'Adult inpatient wards'
  })
  expect(
    before.body.questionnaires.map(one => [
      one.questionnaire_name,
      one.sections.map(section => section.section_name)
    ])
  ).toEqual([['Quality of care', ['Harm', 'Experience']]])
  const [foreign] = (
    await server.call(
      listScopes,
      { query: { project_id: await projectCoded(server, 'ward-staffing') } },
      registering.lead()
    )
  ).body.scopes
  const named = {
    programme_id: 1,
    questionnaire_id: before.body.questionnaires[0]!.questionnaire_id,
    scope_id: foreign!.scope_id
  }
  await server.database.insertInto('questionnaire_scopes').values(named).execute()
  expect((await asked()).body.questionnaires).toEqual([])
  await server.database.deleteFrom('questionnaire_scopes').where('programme_id', '=', 1).execute()
})

test('two registrations of one organisation get submissions at once without a deadlock', async () => {
  await registering.begin()
  const { organisation_id, time_period_id } = registering.place()
  const chosen = await server.database
    .selectFrom('registrations as r')
    .innerJoin('registration_scopes as c', join => inProgramme(join, 'c', 'r', 'registration_id'))
    .select('r.registration_id')
    .select(({ fn }) => fn.min('c.scope_id').as('scope_id'))
    .where(eb => eb.and({ 'r.programme_id': 1, organisation_id, time_period_id }))
    .groupBy('r.registration_id')
    .execute()
  expect(chosen.length).toBeGreaterThan(1)
  const before = await countDeadlocks(server.database)
  const token = await server.tokenOf('admin')
  const replies = await Promise.all(
    ['Day unit', 'Night unit', 'Clinic'].flatMap(submission_name =>
      chosen.map(one =>
        server.call(createRegistrationSubmission, { body: { ...one, submission_name } }, token)
      )
    )
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countDeadlocks(server.database)).toBe(before)
})
