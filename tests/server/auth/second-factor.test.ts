import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { login } from '#contract/auth.ts'
import { LOGIN_FAILURE, WRONG_CODE } from '#contract/failures.ts'
import { enableOtp, generateOtp, renewRecoveryCodes } from '#contract/otp.ts'
import { changePassword } from '#contract/password-change.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { hashOf } from '#server/auth/second-factor.ts'
import { NEW_KEY } from '#tests/support/api-keys.ts'
import { newUser, SECRET } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer, wards } from '#tests/support/server.ts'

const server = useServer()

const logIn = (email_address: string, password: string, otp: string | null = null) =>
  server.call(login, { body: { programme_id: wards.programmeId, email_address, password, otp } })

test('a second factor: set up with a code, ten recovery codes, off again with a code', async () => {
  const token = await server.tokenOf('admin')
  const { secret, otpauth_url } = (await server.call(generateOtp, {}, token)).body
  expect(otpauth_url).toContain('otpauth://totp/')
  const codeAt = (time: Date) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })
  // Right after the login no password is asked for again.
  const turn = (enabled: boolean, code: string) =>
    server.call(enableOtp, { body: { enabled, token: code } }, token)
  expect((await turn(true, 'nonsense')).body.detail).toBe(`token: ${WRONG_CODE}`)
  const on = await turn(true, codeAt(NOON))
  expect(on.body.otp_enabled).toBe(true)
  expect(new Set(on.body.recovery_codes).size).toBe(10)
  expect((await server.call(generateOtp, {}, token)).status).toBe(403)

  expect((await logIn('admin@wards.example', DEMO_PASSWORD)).body.detail).toBe(LOGIN_FAILURE.missingOtp)
  const [recovery = ''] = on.body.recovery_codes
  expect((await logIn('admin@wards.example', DEMO_PASSWORD, recovery)).status).toBe(200)
  expect((await logIn('admin@wards.example', DEMO_PASSWORD, recovery)).body.detail).toBe(
    LOGIN_FAILURE.invalidOtp
  )

  server.clock.now = new Date(NOON.getTime() + 30_000)
  expect((await server.call(getCurrentUser, {}, token)).body.recovery_codes_left).toBe(9)
  const renewed = await server.call(renewRecoveryCodes, { body: { token: codeAt(server.clock.now) } }, token)
  expect(new Set([...on.body.recovery_codes, ...renewed.body.recovery_codes]).size).toBe(20)
  expect((await server.call(getCurrentUser, {}, token)).body.recovery_codes_left).toBe(10)
  expect((await logIn('admin@wards.example', DEMO_PASSWORD, on.body.recovery_codes[1])).body.detail).toBe(
    LOGIN_FAILURE.invalidOtp
  )

  server.clock.now = new Date(NOON.getTime() + 60_000)
  expect((await turn(false, codeAt(server.clock.now))).body).toEqual({
    otp_enabled: false,
    recovery_codes: []
  })
  expect((await server.call(renewRecoveryCodes, { body: { token: '000000' } }, token)).status).toBe(403)
  server.clock.now = NOON
})

test('turning the second factor on ends the sessions that were opened with the password alone', async () => {
  const [token, other] = [await server.tokenOf('super'), await server.logIn('super@wards.example')]
  const { secret } = (await server.call(generateOtp, {}, token)).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })
  const body = { enabled: true, token: code, current_password: DEMO_PASSWORD } as const
  expect((await server.call(enableOtp, { body }, token)).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, other)).status).toBe(401)
})

