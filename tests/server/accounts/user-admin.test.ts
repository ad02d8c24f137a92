import { expect, test } from 'vitest'
import { decideUsers, deleteUser, inviteUser, resetOtp } from '#contract/user-admin.ts'
import { getCurrentUser, listUsers, updateUser } from '#contract/users.ts'
import { newUser, usersWhere } from '#tests/support/races/race-accounts.ts'
import { sites, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId

async function idOf(name: string, programme = wards): Promise<number> {
  const row = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', programme.programmeId)
    .where('email_address', '=', `${name}@${programme.code}.example`)
    .executeTakeFirstOrThrow()
  return row.user_id
}

test('admins cannot touch superusers, raise anyone above themselves, or change their own standing', async () => {
  const admin = await server.tokenOf('admin')
  const [boss, me, viewer] = [await idOf('super'), await idOf('admin'), await idOf('viewer')]
  const change = (id: number, body: object) => server.call(updateUser, { params: { id }, body }, admin)
  expect((await change(boss, { status: 'suspended' })).status).toBe(403)
  expect((await server.call(deleteUser, { params: { id: boss }, body: {} }, admin)).status).toBe(403)
  expect((await server.call(resetOtp, { params: { id: boss } }, admin)).status).toBe(403)
  expect((await change(viewer, { role_type_id: 1 })).status).toBe(403)
  expect((await change(me, { role_type_id: 5 })).status).toBe(403)
  expect((await server.call(deleteUser, { params: { id: me }, body: {} }, admin)).status).toBe(403)
  const body = {
    programme_id,
    email_address: 'x@wards.example',
    first_name: 'X',
    last_name: 'Y',
    role_type_id: 1,
    organisation_id: null
  }
  expect((await server.call(inviteUser, { body }, admin)).status).toBe(403)
})

test('a new role or a suspension ends the user’s sessions; a new name does not', async () => {
  const admin = await server.tokenOf('admin')
  const id = await idOf('viewer')
  const isIn = async (token: string) => (await server.call(getCurrentUser, {}, token)).status
  const first = await server.tokenOf('viewer')
  await server.call(updateUser, { params: { id }, body: { first_name: 'Ellen' } }, admin)
  expect(await isIn(first)).toBe(200)
  expect(
    (await server.call(updateUser, { params: { id }, body: { role_type_id: 4 } }, admin)).body.role_type_name
  ).toBe('Contributor')
  expect(await isIn(first)).toBe(401)
  const second = await server.tokenOf('viewer')
  await server.call(updateUser, { params: { id }, body: { status: 'suspended' } }, admin)
  expect(await isIn(second)).toBe(401)
})

test('everyone changes their own names and nothing else; others’ users do not exist for them', async () => {
  const contributor = await server.tokenOf('contributor')
  const id = await idOf('contributor')
  const change = (user: number, body: object) =>
    server.call(updateUser, { params: { id: user }, body }, contributor)
  expect((await change(id, { first_name: 'Ralf', job_title: null })).body.first_name).toBe('Ralf')
  expect((await change(id, { role_type_id: 3 })).status).toBe(403)
  expect((await change(await idOf('lead'), { first_name: 'No' })).status).toBe(404)
})

test('another programme’s users answer 404', async () => {
  const admin = await server.tokenOf('admin')
  const id = await idOf('viewer', sites)
  expect((await server.call(updateUser, { params: { id }, body: { first_name: 'No' } }, admin)).status).toBe(
    404
  )
  expect((await server.call(deleteUser, { params: { id }, body: {} }, admin)).status).toBe(404)
  const listed = await server.call(listUsers, { query: { programme_id } }, admin)
  expect(listed.body.users.some(user => user.email_address.endsWith('@sites.example'))).toBe(false)
})

test('a lead lists the own organisation, an admin pages through all; a search term is plain text', async () => {
  const lead = await server.call(listUsers, { query: { programme_id } }, await server.tokenOf('lead'))
  expect(new Set(lead.body.users.map(user => user.organisation_name))).toEqual(
    new Set(['Northfield General'])
  )
  const admin = await server.tokenOf('admin')
  const page = await server.call(listUsers, { query: { programme_id, limit: 2, offset: 1 } }, admin)
  expect(page.body.users).toHaveLength(2)
  expect(page.body.total).toBeGreaterThan(2)
  expect((await server.call(listUsers, { query: { programme_id, search: '%' } }, admin)).body.total).toBe(0)
})

test('a lead without an organisation lists nobody', async () => {
  const { email_address } = await newUser(server, 'lead', { organisation_id: null })
  const token = await server.tokenOfUser(email_address)
  expect((await server.call(listUsers, { query: { programme_id } }, token)).body.total).toBe(0)
  const query = { programme_id, organisation_id: 1 }
  expect((await server.call(listUsers, { query }, token)).status).toBe(404)
})

test.each(['email_unverified', 'rejected'] as const)(
  'neither role nor organisation of an account changes while it is %s',
  async status => {
    const { user_id } = await newUser(server, 'viewer', { status })
    const admin = await server.tokenOf('admin')
    for (const body of [
      { role_type_id: 3 },
      { organisation_id: 2 },
      { role_type_id: 2, organisation_id: null }
    ])
      expect((await server.call(updateUser, { params: { id: user_id }, body }, admin)).status).toBe(403)
  }
)

test('a deleted user is gone from lists and the address is free again', async () => {
  const boss = await server.tokenOf('super')
  const id = await idOf('contributor')
  expect((await server.call(deleteUser, { params: { id }, body: { reason: 'left' } }, boss)).body).toEqual({
    user_id: id
  })
  expect((await server.call(updateUser, { params: { id }, body: { first_name: 'Back' } }, boss)).status).toBe(
    404
  )
  const body = {
    programme_id,
    email_address: 'contributor@wards.example',
    first_name: 'New',
    last_name: 'Person',
    role_type_id: 2,
    organisation_id: null
  }
  expect((await server.call(inviteUser, { body }, boss)).status).toBe(200)
})

test('inviting, deleting and inviting again is no way around three invitations an hour', async () => {
  const boss = await server.tokenOf('super')
  const email_address = 'flooded@harbour.example'
  const invite = () =>
    server.call(
      inviteUser,
      {
        body: {
          programme_id,
          email_address,
          first_name: 'New',
          last_name: 'Person',
          role_type_id: 2,
          organisation_id: null
        }
      },
      boss
    )
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    const { status, body } = await invite()
    statuses.push(status)
    if (status === 200) await server.call(deleteUser, { params: { id: body.user_id }, body: {} }, boss)
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  // What was refused has left nothing behind.
  expect(await usersWhere(server, { email_address })).toEqual([])
})

test('a rejection needs a reason, an approval none', async () => {
  const admin = await server.tokenOf('admin')
  const { user_id, email_address } = await newUser(server, 'viewer', { status: 'awaiting_approval' })
  const decide = async (decision: 'approve' | 'reject', reason?: string | null) => {
    const body = { users: [{ user_id, decision, ...(reason !== undefined && { reason }) }] }
    return (await server.call(decideUsers, { params: { id: user_id }, body }, admin)).body
  }
  const failed = [{ user_id, detail: 'reason: is required to reject' }]
  for (const reason of [undefined, null, '', ' \n'])
    expect(await decide('reject', reason)).toEqual({ users: [], failed })
  expect(await usersWhere(server, { email_address })).toMatchObject([{ status: 'awaiting_approval' }])
  expect(await decide('approve')).toEqual({ users: [{ user_id, status: 'active' }], failed: [] })
})

test('rejecting, reconsidering and rejecting again sends at most three mails an hour', async () => {
  const admin = await server.tokenOf('admin')
  const { user_id, email_address } = await newUser(server, 'viewer', { status: 'awaiting_approval' })
  const decided: number[] = []
  for (let count = 0; count < 5; count++) {
    const body = { users: [{ user_id, decision: 'reject' as const, reason: `No, ${count}` }] }
    decided.push((await server.call(decideUsers, { params: { id: user_id }, body }, admin)).body.users.length)
    await server.call(updateUser, { params: { id: user_id }, body: { status: 'awaiting_approval' } }, admin)
  }
  expect(decided).toEqual([1, 1, 1, 0, 0])
  const mails = await server.database
    .selectFrom('mails')
    .select('mail_id')
    .where('programme_id', '=', programme_id)
    .where('recipient', '=', email_address)
    .execute()
  expect(mails).toHaveLength(3)
})
