// The users of a programme as admins see them, against the real server.

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { actionsOn, protectionOf } from '#browser/features/users/user-rules.ts'
import { resetPassword, registerUser } from '#contract/accounts.ts'
import { decideUsers, deleteUser, inviteUser, resetOtp } from '#contract/user-admin.ts'
import { updateUser, type User, type UserStatus } from '#contract/users.ts'
import { ROLE_TYPES } from '#domain/people/roles.ts'
import type { UserAction } from '#domain/people/user-status.ts'
import { press, type } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island
const API = 'http://api.example'
const refusal = (detail: string) =>
  Promise.resolve(
    new Response(JSON.stringify({ detail }), {
      status: 418,
      headers: { 'content-type': 'application/json' }
    })
  )

let made = 0
/** A copy of the viewer's account with a name of its own. */
async function newUser(
  fields: {
    status?: UserStatus
    role_type_id?: number
    organisation_id?: number | null
    otp_enabled?: boolean
    requested_organisation_name?: string
  } = {}
) {
  const { user_id: _, ...like } = await server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'viewer@wards.example')
    .executeTakeFirstOrThrow()
  made += 1
  const user = { first_name: 'Test', last_name: `Person${made}`, email_address: `person${made}@made.example` }
  const { user_id } = await server.database
    .insertInto('users')
    .values({ ...like, ...user, ...fields })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  return { ...user, user_id, name: `Test Person${made}` }
}

const statusOf = async (userId: number) =>
  (
    await server.database
      .selectFrom('users')
      .select('status')
      .where('programme_id', '=', 1)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
  ).status

/** Of the list as it is now: while it is read again, the former one is shown. */
const rowOf = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Users', busy: false })
  return within(table).findByRole('row', { name: new RegExp(name) })
}
const select = async (name: string) =>
  act(async () =>
    within(await rowOf(name))
      .getByRole('checkbox')
      .click()
  )
async function choose(name: string, action: string): Promise<void> {
  const row = await rowOf(name)
  await act(async () =>
    within(row)
      .getByRole('button', { name: `Actions for ${name}` })
      .click()
  )
  await act(async () => screen.getByRole('menuitem', { name: action }).click())
  if (action.endsWith('…')) await screen.findByRole('button', { name: 'Cancel' })
}

describe('/users (product 8)', () => {
  test('tells members that the page is for admins and redirects them', async () => {
    await start('/users', 'lead')
    expect(await screen.findByText('Only programme admins can open that page.')).toBeTruthy()
    expect(location.pathname).toBe('/projects')
  })

  test('the tabs count every status, and Other says who is what', async () => {
    await newUser({ status: 'email_unverified' })
    await newUser({ status: 'rejected' })
    await start('/users?tab=other', 'admin')
    expect(await screen.findByText('Email not confirmed')).toBeTruthy()
    expect(screen.getByText('Rejected')).toBeTruthy()
    // The tabs have a call of their own.
    expect(await screen.findByRole('tab', { name: /^Other 2$/ })).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /^Waiting \d+$/ })).toBeTruthy()
  })

  test('own row and superusers are protected, with the reason', async () => {
    await start('/users?tab=active&q=wards.example', 'admin')
    const own = await rowOf('Daniel Hughes')
    expect(within(own).getByText('Only another programme admin can edit')).toBeTruthy()
    expect(within(own).getByText('you')).toBeTruthy()
    const superuser = await rowOf('Priya Patel')
    expect(within(superuser).getByText('Only superusers can edit')).toBeTruthy()
    expect(within(superuser).queryByRole('button')).toBeNull()
  })

  test('several people are approved at once; those without an organisation are left out, with the reason', async () => {
    const ready = await newUser({ status: 'awaiting_approval' })
    const unlisted = await newUser({
      status: 'awaiting_approval',
      organisation_id: null,
      requested_organisation_name: 'Harbour Clinic'
    })
    await start('/users?q=made.example', 'admin')
    await select(ready.name)
    await select(unlisted.name)
    expect(screen.getByText('1 person has no organisation yet and cannot be approved')).toBeTruthy()
    await press('Approve 2')
    expect(await screen.findByText('has no organisation yet. Choose one first.')).toBeTruthy()
    expect([await statusOf(ready.user_id), await statusOf(unlisted.user_id)]).toEqual([
      'active',
      'awaiting_approval'
    ])
    await act(async () =>
      screen.getAllByRole('button', { name: `Choose the organisation of ${unlisted.name}` })[0]!.click()
    )
    expect(screen.getByText('At registration: “Harbour Clinic”, which is not in the list.')).toBeTruthy()
    await press('Save')
    expect(screen.getByText('Organisation is required.')).toBeTruthy()
    const box = screen.getByLabelText<HTMLSelectElement>('Organisation', { selector: 'select.input' })
    await act(async () => void fireEvent.change(box, { target: { value: box.options[1]!.value } }))
    await press('Save')
    await waitFor(() => expect(box.isConnected).toBe(false))
    await choose(unlisted.name, 'Approve')
    expect(await screen.findByText(`${unlisted.name} is approved and gets an email.`)).toBeTruthy()
    expect(await statusOf(unlisted.user_id)).toBe('active')
  })

  test('a failed call keeps the dialog and its input', async () => {
    const who = await newUser({ status: 'awaiting_approval' })
    await start(`/users?q=${who.email_address}`, 'admin')
    await choose(who.name, 'Reject…')
    await type('Reason', 'Ask your lead.')
    configureTransport({
      apiBase: API,
      fetch: () => refusal('The database is away.')
    })
    await press('Reject and send')
    expect((await screen.findAllByText('The database is away.')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Ask your lead.')
    configureTransport({ apiBase: API, fetch: server.fetch })
    await press('Reject and send')
    expect(await screen.findByText(`${who.name} is rejected and gets an email.`)).toBeTruthy()
    expect(await statusOf(who.user_id)).toBe('rejected')
  })

  test('a page that cannot be loaded says so and is tried again', async () => {
    configureTransport({
      apiBase: API,
      fetch: (input, init) =>
        new URL((input as Request).url).pathname.endsWith('/users/')
          ? refusal('No.')
          : server.fetch(input, init)
    })
    await start('/users', 'admin')
    expect(await screen.findByText('The users could not be loaded')).toBeTruthy()
    configureTransport({ apiBase: API, fetch: server.fetch })
    await press('Try again')
    expect(await screen.findByRole('table', { name: 'Users' })).toBeTruthy()
  })

  test('a search without matches and a page that does not exist lead back', async () => {
    await start('/users?q=nobody%20at%20all', 'admin')
    expect(await screen.findByText('No users match')).toBeTruthy()
    await press('Clear search and filters')
    expect(location.search).toBe('')
    await screen.findByRole('table', { name: 'Users' })
  })

  test('suspended and reactivated by the menu', async () => {
    const who = await newUser()
    await start(`/users?tab=active&q=${who.email_address}`, 'admin')
    await choose(who.name, 'Suspend…')
    await press('Suspend')
    expect(await screen.findByText(`${who.name} is suspended.`)).toBeTruthy()
    await act(async () => screen.getByRole('tab', { name: /^Suspended/ }).click())
    await choose(who.name, 'Reactivate')
    await screen.findByText(`${who.name} is active again and can log in.`)
    expect(await statusOf(who.user_id)).toBe('active')
  })
})

