// What entries of the audit log say: as it was and as it is, and nothing that somebody typed.

import { expect, test } from 'vitest'
import { deleteApiKey } from '#contract/api-keys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { updateStructure } from '#contract/questionnaire-structures.ts'
import { decideUsers, deleteUser, inviteUser } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import { createKeyFor } from '#tests/support/api-keys.ts'
import { auditLogOf } from '#tests/support/audit-log.ts'
import { allActs } from '#tests/support/pairs/all-acts.ts'
import { openStage } from '#tests/support/pairs/stage.ts'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { added } = auditLogOf(server)

test('of API keys it has the number, not the name that somebody typed', async () => {
  const { user_id, email_address } = await newUser(server, 'viewer')
  const token = await server.tokenOfUser(email_address)
  const numbers: string[] = []
  const entries = await added(async () => {
    for (let count = 0; count < 2; count++) numbers.push(String((await createKeyFor(server, token)).id))
    await server.call(deleteApiKey, { params: { id: Number(numbers[0]) } }, token)
    await server.call(deleteUser, { params: { id: user_id }, body: {} }, await server.tokenOf('admin'))
  })
  expect(
    entries.map(({ event_kind, value_before, value_after }) => [event_kind, value_before ?? value_after])
  ).toEqual([
    ['key_created', numbers[0]],
    ['key_created', numbers[1]],
    ['key_revoked', numbers[0]],
    ['user_deleted', null],
    ['key_revoked', numbers[1]]
  ])
})

test('of two organisations with one name it says which, on moves, invitations and approvals', async () => {
  const organisations = await server.database
    .insertInto('organisations')
    .values(
      ['twin-1', 'twin-2'].map(organisation_code => ({
        programme_id: 1,
        organisation_code,
        organisation_name: 'Twin',
        is_active: true
      }))
    )
    .returning('organisation_id')
    .execute()
  const [from, to] = organisations.map(one => one.organisation_id)
  const [first, second] = [`Twin (number ${from})`, `Twin (number ${to})`]
  const token = await server.tokenOf('admin')
  const member = await newUser(server, 'viewer', { organisation_id: from! })
  const move = { params: { id: member.user_id }, body: { organisation_id: to! } }
  expect(await added(() => server.call(updateUser, move, token))).toMatchObject([
    { event_kind: 'organisation_changed', value_before: first, value_after: second }
  ])
  const waiting = await newUser(server, 'viewer', {
    status: 'awaiting_approval',
    organisation_id: null,
    requested_organisation_name: 'Jane’s own'
  })
  const users = [{ user_id: waiting.user_id, decision: 'approve' as const, organisation_id: to! }]
  const decision = { params: { id: waiting.user_id }, body: { users } }
  expect(await added(() => server.call(decideUsers, decision, token))).toMatchObject([
    { event_kind: 'user_approved', value_before: 'Viewer', value_after: `Viewer, ${second}` }
  ])
  const invitation = { programme_id: 1, email_address: 'twin@wards.example', first_name: 'T', last_name: 'W' }
  const body = { ...invitation, role_type_id: 4, organisation_id: from! }
  expect(await added(() => server.call(inviteUser, { body }, token))).toMatchObject([
    { event_kind: 'user_invited', value_after: `Contributor, ${first}` }
  ])
})

test('a rejection says which role it takes', async () => {
  const { user_id } = await newUser(server, 'lead', { status: 'awaiting_approval', organisation_id: null })
  const users = [{ user_id, decision: 'reject' as const, reason: 'Not known here.' }]
  const decision = { params: { id: user_id }, body: { users } }
  const entries = await added(async () => server.call(decideUsers, decision, await server.tokenOf('admin')))
  expect(entries).toMatchObject([
    { event_kind: 'user_rejected', value_before: 'Organisation lead', value_after: 'Viewer' }
  ])
})

test('a correction window that ends has the end that it had, also when another replaces it', async () => {
  const stage = await openStage(server)
  const acts = [...allActs.openCorrectionWindows, ...allActs.closeCorrectionWindow]
  const entries = await added(async () => {
    // The second act opens the window again before it closes it.
    for (const act of acts) {
      const { name, input, token } = await act(stage)
      const endpoint: Endpoint = endpoints[name]
      expect((await server.call(endpoint, input as never, token)).status).toBe(200)
    }
  })
  const end = '2100-01-01T00:00:00.000Z'
  const closed = { event_kind: 'window_closed', value_before: end, submission_name: expect.any(String) }
  const opened = { event_kind: 'window_opened', value_before: null, value_after: end }
  expect(entries).toMatchObject([opened, closed, opened, closed])
})

test('dates and locks of a questionnaire, period by period, as they were and as they are', async () => {
  const stage = await openStage(server)
  const { time_period_id } = stage.place
  const dates = { time_period_id, opens_at: null, closes_at: null, is_locked: false }
  const earlier = { ...dates, time_period_id: stage.earlier_period_id }
  const set = (periods: (typeof earlier | { closes_at: string; is_locked: boolean })[]) =>
    added(async () => {
      const body = { periods: periods.map(one => ({ ...dates, ...one })) }
      const input = { params: { id: stage.standard.questionnaire_id }, body }
      expect((await server.call(updateStructure, input, stage.tokens.admin)).status).toBe(200)
    })
  const stored = 'from 1970-01-01T00:00:00.000Z, until 2100-01-01T00:00:00.000Z'
  const later = 'until 2101-01-01T00:00:00.000Z, locked'
  const entry = {
    event_kind: 'dates_changed',
    questionnaire_name: 'standard',
    project_name: expect.any(String)
  }
  const reopened = { closes_at: '2101-01-01T00:00:00Z', is_locked: true }
  expect(await set([reopened, earlier])).toMatchObject([
    { ...entry, time_period_name: '2026', value_before: stored, value_after: later }
  ])
  expect(await set([reopened, earlier])).toEqual([])
  expect(await set([{ ...reopened, is_locked: false }])).toMatchObject([
    {
      ...entry,
      time_period_name: '2026',
      value_before: later,
      value_after: 'until 2101-01-01T00:00:00.000Z'
    },
    { ...entry, time_period_name: '2025', value_before: 'dates of the project', value_after: 'not asked' }
  ])
})
