// Nobody gives anyone more than they hold themselves, by whichever call.

import type * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { decideUsers, inviteUser } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import { isAdminRole, ROLE, ROLE_TYPES, type RoleTypeId } from '#domain/people/roles.ts'
import type { AccountStatus } from '#domain/people/user-status.ts'
import { newUser, PROGRAMME, usersWhere } from '#tests/support/races/race-accounts.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
/** Of all demo accounts below the programme's. */
let organisationId: number
beforeAll(async () => {
  organisationId = (await usersWhere(server, { email_address: 'lead@wards.example' }))[0]!.organisation_id!
})
const ROLE_IDS = ROLE_TYPES.map(role => role.id)
const ACTORS: Record<RoleTypeId, Role> = { 1: 'super', 2: 'admin', 3: 'lead', 4: 'contributor', 5: 'viewer' }

interface Attempt {
  token: string
  target: Awaited<ReturnType<typeof newUser>>
  role_type_id: RoleTypeId
}

/** Each call that gives a role, or gives back what a role allows, with the status of the accounts that it is for. */
const grants: Record<
  string,
  { operation: string; byLead?: true; status: AccountStatus; attempt: (attempt: Attempt) => Promise<unknown> }
> = {
  'a new role': {
    byLead: true,
    operation: 'updateUser',
    status: 'active',
    attempt: ({ token, target, role_type_id }) =>
      server.call(updateUser, { params: { id: target.user_id }, body: { role_type_id } }, token)
  },
  'a new role with the account reactivated': {
    operation: 'updateUser',
    status: 'suspended',
    attempt: ({ token, target, role_type_id }) =>
      server.call(
        updateUser,
        { params: { id: target.user_id }, body: { role_type_id, status: 'active' } },
        token
      )
  },
  'a decision': {
    operation: 'decideUsers',
    status: 'awaiting_approval',
    attempt: ({ token, target: { user_id }, role_type_id }) =>
      server.call(
        decideUsers,
        { params: { id: user_id }, body: { users: [{ user_id, decision: 'approve', role_type_id }] } },
        token
      )
  },
  'an invitation': {
    byLead: true,
    operation: 'inviteUser',
    status: 'deleted',
    attempt: ({ token, target, role_type_id }) =>
      server.call(
        inviteUser,
        {
          body: {
            programme_id: PROGRAMME,
            email_address: `invited-${target.email_address}`,
            first_name: 'New',
            last_name: 'Person',
            organisation_id: organisationId,
            role_type_id
          }
        },
        token
      )
  }
}

/** Calls that name no role but give back the one that the account has. */
const renewals: typeof grants = {
  'a reactivated account': {
    operation: 'updateUser',
    status: 'suspended',
    attempt: ({ token, target }) =>
      server.call(updateUser, { params: { id: target.user_id }, body: { status: 'active' } }, token)
  },
  'an approval of the role asked for': {
    operation: 'decideUsers',
    status: 'awaiting_approval',
    attempt: ({ token, target: { user_id } }) =>
      server.call(
        decideUsers,
        { params: { id: user_id }, body: { users: [{ user_id, decision: 'approve' }] } },
        token
      )
  },
  'an invitation sent again': {
    byLead: true,
    operation: 'inviteUser',
    status: 'invited',
    attempt: ({ token, target: { email_address } }) =>
      server.call(inviteUser, { body: { programme_id: PROGRAMME, email_address, resend: true } }, token)
  }
}

const namesRole = (schema: unknown, seen = new Set<unknown>()): boolean => {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  const { entries = {} } = schema as Partial<v.ObjectSchema<v.ObjectEntries, undefined>>
  return 'role_type_id' in entries || Object.values(schema).some(part => namesRole(part, seen))
}

test('the test covers every call that takes a role', () => {
  const taking = Object.entries(endpoints).flatMap(([name, endpoint]) =>
    'body' in endpoint && namesRole(endpoint.body) ? name : []
  )
  expect([...new Set(Object.values(grants).map(({ operation }) => operation))].toSorted()).toEqual(
    taking.toSorted()
  )
})

const stored = async (email_address: string) => (await usersWhere(server, { email_address }))[0]
const mailCount = async (recipient: string): Promise<number> =>
  (
    await server.database
      .selectFrom('mails')
      .select('mail_id')
      .where('programme_id', '=', PROGRAMME)
      .where('recipient', '=', recipient)
      .execute()
  ).length

/** What a call may give: the role, or null for nothing. Who has been deleted stands for nobody: an invitation is of someone new. */
function grantable(actor: number, role: number, before: number | null, byLead: boolean): number | null {
  if (actor === ROLE.lead) return byLead && role > actor && (before === null || before > actor) ? role : null
  if (!isAdminRole(actor) || role < actor) return null
  return before === null || before >= actor ? role : null
}

