// Creating, listing and revoking API keys, and what becomes of them when something happens to the account.

import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { createApiKey, deleteApiKey, listApiKeys } from '#contract/api-keys.ts'
import { WRONG_CODE } from '#contract/failures.ts'
import { endOwnSessions } from '#contract/own-sessions.ts'
import { changePassword } from '#contract/password-change.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { deleteUser, resetOtp } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { DAY_MS, MINUTE_MS } from '#lib/time/clock.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { createKeyFor, keysOfUser, NEW_KEY } from '#tests/support/api-keys.ts'
import { mailsTo, newUser, SECRET } from '#tests/support/races/race-accounts.ts'
import { NOON, sites, useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

async function person(role: Role, fields: Parameters<typeof newUser>[2] = {}) {
  const user = await newUser(server, role, fields)
  return { ...user, token: await server.tokenOfUser(user.email_address) }
}

const create = (
  body: Partial<Parameters<typeof server.call<typeof createApiKey>>[1]['body']>,
  token: string
) => server.call(createApiKey, { body: { ...NEW_KEY, ...body } }, token)
const works = async (key: string) =>
  (await server.call(listTimePeriods, { query: { programme_id: 1 } }, key)).status === 200
const listed = async (token: string, query: { programme_id?: number } = {}) =>
  (await server.call(listApiKeys, { query }, token)).body.api_keys

test('is shown once, stored as a hash, listed to its owner, and confirmed by email', async () => {
  const { token, user_id, email_address } = await person('lead')
  const { body, headers } = await create({}, token)
  expect(body.key_text).toMatch(/^key-1-[\w-]{43}$/)
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(body.api_key).toMatchObject({
    key_name: 'Weekly report',
    user_id,
    created_at: NOON.toISOString(),
    expires_at: new Date(NOON.getTime() + 30 * DAY_MS).toISOString(),
    last_used_at: null,
    is_paused: false
  })
  expect(await works(body.key_text)).toBe(true)
  const [own] = await listed(token)
  expect(own).toEqual({ ...body.api_key, last_used_at: NOON.toISOString() })
  const random = body.key_text.slice('key-1-'.length)
  expect(JSON.stringify(await keysOfUser(server, user_id))).not.toContain(random)
  expect(await mailsTo(server, email_address)).toBe(1)
})

test('takes the password, unless the login was just now, and a code where there is a second factor', async () => {
  const { token } = await person('viewer')
  const later = new Date(NOON.getTime() + 6 * MINUTE_MS)
  server.clock.now = later
  const refusals = [await create({}, token), await create({ current_password: 'not this one' }, token)]
  expect(refusals.map(({ status, body }) => [status, body.detail])).toEqual([
    [422, 'current_password: must be given'],
    [422, 'current_password: is not correct']
  ])
  expect((await create({ current_password: DEMO_PASSWORD }, token)).status).toBe(200)

  const guarded = await person('viewer', { otp_secret: SECRET, otp_enabled: true })
  const code = new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: later.getTime() })
  // Neither a recent login nor the password replaces it.
  for (const body of [{}, { current_password: DEMO_PASSWORD }])
    expect((await create(body, guarded.token)).body.detail).toBe('token: must be given')
  expect((await create({ token: '000000' }, guarded.token)).body.detail).toBe(`token: ${WRONG_CODE}`)
  expect((await create({ token: code }, guarded.token)).status).toBe(200)
  expect((await create({ token: code }, guarded.token)).status).toBe(422)
  server.clock.now = NOON
})

test.each([
  [{ valid_days: 366 }, 'valid_days'],
  [{ valid_days: 0 }, 'valid_days'],
  [{ valid_days: 1.5 }, 'valid_days'],
  [{ key_scopes: [] }, 'key_scopes'],
  [{ key_name: ' ' }, 'key_name']
])('%o is refused', async (body, field) => {
  const { status, body: reply } = await create(body, await server.tokenOf('viewer'))
  expect([status, reply.detail?.split(':')[0]]).toEqual([422, field])
})

