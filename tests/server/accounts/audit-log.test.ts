// The audit log: every operation that declares it records what it did, and nothing that was refused.

import { beforeAll, describe, expect, test } from 'vitest'
import { AuditKind } from '#contract/audit-kinds.ts'
import { listAuditEvents, type AuditEvent } from '#contract/audit-log.ts'
import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { deleteUser, inviteUser, resetOtp } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import { inviteAdmin } from '#operations/provision/first-admin.ts'
import { recordActs } from '#server/auth/record-acts.ts'
import type { Tx } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { RouteOf } from '#server/http/route.ts'
import { auditLogOf } from '#tests/support/audit-log.ts'
import { allActs } from '#tests/support/pairs/all-acts.ts'
import { endPreparation, openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { newUser, usersWhere } from '#tests/support/races/race-accounts.ts'
import { writingNames, type Call } from '#tests/support/races/race.ts'
import { periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, wards, type Role } from '#tests/support/server.ts'

const server = useServer()
const contract: Record<string, Endpoint> = endpoints

const { readLog, added } = auditLogOf(server)

const send = ({ name, input, token }: Call, other = token) =>
  server.call(contract[name]!, input as never, other)

describe('every operation that declares what it records', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(server)
  })

  // Deleting the account comes last, because other actions are about it.
  const names = writingNames
    .filter(name => contract[name]!.audits)
    .toSorted((one, other) => Number(one === 'deleteUser') - Number(other === 'deleteUser'))

  test.each(names)('%s', async name => {
    const kinds = contract[name]!.audits ?? []
    const entries: AuditEvent[] = []
    // They remove a period, which answers of the other acts would prevent, or end data collection.
    const isApart = name === 'updateStructure' || name === 'publishEdition'
    const ownStage = isApart ? await openStage(server) : stage
    for (const act of allActs[name]) {
      const call = await act(ownStage)
      await endPreparation(ownStage)
      const isForAll = contract[name]!.access === 'viewer'
      for (const token of ['no token', ...(isForAll ? [] : [ownStage.tokens.contributor])])
        expect(await added(() => send(call, token))).toEqual([])
      entries.push(
        ...(await added(async () => expect([name, (await send(call)).status]).toEqual([name, 200])))
      )
    }
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) {
      expect(kinds).toContain(entry.event_kind)
      expect(entry).toMatchObject({ acted_by: 'user', happened_at: NOON.toISOString() })
      expect(entry.actor_name).toBeTruthy()
      expect(entry.user_name ?? entry.project_name).toBeTruthy()
    }
  })

  test('every kind but those of files is declared by an operation', () => {
    const declared = new Set(Object.values(contract).flatMap(({ audits = [] }) => audits))
    const withoutCall: AuditKind[] = ['answers_imported', 'visibility_changed']
    expect(AuditKind.options.filter(kind => !declared.has(kind)).toSorted()).toEqual(withoutCall)
  })

  test('what else only admins may do changes content, which has versions, or keeps a record of its own', () => {
    const unrecorded = writingNames.filter(name => {
      const { access, audits, onlyReads } = contract[name]!
      return (access === 'admin' || access === 'superuser') && !audits && !onlyReads
    })
    expect(unrecorded).toMatchInlineSnapshot(`
      [
        "createChart",
        "updateChart",
        "deleteChart",
        "createChartGroupMemberships",
        "updateChartGroupMembership",
        "deleteChartGroupMemberships",
        "createChartParameter",
        "deleteChartParameters",
        "createCollection",
        "createSection",
        "updateSection",
        "createSubSection",
        "updateSubSection",
        "createSubSectionRow",
        "updateSubSectionRow",
        "createSubSectionColumn",
        "updateSubSectionColumn",
        "createStructure",
        "orderStructure",
        "raiseQueries",
        "decideQueries",
        "createQuestionMembership",
        "deleteQuestionMemberships",
        "createQuestion",
        "updateQuestion",
        "sendReminders",
      ]
    `)
  })
})

test('a route that omits the log, or records another kind, is a type error', () => {
  const reply = { user_id: 1, otp_enabled: false as const }
  // @ts-expect-error Only `recordActs` makes what such a route returns.
  const forgets: RouteOf<'resetOtp'> = async () => reply
  const recordsOther = (tx: Tx) =>
    recordActs(tx, { programmeId: 1, userId: 1, now: NOON }, [{ kind: 'user_deleted' }], reply)
  // @ts-expect-error This kind is not declared of the operation.
  const mistakes: RouteOf<'resetOtp'> = async (_, { database }) => transaction(database, recordsOther)
  expect([forgets, mistakes]).toHaveLength(2)
})

test('neither a refused action nor one that is rolled back leaves an entry', async () => {
  const { user_id } = await newUser(server, 'viewer', {})
  const token = await server.tokenOf('admin')
  const refused = await added(() => server.call(resetOtp, { params: { id: 99_999_999 } }, token))
  expect(refused).toEqual([])
  const rolledBack = await added(() =>
    transaction(server.database, async tx => {
      const actor = { programmeId: 1, userId: user_id, now: NOON }
      await recordActs(tx, actor, [{ kind: 'user_deleted', user_id }], null)
      throw new Error('as if the act had failed')
    }).catch(() => null)
  )
  expect(rolledBack).toEqual([])
})

test('a change of name records nothing; changes of role, organisation and status are each recorded', async () => {
  const { user_id } = await newUser(server, 'viewer', { status: 'active' })
  const token = await server.tokenOf('admin')
  const change = (body: InputOf<typeof updateUser>['body']) =>
    added(() => server.call(updateUser, { params: { id: user_id }, body }, token))
  expect(await change({ first_name: 'Ada' })).toEqual([])
  expect(await change({ role_type_id: 4, status: 'suspended' })).toMatchObject([
    { event_kind: 'role_changed', value_before: 'Viewer', value_after: 'Contributor' },
    { event_kind: 'status_changed', value_before: 'active', value_after: 'suspended' }
  ])
  expect(await change({ role_type_id: 4 })).toEqual([])
})

