// Eight characters are enough beside a second factor only. However the second factor is removed, such a password opens nothing more.

import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { enableOtp, generateOtp } from '#contract/otp.ts'
import { changePassword } from '#contract/password-change.ts'
import { resetOtp } from '#contract/user-admin.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { newUser, usersWhere } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const programme_id = 1
const SHORT = 'kf7-wq2z'
const LONG = 'four words and a comma, please'

async function withShortPassword() {
  const user = await newUser(server, 'viewer')
  const token = (await logIn(user.email_address, DEMO_PASSWORD)).body.access_token
  const { secret } = (await server.call(generateOtp, {}, token)).body
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  /** Each time step counts once. */
  let step = 0
  const nextCode = (): string => {
    server.clock.now = new Date(NOON.getTime() + (step += 1) * 60_000)
    return totp.generate({ timestamp: server.clock.now.getTime() })
  }
  const enabled = await server.call(enableOtp, { body: { enabled: true, token: nextCode() } }, token)
  const change = (current_password: string, new_password: string) =>
    server.call(changePassword, { body: { current_password, new_password } }, token)
  expect((await change(DEMO_PASSWORD, SHORT)).status).toBe(200)
  const turnOff = (code: string) => server.call(enableOtp, { body: { enabled: false, token: code } }, token)
  return { ...user, nextCode, change, turnOff, recoveryCodes: enabled.body.recovery_codes }
}

const logIn = (email_address: string, password: string, otp: string | null = null) =>
  server.call(login, { body: { programme_id, email_address, password, otp } })

test('cannot be turned off before the password is long enough', async () => {
  const person = await withShortPassword()
  const refused = await person.turnOff(person.nextCode())
  expect([refused.status, refused.body.detail]).toEqual([
    403,
    'Without two-factor authentication your password needs at least 15 characters. Change it first.'
  ])
  // Nor with a recovery code, which is not used up by the attempt.
  const [code = ''] = person.recoveryCodes
  expect((await person.turnOff(code)).status).toBe(403)
  expect((await person.change(SHORT, LONG)).status).toBe(200)
  expect((await person.turnOff(code)).status).toBe(200)
  expect((await logIn(person.email_address, LONG)).status).toBe(200)
})

test('after an admin has reset it, the password is replaced at the next login', async () => {
  const { email_address, user_id } = await withShortPassword()
  await server.call(resetOtp, { params: { id: user_id } }, await server.tokenOf('admin'))
  const refused = await logIn(email_address, SHORT)
  expect([refused.status, refused.body.detail]).toEqual([403, LOGIN_FAILURE.passwordExpired])
  const renew = (new_password: string) =>
    server.call(changePassword, {
      body: { programme_id, email_address, current_password: SHORT, new_password }
    })
  expect((await renew('gh3-vb9x')).status).toBe(422)
  expect((await renew(LONG)).status).toBe(200)
  expect((await logIn(email_address, LONG)).status).toBe(200)
})

test('must be replaced too where an earlier version turned two-factor authentication off, or nobody has logged in since', async () => {
  const { email_address, user_id } = await withShortPassword()
  await server.database
    .updateTable('users')
    .set({ otp_enabled: false, otp_secret: null, has_long_password: null })
    .where('programme_id', '=', programme_id)
    .where('user_id', '=', user_id)
    .execute()
  expect((await logIn(email_address, SHORT)).body.detail).toBe(LOGIN_FAILURE.passwordExpired)
})

test('is recognised at the next login if an earlier version stored it', async () => {
  const { email_address } = await newUser(server, 'viewer', { has_long_password: null })
  await logIn(email_address, DEMO_PASSWORD)
  expect((await usersWhere(server, { email_address }))[0]?.has_long_password).toBe(true)
})

test('the length is that of the password that is checked, however a keyboard composes its characters', async () => {
  const { email_address, user_id } = await newUser(server, 'viewer')
  const token = await server.tokenOfUser(email_address)
  const change = (current_password: string, new_password: string) =>
    server.call(changePassword, { body: { current_password, new_password } }, token)
  // Eight letters, each typed as a letter and an accent.
  const composed = 'éàôüñçžå'
  expect((await change(DEMO_PASSWORD, composed.normalize('NFD'))).status).toBe(422)
  const withAccent = 'quatre mots français'
  expect((await change(DEMO_PASSWORD, withAccent.normalize('NFD'))).status).toBe(200)
  // Typed in the other way it is the same password, so it is no new one.
  expect((await change(withAccent.normalize('NFD'), withAccent)).status).toBe(422)
  expect((await logIn(email_address, withAccent)).status).toBe(200)
  expect((await usersWhere(server, { email_address }))[0]).toMatchObject({ user_id, has_long_password: true })
})
