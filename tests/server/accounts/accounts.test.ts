import { expect, test } from 'vitest'
import { registerUser, resetPassword, verifyEmail } from '#contract/accounts.ts'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { decideUsers, inviteUser } from '#contract/user-admin.ts'
import { getCurrentUser, listUsers, updateUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const password = 'four words and a comma, please'

const logIn = (email_address: string, secret = password, otp: string | null = null) =>
  server.call(login, { body: { programme_id, email_address, password: secret, otp } })

async function mailsTo(recipient: string) {
  return server.database
    .selectFrom('mails')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('recipient', '=', recipient)
    .orderBy('mail_id')
    .execute()
}

async function codeMailedTo(recipient: string): Promise<string> {
  const text = (await mailsTo(recipient)).at(-1)?.body_text ?? ''
  return /(?:verify\/|code=)(\S+)/.exec(text)?.[1] ?? ''
}

const newcomer = (email_address: string) => ({
  programme_id,
  first_name: 'Bo',
  last_name: 'Achterberg',
  email_address,
  organisation_id: null,
  organisation_name: 'Harbour Clinic',
  job_title: 'Nurse',
  terms_accepted: true as const
})

test('from asking for an account to being logged in', async () => {
  const email = 'bo@harbour.example'
  expect(await server.call(registerUser, { body: newcomer(email) })).toMatchObject({
    status: 200,
    body: { user_id: null, status: 'email_unverified' }
  })
  expect((await logIn(email)).body.detail).toBe(LOGIN_FAILURE.incorrect)

  const code = await codeMailedTo(email)
  const shown = {
    email_address: email,
    first_name: 'Bo',
    last_name: 'Achterberg',
    organisation_name: 'Harbour Clinic'
  }
  // Twice, as a mail scanner does: looking spends nothing.
  for (let count = 0; count < 2; count++)
    expect((await server.call(verifyEmail, { query: { code } })).body).toEqual({
      status: 'open',
      ...shown,
      next: 'set_password'
    })
  expect((await server.call(changePassword, { body: { code, new_password: password } })).body.detail).toBe(
    'Your email address is confirmed.'
  )
  expect((await server.call(verifyEmail, { query: { code } })).body).toEqual({
    status: 'already_verified',
    ...shown,
    next: 'awaiting_approval'
  })
  expect((await logIn(email)).body.detail).toBe(LOGIN_FAILURE.awaitingApproval)

  const admin = await server.tokenOf('admin')
  const waiting = await server.call(
    listUsers,
    { query: { programme_id, status: 'awaiting_approval', search: 'achterberg' } },
    admin
  )
  expect(waiting.body).toMatchObject({
    total: 1,
    users: [{ email_address: email, organisation_name: 'Harbour Clinic' }]
  })
  const id = waiting.body.users[0]?.user_id ?? 0
  const organisation = await server.database
    .selectFrom('organisations')
    .select('organisation_id')
    .where('programme_id', '=', programme_id)
    .executeTakeFirstOrThrow()
  const decision = {
    user_id: id,
    decision: 'approve' as const,
    role_type_id: 4,
    organisation_id: organisation.organisation_id
  }
  const decided = await server.call(
    decideUsers,
    { params: { id }, body: { users: [decision, { user_id: 999_999, decision: 'reject' }] } },
    admin
  )
  expect(decided.body).toEqual({
    users: [{ user_id: id, status: 'active' }],
    failed: [{ user_id: 999_999, detail: 'User not found.' }]
  })
  expect((await mailsTo(email)).at(-1)?.subject).toContain('is open')

  const reply = await logIn(email)
  expect((await server.call(getCurrentUser, {}, reply.body.access_token)).body).toMatchObject({
    role_type_id: 4,
    email_address: email
  })
})

test('whose organisation is not listed can be rejected, wait again and be renamed without one', async () => {
  const email = 'kim@harbour.example'
  await server.call(registerUser, { body: newcomer(email) })
  await server.call(changePassword, { body: { code: await codeMailedTo(email), new_password: password } })
  const admin = await server.tokenOf('admin')
  const list = { query: { programme_id, status: 'awaiting_approval' as const, search: email } }
  const { user_id: id } = (await server.call(listUsers, list, admin)).body.users[0]!
  const users = [{ user_id: id, decision: 'reject' as const, reason: 'Ask your lead.' }]
  await server.call(decideUsers, { params: { id }, body: { users } }, admin)
  const change = { params: { id }, body: { status: 'awaiting_approval' as const, first_name: 'Kim' } }
  expect(await server.call(updateUser, change, admin)).toMatchObject({
    status: 200,
    body: { status: 'awaiting_approval', first_name: 'Kim', organisation_id: null }
  })
})

test('a known address and a new one get the same answer; only the mailbox learns the difference', async () => {
  const known = await server.call(registerUser, { body: newcomer('viewer@wards.example') })
  const fresh = await server.call(registerUser, { body: newcomer('fresh@harbour.example') })
  expect(known.body).toEqual(fresh.body)
  expect((await mailsTo('viewer@wards.example')).at(-1)?.subject).toContain('You have an account')
  expect((await logIn('viewer@wards.example', DEMO_PASSWORD)).status).toBe(200)
  const ask = (email_address: string) => server.call(resetPassword, { body: { programme_id, email_address } })
  expect((await ask('contributor@wards.example')).body).toEqual((await ask('nobody@nowhere.example')).body)
  expect(await mailsTo('nobody@nowhere.example')).toEqual([])
})

test('at most three mails an hour go to one address', async () => {
  const email = 'often@harbour.example'
  await server.call(registerUser, { body: newcomer(email) })
  for (let count = 0; count < 5; count++) {
    expect(
      (await server.call(registerUser, { body: { programme_id, email_address: email, resend: true } })).status
    ).toBe(200)
  }
  expect(await mailsTo(email)).toHaveLength(3)
})

let weakCode = ''

test.each([
  ['short', 'must have at least 15 characters'],
  ['Password2026Password!', 'first that attackers try'],
  ['aaaaaaaaaaaaaaaaaaaaaa', 'first that attackers try'],
  ['qwertyuiopasdfgh', 'first that attackers try'],
  ['Achterberg Achterberg', 'more than your name']
])('the password %s is refused with its reason', async (weak, reason) => {
  const email = 'weak@harbour.example'
  await server.call(registerUser, { body: newcomer(email) })
  weakCode ||= await codeMailedTo(email)
  const reply = await server.call(changePassword, { body: { code: weakCode, new_password: weak } })
  expect(reply.status).toBe(422)
  expect(reply.body.detail).toContain('new_password: ')
  expect(reply.body.detail).toContain(reason)
})

test('a forgotten password: the link works once, for an hour, and ends every session', async () => {
  const email = 'contributor@wards.example'
  const old = await server.tokenOfUser(email)
  await server.call(resetPassword, { body: { programme_id, email_address: email } })
  const code = await codeMailedTo(email)
  const change = (new_password: string) => server.call(changePassword, { body: { code, new_password } })
  expect(await change('weak')).toMatchObject({ status: 422 })
  expect((await change('another long password')).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, old)).status).toBe(401)
  expect((await change('yet another long password')).status).toBe(410)
  expect((await logIn(email, 'another long password')).status).toBe(200)
  expect(
    (await server.call(changePassword, { body: { code: `${code}x`, new_password: 'another long password' } }))
      .status
  ).toBe(404)

  await server.call(resetPassword, { body: { programme_id, email_address: email } })
  const late = await codeMailedTo(email)
  server.clock.now = new Date(NOON.getTime() + 61 * 60_000)
  expect(
    (await server.call(changePassword, { body: { code: late, new_password: 'another long password' } }))
      .status
  ).toBe(410)
  server.clock.now = NOON
})