test('an admin who takes a colleague’s name acts under their own number', async () => {
  const [colleague, admin] = [await newUser(server, 'admin'), await newUser(server, 'admin')]
  const token = await server.tokenOfUser(admin.email_address)
  const body = { first_name: 'Same', last_name: 'Name' }
  for (const one of [colleague, admin])
    await server.call(
      updateUser,
      { params: { id: one.user_id }, body },
      await server.tokenOfUser(one.email_address)
    )
  const { user_id } = await newUser(server, 'viewer')
  const promotion = { params: { id: user_id }, body: { role_type_id: 4 } }
  const actor_name = `Same Name (number ${admin.user_id})`
  expect(await added(() => server.call(updateUser, promotion, token))).toMatchObject([{ actor_name }])
  const { actors } = await readLog()
  expect(actors).toContainEqual({ user_id: admin.user_id, full_name: actor_name })
})

test('a deleted account has only its id, both as the actor and as the user concerned', async () => {
  const invited = await newUser(server, 'admin', { first_name: 'Gone', last_name: 'Tomorrow' })
  const body = {
    programme_id: 1,
    email_address: 'invited-by-gone@wards.example',
    first_name: 'In',
    last_name: 'Vited',
    role_type_id: 5,
    organisation_id: 1
  }
  await server.call(inviteUser, { body }, await server.tokenOfUser(invited.email_address))
  const [before] = (await readLog({ actor_user_id: invited.user_id })).audit_events
  const [{ user_id } = { user_id: 0 }] = await usersWhere(server, { email_address: body.email_address })
  expect(before).toMatchObject({
    actor_name: `Gone Tomorrow (number ${invited.user_id})`,
    user_name: `In Vited (number ${user_id})`
  })
  expect(before!.value_after).toMatch(/^Viewer, .+ \(number 1\)$/)
  const superuser = await server.tokenOf('super')
  const erased = await server.call(deleteUser, { params: { id: invited.user_id }, body: {} }, superuser)
  expect(erased.status).toBe(200)
  const name = `former member ${invited.user_id}`
  const log = await readLog()
  expect(log.audit_events[0]).toMatchObject({ event_kind: 'user_deleted', user_name: name })
  expect(log.audit_events.find(entry => entry.actor_user_id === invited.user_id)?.actor_name).toBe(name)
  expect(log.actors).toContainEqual({ user_id: invited.user_id, full_name: name })
  expect(JSON.stringify(log)).not.toContain('Tomorrow')
})

test('a download of all organisations is recorded for an admin, and none of a member’s own', async () => {
  const project_id = await projectCoded(server, 'ward-staffing')
  const periods = [await periodNamed(server, '2025'), await periodNamed(server, '2026')]
  const { questionnaire_id } = await server.database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow()
  const words = [`project_id=${project_id}`, `questionnaire_id=${questionnaire_id}`]
  const path = `answers/export?${[...words, ...periods.map(id => `time_period_id=${id}`)].join('&')}`
  const download = (role: Role, method = 'GET') =>
    added(async () =>
      expect((await server.send(method, path, { token: await server.tokenOf(role) })).status).toBe(200)
    )
  expect(await download('lead')).toEqual([])
  expect(await download('admin', 'HEAD')).toEqual([])
  expect(await download('admin')).toMatchObject(
    ['2025', '2026'].map(time_period_name => ({
      event_kind: 'answers_exported',
      project_name: 'Ward staffing',
      time_period_name
    }))
  )
})

test('the first admin is invited by provisioning', async () => {
  const admin = { emailAddress: 'first@wards.example', firstName: 'First', lastName: 'Admin' }
  const invite = () => added(() => inviteAdmin(server.database, wards, admin, { now: NOON, isMailed: true }))
  expect(await invite()).toMatchObject([
    {
      event_kind: 'user_invited',
      acted_by: 'provisioning',
      actor_name: null,
      user_name: expect.stringMatching(/^First Admin \(number \d+\)$/),
      value_after: 'Superuser'
    }
  ])
  expect(await invite()).toEqual([])
})

test('filters by action, person and days, newest first, in pages', async () => {
  const all = await readLog()
  const ids = all.audit_events.map(entry => entry.audit_event_id)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
  const kind = all.audit_events.find(entry => entry.acted_by === 'user')!
  const ofKind = await readLog({ event_kind: kind.event_kind })
  expect(ofKind.total).toBe(all.audit_events.filter(entry => entry.event_kind === kind.event_kind).length)
  const ofPerson = await readLog({ actor_user_id: kind.actor_user_id! })
  expect(new Set(ofPerson.audit_events.map(entry => entry.actor_name))).toEqual(new Set([kind.actor_name]))
  expect((await readLog({ from_day: '2026-11-20', until_day: '2026-11-20' })).total).toBeGreaterThan(0)
  expect((await readLog({ from_day: '2026-11-21' })).total).toBe(0)
  expect((await readLog({ until_day: '2026-11-19', event_kind: 'role_changed' })).total).toBe(0)
  const second = await readLog({ limit: 2, offset: 2 })
  expect(second.audit_events.map(entry => entry.audit_event_id)).toEqual(ids.slice(2, 4))
  expect(second.total).toBe(all.total)
})

test('no other programme reads it', async () => {
  const { body } = await server.call(listAuditEvents, { query: {} }, await server.tokenOf('admin', sites))
  expect(body.audit_events.filter(entry => entry.acted_by === 'user')).toEqual([])
})
