// Who may call what: every operation by every kind of caller, read off the contract.
import { describe, expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { getCurrentUser } from '#contract/users.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { endSessions, SESSION_MS } from '#server/sessions.ts'
import { allEndpoints, NOON, sites, useServer, type Role } from '../support/server.ts'

const server = useServer()

/** Highest first; each lets in itself and all before it. */
const ladder: readonly Role[] = ['super', 'admin', 'lead', 'contributor', 'viewer']
const lowest: Record<Access, Role | 'nobody'> = {
  open: 'nobody',
  case_code: 'viewer',
  viewer: 'viewer',
  contributor: 'contributor',
  lead: 'lead',
  admin: 'admin',
  superuser: 'super'
}

const isLetIn = (role: Role, access: Access): boolean => {
  const floor = lowest[access]
  return floor === 'nobody' || ladder.indexOf(role) <= ladder.indexOf(floor)
}

/** A call that passes or fails on access alone: ids that do not exist, and no body. */
const placeOf = (path: string): string => path.replaceAll(/\{name\}/g, 'role_types').replaceAll(/\{\w+\}/g, '99999999')

describe.each(allEndpoints)('%s', (_, endpoint) => {
  const path = placeOf(endpoint.path)

  test.each(ladder)('%s', async role => {
    const { status, body } = await server.send(endpoint.method, path, { token: await server.tokenOf(role) })
    if (isLetIn(role, endpoint.access)) expect([401, 403]).not.toContain(status)
    else expect([status, body.detail]).toEqual([403, expect.any(String)])
    expect(status).not.toBe(500)
  })

  test('nobody, and someone whose session has ended', async () => {
    const nobody = await server.send(endpoint.method, path)
    const token = await server.tokenOf('super')
    server.clock.now = new Date(NOON.getTime() + SESSION_MS + 1000)
    const expired = await server.send(endpoint.method, path, { token })
    server.clock.now = NOON
    for (const { status, body } of [nobody, expired]) {
      // With a case code in place of a token the call is validated first: without one it is refused either way.
      if (endpoint.access === 'case_code') expect([400, 401, 422]).toContain(status)
      else if (endpoint.access !== 'open') expect([status, body.detail]).toEqual([401, 'Log in to continue.'])
      expect(status).not.toBe(500)
    }
  })
})

test('a disabled user is nobody at once, and so is one whose sessions were ended', async () => {
  const token = await server.tokenOf('viewer')
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(200)
  const status = (value: 'active' | 'suspended') =>
    server.database
      .updateTable('users')
      .set({ status: value })
      .where('programme_id', '=', 1)
      .where('email_address', '=', 'viewer@wards.example')
      .execute()
  await status('suspended')
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(401)
  await status('active')
  const me = await server.call(getCurrentUser, {}, token)
  expect(me.status).toBe(200)
  await endSessions(server.database, 1, me.body.user_id, NOON)
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(401)
})

test('a role is what it is now, not what it was when the token was made', async () => {
  const token = await server.tokenOf('contributor')
  await server.database
    .updateTable('users')
    .set({ role_type_id: 5 })
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'contributor@wards.example')
    .execute()
  expect((await server.call(getCurrentUser, {}, token)).body.role_type_name).toBe('Viewer')
  await server.database
    .updateTable('users')
    .set({ role_type_id: 4 })
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'contributor@wards.example')
    .execute()
})

test('a token of one programme opens nothing of another, whoever holds it', async () => {
  for (const role of ladder) {
    const token = await server.tokenOf(role, sites)
    const { status } = await server.call(listTimePeriods, { query: { programme_id: 1 } }, token)
    expect(status).toBe(404)
    const own = await server.call(listTimePeriods, { query: { programme_id: 2 } }, token)
    const ids = new Set(own.body.time_periods.map(period => period.time_period_id))
    const others = await server.database.selectFrom('time_periods').select('time_period_id').where('programme_id', '=', 1).execute()
    expect(others.some(period => ids.has(period.time_period_id))).toBe(false)
  }
})

test('every id of another programme answers 404 to its superuser', async () => {
  const token = await server.tokenOf('super', sites)
  const project = await server.database.selectFrom('projects').select('project_id').where('programme_id', '=', 1).executeTakeFirstOrThrow()
  const period = await server.database
    .selectFrom('time_periods')
    .select('time_period_id')
    .where('programme_id', '=', 2)
    .executeTakeFirstOrThrow()
  const chart = await server.database.selectFrom('charts').select('chart_id').where('programme_id', '=', 1).executeTakeFirstOrThrow()
  const questionnaire = await server.database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  const submission = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .executeTakeFirstOrThrow()
  const reads = [
    `filters/options?organisation_id=0&project_id=${project.project_id}&time_period_id=${period.time_period_id}`,
    `questionnaires/?project_id=${project.project_id}&time_period_id=${period.time_period_id}`,
    `questionnaires/${questionnaire.questionnaire_id}`,
    `questionnaires/${questionnaire.questionnaire_id}/sections?submission_id=${submission.submission_id}`,
    `questionnaireSectionSubmissions/completion?submission_id=${submission.submission_id}&questionnaire_id=${questionnaire.questionnaire_id}`,
    `collections/hierarchy?project_id=${project.project_id}&time_period_id=${period.time_period_id}&explorer_type=results`,
    `charts?project_id=${project.project_id}`,
    `charts/${chart.chart_id}`,
    `outputTypes/forChart/${chart.chart_id}`,
    `metaData/?chart_id=${chart.chart_id}`,
    `data/seriesOptions/${chart.chart_id}/0?time_period_id=${period.time_period_id}`
  ]
  for (const path of reads) expect([path, (await server.send('GET', path, { token })).status]).toEqual([path, 404])
})