describe('every offered action is accepted', () => {
  /** The call behind each entry of the menu. */
  const calls: Record<UserAction, (user: User, token: string) => Promise<{ status: number }>> = {
    approve: ({ user_id }, token) => decided('approve', user_id, token),
    reject: ({ user_id }, token) => decided('reject', user_id, token),
    edit: ({ user_id }, token) =>
      server.call(updateUser, { params: { id: user_id }, body: { first_name: 'A' } }, token),
    change_role: ({ user_id, role_type_id }, token) =>
      server.call(updateUser, { params: { id: user_id }, body: { role_type_id } }, token),
    reset_password: ({ email_address }) =>
      server.call(resetPassword, { body: { programme_id: 1, email_address } }),
    verify_again: ({ email_address }) =>
      server.call(registerUser, { body: { programme_id: 1, email_address, resend: true } }),
    reset_second_factor: ({ user_id }, token) => server.call(resetOtp, { params: { id: user_id } }, token),
    invite_again: ({ email_address }, token) =>
      server.call(inviteUser, { body: { programme_id: 1, email_address, resend: true } }, token),
    suspend: ({ user_id }, token) =>
      server.call(updateUser, { params: { id: user_id }, body: { status: 'suspended' } }, token),
    reactivate: ({ user_id }, token) =>
      server.call(updateUser, { params: { id: user_id }, body: { status: 'active' } }, token),
    reconsider: ({ user_id }, token) =>
      server.call(updateUser, { params: { id: user_id }, body: { status: 'awaiting_approval' } }, token),
    delete: ({ user_id }, token) => server.call(deleteUser, { params: { id: user_id }, body: {} }, token)
  }
  async function decided(decision: 'approve' | 'reject', user_id: number, token: string) {
    const { status, body } = await server.call(
      decideUsers,
      { params: { id: user_id }, body: { users: [{ user_id, decision, reason: 'Why.' }] } },
      token
    )
    return { status: body.failed.length > 0 ? 422 : status }
  }
  const everyStatus: UserStatus[] = [
    'email_unverified',
    'awaiting_approval',
    'invited',
    'active',
    'suspended',
    'rejected'
  ]
  const actors: [Role, number][] = [
    ['admin', 2],
    ['super', 1]
  ]

  test.each(actors)('%s', async (role, role_type_id) => {
    const actor = { user_id: 999_999, role_type_id }
    const token = await server.tokenOf(role)
    const refused: string[] = []
    let offered = 0
    for (const status of everyStatus) {
      for (const { id: userRole } of ROLE_TYPES) {
        const like = { status, role_type_id: userRole, otp_enabled: true } as User
        for (const action of actionsOn(like, actor)) {
          const user = await newUser({ status, role_type_id: userRole, otp_enabled: true })
          const { status: code } = await calls[action]({ ...like, ...user }, token)
          offered += 1
          if (code !== 200) refused.push(`${action} on ${status} ${userRole}: ${code}`)
        }
      }
    }
    expect(refused).toEqual([])
    expect(offered).toBeGreaterThan(80)
    const superuser = { user_id: 1, role_type_id: 1 } as User
    expect(protectionOf(superuser, actor) === null).toBe(role === 'super')
  })
})
