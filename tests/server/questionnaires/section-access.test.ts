// Locks, the dates of a questionnaire's period, and whose questionnaires one reaches.

import { expect, test } from 'vitest'
import { getQuestionnaire, getSectionQuestions, listQuestionnaires } from '#contract/questionnaires.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { save, section } = savingOn(server)

test('viewers read and cannot write; the lock says so', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Staffed beds')
  expect((await section(ward, cell, 'viewer')).section).toMatchObject({
    is_locked: true,
    lock_reason: 'read_only_role'
  })
  expect((await save(ward, cell, [{ value: 21 }], { role: 'viewer' })).status).toBe(403)
})

test('a section that is closed, not open yet, locked or not registered refuses every change and says why', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Staffed beds')
  const lockOf = async () => (await section(ward, cell)).section.lock_reason
  const refused = async () => {
    const { status, body } = await save(ward, cell, [{ value: 21 }])
    return [status, (body as unknown as { detail: string }).detail]
  }
  server.clock.now = new Date('2027-01-15T12:00:00Z')
  expect([await lockOf(), await refused()]).toEqual([
    'closed',
    [423, 'Data collection closed on 12 Dec 2026. To correct an answer, ask a programme admin.']
  ])
  server.clock.now = new Date('2026-07-01T12:00:00Z')
  expect([await lockOf(), await refused()]).toEqual(['not_open', [423, 'Data collection opens on 29 Sep.']])
  server.clock.now = NOON
  const period = await periodNamed(server, '2026')
  const lock = (is_locked: boolean) =>
    server.database
      .updateTable('questionnaire_periods')
      .set({ is_locked })
      .where('programme_id', '=', 1)
      .where('questionnaire_id', '=', cell.questionnaire_id)
      .where('time_period_id', '=', period)
      .execute()
  await lock(true)
  expect([await lockOf(), await refused()]).toEqual([
    'locked_by_admin',
    [423, 'A programme admin has locked this questionnaire. To enter answers, ask them to unlock it.']
  ])
  await lock(false)
  const withdraw = (registration_status: 'withdrawn' | 'registered') =>
    server.database
      .updateTable('registrations')
      .set({ registration_status })
      .where('programme_id', '=', 1)
      .where('organisation_id', '=', 1)
      .where('time_period_id', '=', period)
      .execute()
  await withdraw('withdrawn')
  expect([await lockOf(), await refused()]).toEqual([
    'not_registered',
    [
      423,
      'The organisation is not registered for this project in this period. Your organisation’s lead can register it while registration is open.'
    ]
  ])
  await withdraw('registered')
  expect(await lockOf()).toBeNull()
})

test('a questionnaire is listed and read with its period’s dates', async () => {
  const token = await server.tokenOf('contributor')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2026')
  const listed = await server.call(listQuestionnaires, { query: { project_id, time_period_id } }, token)
  const standard = listed.body.questionnaires.filter(
    questionnaire => questionnaire.questionnaire_type === 'standard'
  )
  expect(standard).toMatchObject([
    { questionnaire_name: 'Skill mix and absence', is_locked: false, lock_reason: null }
  ])
  const id = standard[0]!.questionnaire_id
  expect((await server.call(getQuestionnaire, { params: { id }, query: {} }, token)).body).toMatchObject({
    project_id,
    time_period_id
  })
  const older = await ownSubmission(server, 'ward-staffing', '2024')
  const then = await server.call(getQuestionnaire, { params: { id }, query: { submission_id: older } }, token)
  expect(then.body).toMatchObject({
    time_period_id: await periodNamed(server, '2024'),
    lock_reason: 'closed'
  })
})

test('nobody reaches a submission of another organisation or another programme', async () => {
  const foreign = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('time_period_id', '=', await periodNamed(server, '2026'))
    .executeTakeFirstOrThrow()
  const elsewhere = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 2)
    .executeTakeFirstOrThrow()
  const cell = await cellOf(server, foreign.submission_id, 'Staffed beds')
  for (const submission of [foreign.submission_id, elsewhere.submission_id, 99_999_999]) {
    expect((await save(submission, cell, [{ value: 1 }])).status).toBe(404)
    const input = {
      params: { id: cell.questionnaire_id, sid: cell.section_id },
      query: { submission_id: submission }
    }
    expect((await server.call(getSectionQuestions, input, await server.tokenOf('lead'))).status).toBe(404)
  }
  expect(
    (
      await save(foreign.submission_id, cell, [{ value: 22, base_version: cell.version }], {
        role: 'admin',
        action: 'reopen'
      })
    ).status
  ).toBe(200)
})
