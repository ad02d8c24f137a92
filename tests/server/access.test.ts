// Who may call what: every operation by every kind of caller, read off the contract.

import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { getCurrentUser } from '#contract/users.ts'
import { endSessions, SESSION_MS } from '#server/auth/sessions.ts'
import { CALLERS, verdicts, type CallerName } from '#tests/support/access-matrix.ts'
import { allEndpoints, NOON, sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

/** Highest first. */
const ladder: readonly Role[] = ['super', 'admin', 'lead', 'contributor', 'viewer']
const roles: Partial<Record<CallerName, Role>> = {
  viewer: 'viewer',
  contributor: 'contributor',
  lead: 'lead',
  admin: 'admin',
  superuser: 'super'
}

/** A call that passes or fails on access alone: ids that do not exist, and no body. */
const placeOf = (path: string): string =>
  path.replaceAll(/\{name\}/g, 'role_types').replaceAll(/\{\w+\}/g, '99999999')

/** A copy of a demo account in the same programme, changed. */
async function addUser(
  role: Role,
  fields: { email_address: string; organisation_id?: number }
): Promise<string> {
  const { user_id: _, ...like } = await server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('email_address', '=', `${role}@wards.example`)
    .executeTakeFirstOrThrow()
  const known = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', fields.email_address)
    .executeTakeFirst()
  if (!known)
    await server.database
      .insertInto('users')
      .values({ ...like, ...fields })
      .execute()
  return server.tokenOfUser(fields.email_address)
}

/** A superuser's token of before the suspension. */
async function disabledUser(): Promise<string> {
  const emailAddress = 'disabled@wards.example'
  await setStatus(emailAddress, 'active')
  const token = await addUser('super', { email_address: emailAddress })
  await setStatus(emailAddress, 'suspended')
  return token
}

const setStatus = (emailAddress: string, status: 'active' | 'suspended') =>
  server.database
    .updateTable('users')
    .set({ status })
    .where('programme_id', '=', 1)
    .where('email_address', '=', emailAddress)
    .execute()

async function otherLead(): Promise<string> {
  const own = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  const other = await server.database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', own.organisation_id ?? 0)
    .executeTakeFirstOrThrow()
  return addUser('lead', {
    email_address: 'other-lead@wards.example',
    organisation_id: other.organisation_id
  })
}

/** A call with a case code that is good for its questionnaire and submission. */
async function asRespondent(endpoint: Endpoint) {
  const { case_code, questionnaire_id, submission_id } = await server.database
    .selectFrom('case_codes')
    .select(['case_code', 'questionnaire_id', 'submission_id'])
    .where('programme_id', '=', 1)
    .where('status', '=', 'unused')
    .executeTakeFirstOrThrow()
  const path = endpoint.path.replace('{id}', String(questionnaire_id))
  const body = {
    section_id: 1,
    client_change_id: 'of a respondent',
    action: 'save',
    answers: [],
    case_code,
    questionnaire_id,
    submission_id
  }
  const search = new URLSearchParams({
    case_code,
    questionnaire_id: String(questionnaire_id),
    submission_id: String(submission_id)
  })
  return server.send(endpoint.method, `${placeOf(path)}?${search}`, endpoint.method === 'GET' ? {} : { body })
}

async function callAs(caller: CallerName, endpoint: Endpoint) {
  const path = placeOf(endpoint.path)
  const role = roles[caller]
  if (role) return server.send(endpoint.method, path, { token: await server.tokenOf(role) })
  if (caller === 'case code') return asRespondent(endpoint)
  if (caller === 'lead of another organisation')
    return server.send(endpoint.method, path, { token: await otherLead() })
  if (caller === 'disabled user') return server.send(endpoint.method, path, { token: await disabledUser() })
  if (caller === 'nobody') return server.send(endpoint.method, path)
  const token = await server.tokenOf('super')
  server.clock.now = new Date(NOON.getTime() + SESSION_MS + 1000)
  const reply = await server.send(endpoint.method, path, { token })
  server.clock.now = NOON
  return reply
}

describe.each(allEndpoints)('%s', (_name, endpoint) => {
  const { access } = endpoint

  test.each(CALLERS)('%s', async caller => {
    const verdict = verdicts[access][caller]
    const { status, body } = await callAs(caller, endpoint)
    expect(status).toBeLessThan(500)
    // With a case code in place of a token a call is read first: one that cannot be read is refused for that.
    if (verdict === 401 && access === 'case_code') expect([400, 401, 422]).toContain(status)
    // Where anyone may call, nobody may still be asked for a password or a code of their own.
    else if (verdict === 'in' && (access !== 'open' || caller in roles))
      expect([401, 403]).not.toContain(status)
    else if (verdict !== 'in') expect([status, body.detail]).toEqual([verdict, expect.any(String)])
  })
})

test('a disabled user and one whose sessions were ended lose access at once', async () => {
  const token = await server.tokenOf('viewer')
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(200)
  const status = (value: 'active' | 'suspended') => setStatus('viewer@wards.example', value)
  await status('suspended')
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(401)
  await status('active')
  const me = await server.call(getCurrentUser, {}, token)
  expect(me.status).toBe(200)
  await endSessions(server.database, 1, me.body.user_id, NOON)
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(401)
})

test('uses the current role, not the one at the time of the token', async () => {
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

test('a token of one programme gives no access to another', async () => {
  for (const role of ladder) {
    const token = await server.tokenOf(role, sites)
    const { status } = await server.call(listTimePeriods, { query: { programme_id: 1 } }, token)
    expect(status).toBe(404)
    const own = await server.call(listTimePeriods, { query: { programme_id: 2 } }, token)
    const ids = new Set(own.body.time_periods.map(period => period.time_period_id))
    expect(ids.size).toBeGreaterThan(0)
    const others = await server.database
      .selectFrom('time_periods')
      .select('time_period_id')
      .where('programme_id', '=', 1)
      .execute()
    expect(others.some(period => ids.has(period.time_period_id))).toBe(false)
  }
})