const cases = ROLE_IDS.flatMap(actor =>
  [1, 2, 4].flatMap(before => ROLE_IDS.map(role_type_id => ({ actor, before, role_type_id })))
)

test.each(Object.entries(grants))(
  '%s gives at most the role of who gives it',
  async (_, { status, attempt, byLead = false }) => {
    const isInvitation = status === 'deleted'
    for (const { actor, before, role_type_id } of cases) {
      const target = await newUser(server, 'contributor', { role_type_id: before, status })
      await attempt({ token: await server.tokenOf(ACTORS[actor]), target, role_type_id })
      const given = grantable(actor, role_type_id, isInvitation ? null : before, byLead)
      if (isInvitation)
        expect((await stored(`invited-${target.email_address}`))?.role_type_id).toBe(given ?? undefined)
      else
        expect(await stored(target.email_address)).toMatchObject(
          given === null ? { role_type_id: before, status } : { role_type_id: given, status: 'active' }
        )
    }
  }
)

test.each(Object.entries(renewals))(
  '%s is of at most the role of who gives it',
  async (_, { status, attempt, byLead = false }) => {
    for (const actor of ROLE_IDS)
      for (const role_type_id of ROLE_IDS) {
        const target = await newUser(server, 'contributor', { role_type_id, status })
        await attempt({ token: await server.tokenOf(ACTORS[actor]), target, role_type_id })
        const isAllowed = grantable(actor, role_type_id, role_type_id, byLead) !== null
        const after = await stored(target.email_address)
        expect(after?.role_type_id).toBe(role_type_id)
        if (status === 'invited') expect(await mailCount(target.email_address)).toBe(isAllowed ? 1 : 0)
        else expect(after?.status).toBe(isAllowed ? 'active' : status)
      }
  }
)

test('a rejection changes nothing but the status and the role, whatever else it names', async () => {
  const target = await newUser(server, 'contributor', { role_type_id: 4, status: 'awaiting_approval' })
  const { user_id } = target
  const own = (await stored(target.email_address))?.organisation_id
  const reply = await server.call(
    decideUsers,
    {
      params: { id: user_id },
      body: { users: [{ user_id, decision: 'reject', reason: 'Why.', organisation_id: 99_999_999 }] }
    },
    await server.tokenOf('admin')
  )
  expect(reply.status).toBe(200)
  expect(await stored(target.email_address)).toMatchObject({
    status: 'rejected',
    role_type_id: 5,
    organisation_id: own
  })
})

const invitation = (email_address: string, organisation_id: number) => ({
  body: {
    programme_id: PROGRAMME,
    email_address,
    first_name: 'New',
    last_name: 'Person',
    role_type_id: ROLE.contributor,
    organisation_id
  }
})

test('a lead invites to no other organisation, changes nobody there and nothing but the role', async () => {
  const token = await server.tokenOfUser((await newUser(server, 'lead')).email_address)
  const { organisation_id: other } = await server.database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', PROGRAMME)
    .where('organisation_id', '!=', organisationId)
    .limit(1)
    .executeTakeFirstOrThrow()
  expect((await server.call(inviteUser, invitation('elsewhere@wards.example', other), token)).status).toBe(
    404
  )
  const away = await newUser(server, 'viewer', { organisation_id: other, status: 'invited' })
  const again = {
    body: { programme_id: PROGRAMME, email_address: away.email_address, resend: true as const }
  }
  const unknown = { body: { ...again.body, email_address: 'nobody@wards.example' } }
  const refused = await server.call(inviteUser, again, token)
  const { status, body } = await server.call(inviteUser, unknown, token)
  expect([refused.status, refused.body]).toEqual([status, body])
  const change = { params: { id: away.user_id }, body: { role_type_id: ROLE.contributor } }
  expect((await server.call(updateUser, change, token)).status).toBe(404)
  const colleague = await newUser(server, 'viewer')
  for (const fields of [
    { first_name: 'Other' },
    { status: 'suspended' as const },
    { organisation_id: other }
  ]) {
    const both = { params: { id: colleague.user_id }, body: { role_type_id: ROLE.contributor, ...fields } }
    expect((await server.call(updateUser, both, token)).status).toBe(403)
  }
  expect(await stored(colleague.email_address)).toMatchObject({ role_type_id: ROLE.viewer, status: 'active' })
})

test('a lead invites 20 people a day, counting those that fail', async () => {
  const lead = await newUser(server, 'lead')
  const token = await server.tokenOfUser(lead.email_address)
  const invite = async (name: string) =>
    (await server.call(inviteUser, invitation(`${name}@limit.example`, organisationId), token)).status
  const statuses = []
  for (let count = 0; count < 10; count++)
    statuses.push(await invite(`person-${count}`), await invite('person-0'))
  expect(statuses.filter(status => status === 200)).toHaveLength(10)
  expect(await invite('one-more')).toBe(429)
})