test('an expired password is renewed with the old one', async () => {
  const email = 'super@wards.example'
  await server.database
    .updateTable('users')
    .set({ password_expires_at: NOON })
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', email)
    .execute()
  expect((await logIn(email, DEMO_PASSWORD)).body.detail).toBe(LOGIN_FAILURE.passwordExpired)
  const body = { programme_id, email_address: email, new_password: 'renewed for another year' }
  expect(
    (await server.call(changePassword, { body: { ...body, current_password: 'not this one at all' } })).body
      .detail
  ).toBe('current_password: is not correct')
  expect(
    (await server.call(changePassword, { body: { ...body, current_password: DEMO_PASSWORD } })).status
  ).toBe(200)
  expect((await logIn(email, 'renewed for another year')).status).toBe(200)
})

test('one’s own password changes in place: this session stays, the others end', async () => {
  const email = 'lead@wards.example'
  const [here, elsewhere] = [await server.logIn(email), await server.logIn(email)]
  const body = { current_password: DEMO_PASSWORD, new_password: 'a new one for the lead' }
  expect((await server.call(changePassword, { body }, here)).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, here)).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, elsewhere)).status).toBe(401)
})

test('guessing the current password is locked after five failures', async () => {
  const body = {
    programme_id,
    email_address: 'viewer@wards.example',
    current_password: 'guess',
    new_password: 'something long enough'
  }
  const statuses = []
  for (let count = 0; count < 6; count++) statuses.push((await server.call(changePassword, { body })).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
})

test('an invited person sets a password and is in', async () => {
  const admin = await server.tokenOf('admin')
  const email = 'invited@wards.example'
  const body = {
    programme_id,
    email_address: email,
    first_name: 'Ina',
    last_name: 'Vited',
    role_type_id: 2,
    organisation_id: null
  }
  expect((await server.call(inviteUser, { body }, admin)).body).toMatchObject({
    status: 'invited',
    role_type_id: 2
  })
  expect((await server.call(inviteUser, { body }, admin)).body.detail).toBe(
    'email_address: already has an account'
  )
  await server.call(changePassword, { body: { code: await codeMailedTo(email), new_password: password } })
  expect((await logIn(email)).status).toBe(200)
})
