// What someone else cannot do to an account: take it over, keep its owner out, or learn that it exists.

import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerUser, resetPassword } from '#contract/accounts.ts'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { ACCOUNT_STATUSES } from '#domain/people/user-status.ts'
import { newUser, SECRET } from '#tests/support/races/race-accounts.ts'
import { NOON, sites, useServer, wards } from '#tests/support/server.ts'

let queries: RootOperationNode[] = []
const plugin: KyselyPlugin = {
  transformQuery: ({ node }) => {
    queries.push(node)
    return node
  },
  transformResult: async ({ result }) => result
}
const server = useServer({ plugin })
const programme_id = wards.programmeId
const [mine, theirs] = ['four words and a comma, please', 'someone else has chosen this one']

const logIn = (email_address: string, password: string, otp: string | null = null) =>
  server.call(login, { body: { programme_id, email_address, password, otp } })

const newcomer = (email_address: string) => ({
  programme_id,
  first_name: 'Bo',
  last_name: 'Achterberg',
  email_address,
  organisation_id: null,
  organisation_name: 'Harbour Clinic',
  terms_accepted: true as const
})

const mailsTo = (recipient: string) =>
  server.database
    .selectFrom('mails')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('recipient', '=', recipient)
    .orderBy('mail_id')
    .execute()

const codesTo = async (recipient: string): Promise<string[]> =>
  (await mailsTo(recipient)).map(({ body_text }) => /(?:verify\/|code=)([\w-]+)/.exec(body_text)?.[1] ?? '')

async function change(email_address: string, fields: object): Promise<void> {
  await server.database
    .updateTable('users')
    .set(fields)
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', email_address)
    .execute()
}

const userOf = (email_address: string) =>
  server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', email_address)
    .executeTakeFirst()

test('a link that was sent before the password changed is worth nothing afterwards, whichever way it changed', async () => {
  const email = 'contributor@wards.example'
  const ask = () => server.call(resetPassword, { body: { programme_id, email_address: email } })
  await ask()
  await ask()
  const [first = '', second = ''] = await codesTo(email)
  const by = (code: string, new_password: string) =>
    server.call(changePassword, { body: { code, new_password } })
  expect((await by(second, 'the newer of the two links')).status).toBe(200)
  expect((await by(first, theirs)).status).toBe(410)
  await ask()
  const third = (await codesTo(email)).findLast(code => code !== '') ?? ''
  const body = { current_password: 'the newer of the two links', new_password: 'changed while signed in' }
  expect((await server.call(changePassword, { body }, await server.tokenOf('contributor'))).status).toBe(200)
  expect((await by(third, theirs)).status).toBe(410)
  expect((await logIn(email, theirs)).status).toBe(401)
})

describe('a password by address, without a session', () => {
  const email = 'super@wards.example'
  const renew = (fields: object) =>
    server.call(changePassword, {
      body: {
        programme_id,
        email_address: email,
        current_password: DEMO_PASSWORD,
        new_password: mine,
        ...fields
      }
    })

  test('is changed only when it has expired', async () => {
    const reply = await renew({})
    expect([reply.status, reply.body.detail]).toEqual([403, LOGIN_FAILURE.notExpired])
    expect((await logIn(email, DEMO_PASSWORD)).status).toBe(200)
    expect((await renew({ current_password: 'not this one' })).body.detail).toBe(
      'current_password: is not correct'
    )
  })

  test('asks for the second factor, as the login does', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const otp = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })
    await change(email, { password_expires_at: NOON, otp_enabled: true, otp_secret: secret })
    expect(await renew({})).toMatchObject({ status: 401, body: { detail: LOGIN_FAILURE.missingOtp } })
    expect(await renew({ otp: '000000' })).toMatchObject({
      status: 401,
      body: { detail: LOGIN_FAILURE.invalidOtp }
    })
    expect((await renew({ otp, new_password: 'short' })).status).toBe(422)
    expect((await renew({ otp })).status).toBe(200)
    expect((await renew({ otp, current_password: mine, new_password: theirs })).status).toBe(403)
  })
})

test('a password by address is that of the named account, also in the browser of someone else who is logged in', async () => {
  const expired = { password_expires_at: NOON }
  const [other, owner] = [await newUser(server, 'viewer'), await newUser(server, 'viewer', expired)]
  const token = await server.tokenOfUser(other.email_address)
  const renew = (fields: object) => {
    const { email_address } = owner
    const body = { programme_id, email_address, current_password: DEMO_PASSWORD, new_password: mine }
    return server.call(changePassword, { body: { ...body, ...fields } }, token)
  }
  // A guess counts for the account that it is about.
  expect((await renew({ current_password: 'a guess' })).status).toBe(422)
  const attempts = await server.database
    .selectFrom('attempts')
    .select('subject')
    .where('programme_id', '=', programme_id)
    .where('subject', 'in', [other.email_address, owner.email_address])
    .execute()
  expect(attempts).toEqual([{ subject: owner.email_address }])
  const fields = { otp_enabled: true, otp_secret: SECRET }
  await change(owner.email_address, fields)
  expect(await renew({})).toMatchObject({ status: 401, body: { detail: LOGIN_FAILURE.missingOtp } })
  const otp = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOON.getTime() })
  expect((await renew({ otp })).status).toBe(200)
  expect((await logIn(other.email_address, DEMO_PASSWORD)).status).toBe(200)
  expect((await logIn(owner.email_address, mine)).body.detail).toBe(LOGIN_FAILURE.missingOtp)
  // The caller's own needs no more than the session and the old password.
  const { email_address } = other
  expect((await renew({ email_address, new_password: theirs })).status).toBe(200)
  expect((await logIn(email_address, theirs)).status).toBe(200)
  // An account of another programme is not the caller's, whatever its address.
  const elsewhere = { email_address, programme_id: sites.programmeId, current_password: theirs }
  expect((await renew(elsewhere)).status).toBe(422)
})

