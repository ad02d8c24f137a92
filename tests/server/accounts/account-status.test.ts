// Every action on every status, through the calls that people make: the status afterwards is the one of the table, or the old one.

import { describe, expect, test } from 'vitest'
import { changePassword } from '#contract/password-change.ts'
import { decideUsers, deleteUser } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import {
  ACCOUNT_STATUSES,
  ACCOUNT_TRANSITIONS,
  MAILED_CODE_STATUSES,
  type AccountAction,
  type AccountStatus
} from '#domain/people/user-status.ts'
import { inviteAdmin } from '#operations/provision/first-admin.ts'
import { issueCode } from '#server/auth/one-time-codes.ts'
import { statusAfter } from '#tests/support/account-status.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const password = 'four words and a comma, please'
const actions = Object.keys(ACCOUNT_TRANSITIONS) as AccountAction[]
let made = 0

interface Account {
  user_id: number
  email_address: string
}

async function account(status: AccountStatus): Promise<Account> {
  const { user_id: _, ...like } = await server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', 'viewer@wards.example')
    .executeTakeFirstOrThrow()
  return server.database
    .insertInto('users')
    .values({ ...like, status, email_address: `status-${++made}@harbour.example` })
    .returning(['user_id', 'email_address'])
    .executeTakeFirstOrThrow()
}

async function statusOf({ user_id }: Account): Promise<AccountStatus> {
  const row = await server.database
    .selectFrom('users')
    .select('status')
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return row.status
}

/** A code that was sent while the account could still perform the action. */
async function codeFor(who: Account, action: 'verify_email' | 'invite'): Promise<string> {
  const status = await statusOf(who)
  await setStatus(who, MAILED_CODE_STATUSES[action][0]!)
  const recipient = { programmeId: programme_id, emailAddress: who.email_address }
  const request = { organisation_id: null, job_title: '', requested_organisation_name: null }
  const names = { first_name: 'Ines', last_name: 'Roth' }
  const code = await issueCode(
    server.database,
    recipient,
    action,
    NOON,
    action === 'verify_email' ? { ...request, ...names } : null
  )
  await setStatus(who, status)
  return code
}

const setStatus = ({ user_id }: Account, status: AccountStatus) =>
  server.database
    .updateTable('users')
    .set({ status })
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .execute()

const decide = (decision: 'approve' | 'reject', { user_id }: Account, token: string) =>
  server.call(
    decideUsers,
    { params: { id: user_id }, body: { users: [{ user_id, decision, reason: 'Why.' }] } },
    token
  )

/** How a person performs each action. */
const perform: Record<AccountAction, (who: Account, token: string) => Promise<unknown>> = {
  verify_email: async who => {
    const code = await codeFor(who, 'verify_email')
    return server.call(changePassword, { body: { code, new_password: password } })
  },
  approve: (who, token) => decide('approve', who, token),
  reject: (who, token) => decide('reject', who, token),
  reconsider: ({ user_id }, token) =>
    server.call(updateUser, { params: { id: user_id }, body: { status: 'awaiting_approval' } }, token),
  invite: ({ email_address }) => {
    const admin = { emailAddress: email_address, firstName: 'Ines', lastName: 'Roth' }
    const invited = inviteAdmin(server.database, wards, admin, { now: NOON, isMailed: true })
    // A deleted account has no address any more, except in this test.
    return invited.catch((error: unknown) => error)
  },
  accept_invitation: async who => {
    const code = await codeFor(who, 'invite')
    return server.call(changePassword, { body: { code, new_password: password } })
  },
  suspend: ({ user_id }, token) =>
    server.call(updateUser, { params: { id: user_id }, body: { status: 'suspended' } }, token),
  reactivate: ({ user_id }, token) =>
    server.call(updateUser, { params: { id: user_id }, body: { status: 'active' } }, token),
  delete: ({ user_id }, token) => server.call(deleteUser, { params: { id: user_id }, body: {} }, token)
}

describe.each(ACCOUNT_STATUSES)('an account that is %s', status => {
  test.each(actions)('%s', async action => {
    const who = await account(status)
    await perform[action](who, await server.tokenOf('super'))
    expect(await statusOf(who)).toBe(statusAfter(status, action) ?? status)
  })

  test('suspended and reactivated, it is let in only if it was before', async () => {
    const who = await account(status)
    const token = await server.tokenOf('super')
    await perform.suspend(who, token)
    await perform.reactivate(who, token)
    expect(await statusOf(who)).toBe(status === 'suspended' ? 'active' : status)
  })
})

test('approved and rejected at once, one decision counts and one mail is written', async () => {
  const who = await account('awaiting_approval')
  const [one, other] = [await server.tokenOf('super'), await server.tokenOf('admin')]
  const replies = await Promise.all([decide('approve', who, one), decide('reject', who, other)])
  expect(replies.flatMap(reply => reply.body.users)).toHaveLength(1)
  expect(replies.flatMap(reply => reply.body.failed)).toHaveLength(1)
  const mails = await server.database
    .selectFrom('mails')
    .select('mail_id')
    .where('programme_id', '=', programme_id)
    .where('recipient', '=', who.email_address)
    .execute()
  expect(mails).toHaveLength(1)
})