/** What an open session alone, without the password and the phone, may do to the second factor: nothing. */
test('an open session alone cannot set up a second factor', async () => {
  const email = 'lead@wards.example'
  const token = await server.tokenOf('lead')
  const { secret } = (await server.call(generateOtp, {}, token)).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })
  const turnOn = (password: object) =>
    server.send('PUT', enableOtp.path, { body: { enabled: true, token: code, ...password }, token })
  server.clock.now = new Date(NOON.getTime() + 5 * 60 * 1000 + 1)
  expect(await turnOn({})).toMatchObject({ status: 422, body: { detail: 'current_password: must be given' } })
  server.clock.now = NOON
  for (let times = 0; times < 5; times++)
    expect(await turnOn({ current_password: `guess ${times}` })).toMatchObject({
      status: 422,
      body: { detail: 'current_password: is not correct' }
    })
  // It is no second way to guess: the account is locked as by five failed logins.
  expect((await turnOn({ current_password: DEMO_PASSWORD })).status).toBe(429)
  expect((await logIn(email, DEMO_PASSWORD)).status).toBe(429)
  server.clock.now = new Date(NOON.getTime() + 15 * 60 * 1000 + 1)
  expect((await logIn(email, DEMO_PASSWORD)).status).toBe(200)
  expect((await server.call(getCurrentUser, {}, token)).body.otp_enabled).toBe(false)
  server.clock.now = NOON
})

describe('an attempt that is refused for another reason uses up no code', () => {
  const NEW_PASSWORD = 'four other words, a comma'

  async function withCodes(fields: object = {}) {
    const user = await newUser(server, 'viewer', fields)
    const token = await server.tokenOfUser(user.email_address)
    await server.database
      .updateTable('users')
      .set({ otp_enabled: true, otp_secret: SECRET })
      .where('programme_id', '=', user.programme_id)
      .where('user_id', '=', user.user_id)
      .execute()
    const code = `RECOVERY${user.user_id}CODE`
    const row = { programme_id: user.programme_id, user_id: user.user_id, used_at: null }
    await server.database
      .insertInto('recovery_codes')
      .values({ ...row, code_hash: hashOf(code) })
      .execute()
    const timeCode = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOON.getTime() })
    return { ...user, token, code, timeCode }
  }
  const renew = (email_address: string, otp: string) =>
    server.call(changePassword, {
      body: {
        programme_id: wards.programmeId,
        email_address,
        current_password: DEMO_PASSWORD,
        new_password: NEW_PASSWORD,
        otp
      }
    })

  test.each(['code', 'timeCode'] as const)('a login with an expired password: %s', async kind => {
    const user = await withCodes({ password_expires_at: NOON })
    // Only those who have a code learn that the password has expired.
    expect((await logIn(user.email_address, DEMO_PASSWORD, '000000')).body.detail).toBe(
      LOGIN_FAILURE.invalidOtp
    )
    for (let times = 0; times < 2; times++)
      expect((await logIn(user.email_address, DEMO_PASSWORD, user[kind])).body.detail).toBe(
        LOGIN_FAILURE.passwordExpired
      )
    expect((await renew(user.email_address, user[kind])).status).toBe(200)
    expect((await logIn(user.email_address, NEW_PASSWORD, user[kind])).body.detail).toBe(
      LOGIN_FAILURE.invalidOtp
    )
  })

  test('one API key too many', async () => {
    const { token, code, user_id, programme_id } = await withCodes()
    const keys = await server.database
      .insertInto('api_keys')
      .values(
        Array.from({ length: 20 }, (_, index) => ({
          programme_id,
          user_id,
          key_name: `${index}`,
          key_hash: `${user_id}-${index}`,
          key_scopes: JSON.stringify(NEW_KEY.key_scopes),
          created_at: NOON,
          expires_at: new Date(NOON.getTime() + 60_000)
        }))
      )
      .returning('api_key_id')
      .execute()
    const create = () => server.call(createApiKey, { body: { ...NEW_KEY, token: code } }, token)
    expect((await create()).body.detail).toBe('key_name: a user has at most 20 API keys')
    await server.database
      .deleteFrom('api_keys')
      .where('programme_id', '=', programme_id)
      .where('api_key_id', '=', keys[0]!.api_key_id)
      .execute()
    expect((await create()).status).toBe(200)
    expect((await create()).body.detail).toBe(`token: ${WRONG_CODE}`)
  })
})