test('a password that is older than the programme allows has expired, and renewing it lets in again', async () => {
  const email = 'admin@wards.example'
  await change(email, { password_changed_at: new Date(NOON.getTime() - 91 * 86_400_000) })
  expect((await logIn(email, DEMO_PASSWORD)).status).toBe(200)
  wards.passwordMaxAgeDays = 90
  onTestFinished(() => void delete wards.passwordMaxAgeDays)
  expect((await logIn(email, DEMO_PASSWORD)).body.detail).toBe(LOGIN_FAILURE.passwordExpired)
  const body = { programme_id, email_address: email, current_password: DEMO_PASSWORD, new_password: mine }
  expect((await server.call(changePassword, { body })).status).toBe(200)
  expect((await logIn(email, mine)).status).toBe(200)
})

test.each([
  ['active', 'Log in, or set a new password:'],
  ['invited', 'Log in, or set a new password:'],
  ['awaiting_approval', 'You will get an email once a programme admin has decided.'],
  ['suspended', 'a programme admin can open it again.'],
  ['rejected', 'a programme admin can open it again.']
] as const)(
  'a request for an account that is %s is answered with what its owner can do',
  async (status, words) => {
    const { email_address } = await newUser(server, 'viewer', { status })
    await server.call(registerUser, { body: newcomer(email_address) })
    const [mail, ...others] = await mailsTo(email_address)
    expect(mail?.body_text).toContain(words)
    expect(mail?.body_text.includes('/login')).toBe(words.startsWith('Log in'))
    expect(others).toEqual([])
  }
)

test('mails that were refused do not keep later ones away', async () => {
  const email = 'lead@wards.example'
  const ask = () => server.call(resetPassword, { body: { programme_id, email_address: email } })
  for (let count = 0; count < 3; count++) await ask()
  server.clock.now = new Date(NOON.getTime() + 50 * 60_000)
  await ask()
  expect(await mailsTo(email)).toHaveLength(3)
  server.clock.now = new Date(NOON.getTime() + 61 * 60_000)
  await ask()
  expect(await mailsTo(email)).toHaveLength(4)
  server.clock.now = NOON
})

describe('an address does not tell whether it has an account', () => {
  const kinds = [...ACCOUNT_STATUSES.filter(status => status !== 'deleted'), 'unknown'] as const
  const compiled = () =>
    queries.map(node => server.database.getExecutor().compileQuery(node, { queryId: '' }).sql)

  async function statementsOf(
    call: (email: string) => Promise<unknown>,
    name: string
  ): Promise<Map<string, string[]>> {
    const { user_id: _, ...like } = (await userOf('viewer@wards.example'))!
    const statements = new Map<string, string[]>()
    for (const kind of kinds) {
      const email = `${kind.replace('_', '-')}-${name}@harbour.example`
      if (kind !== 'unknown')
        await server.database
          .insertInto('users')
          .values({ ...like, status: kind, email_address: email })
          .execute()
      queries = []
      await call(email)
      statements.set(kind, compiled())
    }
    return statements
  }

  test.each<[string, (email: string) => Promise<unknown>]>([
    ['reset', email_address => server.call(resetPassword, { body: { programme_id, email_address } })],
    ['register', email => server.call(registerUser, { body: newcomer(email) })],
    [
      'resend',
      email_address => server.call(registerUser, { body: { programme_id, email_address, resend: true } })
    ],
    ['login', email => logIn(email, 'not the password')]
  ])('%s runs the same statements for every status and for none', async (name, call) => {
    const statements = await statementsOf(call, name)
    const unknown = statements.get('unknown')
    expect(unknown?.length).toBeGreaterThan(1)
    for (const kind of kinds) expect([kind, statements.get(kind)]).toEqual([kind, unknown])
  })
})

test('a programme that is not served is refused before anything is hashed or written', async () => {
  const body = { programme_id: 999, email_address: 'lead@wards.example' }
  queries = []
  const replies = [
    await server.call(login, { body: { ...body, password: mine, otp: null } }),
    await server.call(resetPassword, { body }),
    await server.call(registerUser, { body: { ...newcomer(body.email_address), programme_id: 999 } }),
    await server.call(changePassword, {
      body: { ...body, current_password: DEMO_PASSWORD, new_password: mine }
    })
  ]
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(queries).toEqual([])
})