test('a user has at most twenty', async () => {
  const { token, user_id } = await person('viewer')
  for (let count = 0; count < 20; count++) await createKeyFor(server, token)
  expect((await create({}, token)).body.detail).toBe('key_name: a user has at most 20 API keys')
  expect(await keysOfUser(server, user_id)).toHaveLength(20)
})

test('members see and revoke their own; programme admins everyone’s, of their programme', async () => {
  const [one, other] = [await person('contributor'), await person('lead')]
  const [own, theirs] = [await createKeyFor(server, one.token), await createKeyFor(server, other.token)]
  const foreign = await createKeyFor(server, await server.tokenOf('lead', sites))
  expect((await listed(one.token)).map(key => key.api_key_id)).toEqual([own.id])
  const everyone = { query: { programme_id: 1 } }
  expect((await server.call(listApiKeys, everyone, other.token)).status).toBe(403)
  const admin = await server.tokenOf('admin')
  const all = (await listed(admin, everyone.query)).map(key => key.api_key_id)
  expect(all).toEqual(expect.arrayContaining([own.id, theirs.id]))
  expect(all).not.toContain(foreign.id)
  const page = await server.call(listApiKeys, { query: { programme_id: 1, limit: 1, offset: 1 } }, admin)
  expect(page.body.api_keys.map(key => key.api_key_id)).toEqual([all[1]])
  expect(page.body.total).toBe(all.length)

  const revoke = async (id: number, token: string) =>
    (await server.call(deleteApiKey, { params: { id } }, token)).status
  expect(await revoke(theirs.id, one.token)).toBe(404)
  expect(await revoke(foreign.id, admin)).toBe(404)
  expect(await works(theirs.key)).toBe(true)
  expect([await revoke(own.id, one.token), await revoke(theirs.id, admin)]).toEqual([200, 200])
  expect([await works(own.key), await works(theirs.key)]).toEqual([false, false])
  expect(await revoke(own.id, one.token)).toBe(404)
})

test('is paused while the account is suspended, and ends with it', async () => {
  const { token, user_id } = await person('lead')
  const { key, id } = await createKeyFor(server, token)
  const admin = await server.tokenOf('admin')
  const set = (status: 'active' | 'suspended') =>
    server.call(updateUser, { params: { id: user_id }, body: { status } }, admin)
  const isPaused = async () =>
    (await listed(admin, { programme_id: 1 })).find(one => one.api_key_id === id)?.is_paused
  await set('suspended')
  expect([await works(key), await isPaused()]).toEqual([false, true])
  await set('active')
  expect([await works(key), await isPaused()]).toEqual([true, false])
  await server.call(deleteUser, { params: { id: user_id }, body: {} }, admin)
  expect(await works(key)).toBe(false)
  expect(await keysOfUser(server, user_id)).toEqual([])
})

test('no key is left if the account is deleted while one is created', async () => {
  const admin = await server.tokenOf('admin')
  for (let round = 0; round < 4; round++) {
    const { token, user_id } = await person('viewer')
    const [, deleted] = await Promise.all([
      create({ current_password: DEMO_PASSWORD }, token),
      server.call(deleteUser, { params: { id: user_id }, body: {} }, admin)
    ])
    expect(deleted.status).toBe(200)
    expect(await keysOfUser(server, user_id)).toEqual([])
  }
})

test('logging out everywhere, a new password and a reset second factor do not revoke it', async () => {
  const { token, user_id } = await person('lead')
  const { key } = await createKeyFor(server, token)
  const body = { current_password: DEMO_PASSWORD, new_password: 'nineteen grey herons' }
  expect((await server.call(changePassword, { body }, token)).status).toBe(200)
  await server.call(resetOtp, { params: { id: user_id } }, await server.tokenOf('admin'))
  await server.call(endOwnSessions, {}, token)
  expect(await works(key)).toBe(true)
})

test('is deleted a month after it has expired', async () => {
  const { token, user_id } = await person('lead')
  await createKeyFor(server, token)
  await cleanUp(server.database, 1, new Date(NOON.getTime() + 59 * DAY_MS))
  expect(await keysOfUser(server, user_id)).toHaveLength(1)
  await cleanUp(server.database, 1, new Date(NOON.getTime() + 61 * DAY_MS))
  expect(await keysOfUser(server, user_id)).toEqual([])
})
