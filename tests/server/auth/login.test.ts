import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { login, logout } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { createApp } from '#server/app.ts'
import { hashOf } from '#server/auth/second-factor.ts'
import { secretInDatabase } from '#server/auth/secrets.ts'
import { IDLE_MS, SESSION_MS } from '#server/auth/sessions.ts'
import type { Database } from '#server/database/schema.ts'
import { jsonLog } from '#server/http/log.ts'
import { NOON, sites, useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const CONTRIBUTOR = 'contributor@wards.example'
const lines: string[] = []
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const attempt = (email: string, password = DEMO_PASSWORD, otp: string | null = null, programme = wards) =>
  server.call(login, { body: { programme_id: programme.programmeId, email_address: email, password, otp } })

async function change(email: string, fields: object): Promise<void> {
  await server.database
    .updateTable('users')
    .set(fields)
    .where('programme_id', '=', 1)
    .where('email_address', '=', email)
    .execute()
}

test('returns a token for a correct password', async () => {
  const reply = await attempt('Lead@Wards.Example ')
  expect(reply.status).toBe(200)
  const me = await server.call(getCurrentUser, {}, reply.body.access_token)
  expect(me.body).toMatchObject({
    email_address: 'lead@wards.example',
    role_type_id: 3,
    organisation_name: 'Northfield General',
    programme_id: 1
  })
  const claims = JSON.parse(Buffer.from(reply.body.access_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims).toMatchObject({ role_type_id: 3, programme_id: 1, aud: '1', iat: NOON.getTime() / 1000 })
  expect(claims.exp - claims.iat).toBe(4 * 60 * 60)
})

test('ends only this session when the user logs out', async () => {
  const [one, other] = [
    (await attempt('lead@wards.example')).body.access_token,
    (await attempt('lead@wards.example')).body.access_token
  ]
  expect((await server.call(logout, {}, one)).body).toEqual({ is_ended: true })
  expect((await server.call(getCurrentUser, {}, one)).status).toBe(401)
  expect((await server.call(logout, {}, one)).status).toBe(401)
  expect((await server.call(getCurrentUser, {}, other)).status).toBe(200)
})

test('a wrong password, an unknown address, another programme’s account and a suspended one get the same reply', async () => {
  await change('viewer@wards.example', { status: 'suspended' })
  const replies = [
    await attempt('contributor@wards.example', 'wrong'),
    await attempt('nobody@wards.example'),
    await attempt('lead@sites.example'),
    await attempt('viewer@wards.example')
  ]
  for (const reply of replies)
    expect([reply.status, reply.body.detail]).toEqual([401, LOGIN_FAILURE.incorrect])
})

test.each([
  ['email_unverified', 403, LOGIN_FAILURE.emailNotVerified],
  ['awaiting_approval', 403, LOGIN_FAILURE.awaitingApproval]
])('an account that is %s is told so, with the right password only', async (status, code, detail) => {
  await change('super@wards.example', { status })
  const right = await attempt('super@wards.example')
  expect([right.status, right.body.detail]).toEqual([code, detail])
  expect((await attempt('super@wards.example', 'wrong')).body.detail).toBe(LOGIN_FAILURE.incorrect)
})

test('an expired password says so', async () => {
  await change('admin@wards.example', { password_expires_at: new Date(NOON.getTime() - 1) })
  const reply = await attempt('admin@wards.example')
  expect([reply.status, reply.body.detail]).toEqual([403, LOGIN_FAILURE.passwordExpired])
})

test('requires a code with a second factor, and accepts each code once', async () => {
  const email = 'admin@sites.example'
  await server.database
    .updateTable('users')
    .set({ otp_enabled: true, otp_secret: secret })
    .where('programme_id', '=', 2)
    .where('email_address', '=', email)
    .execute()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })
  const enter = (otp: string | null) => attempt(email, DEMO_PASSWORD, otp, sites)
  expect(await enter(null)).toMatchObject({ status: 401, body: { detail: LOGIN_FAILURE.missingOtp } })
  expect(await enter('')).toMatchObject({ status: 401, body: { detail: LOGIN_FAILURE.missingOtp } })
  expect(await enter(code === '000000' ? '000001' : '000000')).toMatchObject({
    status: 401,
    body: { detail: LOGIN_FAILURE.invalidOtp }
  })
  expect((await enter(code)).status).toBe(200)
  expect(await enter(code)).toMatchObject({ status: 401, body: { detail: LOGIN_FAILURE.invalidOtp } })
})

test('a recovery code replaces a code, once', async () => {
  const email = 'super@sites.example'
  const user = await server.database
    .updateTable('users')
    .set({ otp_enabled: true, otp_secret: secret })
    .where('programme_id', '=', 2)
    .where('email_address', '=', email)
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('recovery_codes')
    .values({ programme_id: 2, user_id: user.user_id, code_hash: hashOf('ABCD2345') })
    .execute()
  expect((await attempt(email, DEMO_PASSWORD, 'abcd-2345', sites)).status).toBe(200)
  expect((await attempt(email, DEMO_PASSWORD, 'abcd-2345', sites)).body.detail).toBe(LOGIN_FAILURE.invalidOtp)
})

test('locks an address for fifteen minutes after five failures, with or without an account', async () => {
  for (const email of ['lead@sites.example', 'ghost@sites.example']) {
    for (let times = 0; times < 5; times++)
      expect((await attempt(email, 'wrong', null, sites)).status).toBe(401)
    const refused = await attempt(email, DEMO_PASSWORD, null, sites)
    expect([refused.status, refused.body.detail]).toEqual([429, LOGIN_FAILURE.locked])
    expect(refused.headers.get('Retry-After')).toBe('900')
  }
  server.clock.now = new Date(NOON.getTime() + 15 * 60 * 1000 + 1)
  expect((await attempt('lead@sites.example', DEMO_PASSWORD, null, sites)).status).toBe(200)
  server.clock.now = NOON
})

test('many guesses at once are counted like one after another', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => attempt('contributor@sites.example', 'wrong', null, sites))
  )
  expect(replies.filter(reply => reply.status === 401).length).toBeLessThanOrEqual(5)
  expect(replies.filter(reply => reply.status === 429).length).toBeGreaterThanOrEqual(7)
})

test('ends a session after four hours, after an idle hour and when it is revoked', async () => {
  const me = async (token: string) => (await server.call(getCurrentUser, {}, token)).status
  const idle = await server.logIn(CONTRIBUTOR)
  server.clock.now = new Date(NOON.getTime() + IDLE_MS - 1000)
  expect(await me(idle)).toBe(200)
  server.clock.now = new Date(server.clock.now.getTime() + IDLE_MS + 1000)
  expect(await me(idle)).toBe(401)
  server.clock.now = NOON
  const long = await server.logIn(CONTRIBUTOR)
  for (let passed = 0; passed < SESSION_MS; passed += IDLE_MS / 2) {
    server.clock.now = new Date(NOON.getTime() + passed)
    expect(await me(long)).toBe(200)
  }
  server.clock.now = new Date(NOON.getTime() + SESSION_MS)
  expect(await me(long)).toBe(401)
  server.clock.now = NOON
  const revoked = await server.logIn(CONTRIBUTOR)
  await server.database
    .updateTable('sessions')
    .set({ revoked_at: NOON })
    .where('programme_id', '=', 1)
    .execute()
  expect(await me(revoked)).toBe(401)
})

test('rejects a token that was signed by another key, altered or truncated', async () => {
  const token = await server.tokenOf('lead')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const other = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const forged = (claim: object): string =>
    Buffer.from(JSON.stringify({ ...other, ...claim })).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  const tokens = [
    `${head}.${forged({ role_type_id: 1 })}.${signature}`,
    `${head}.${forged({ programme_id: 2, aud: '2' })}.${signature}`,
    `${unsigned}.${claims}.`,
    `${head}.${claims}.`,
    token.slice(0, -4),
    'x.y.z'
  ]
  for (const bad of tokens) expect((await server.call(getCurrentUser, {}, bad)).status).toBe(401)
  expect((await server.call(getCurrentUser, {}, token)).status).toBe(200)
})

test('an unsigned token writes nothing: no row, no key, no log line with its claims', async () => {
  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: '41', role_type_id: 1, exp: 9_999_999_999, iat: 0, sid: 'a-made-up-session' }
  const unsigned = (programme_id: number) =>
    `${base64({ alg: 'none' })}.${base64({ ...claims, programme_id, aud: String(programme_id) })}.`
  const signed = (programme_id: number) =>
    `${base64({ alg: 'HS256' })}.${base64({ ...claims, programme_id, aud: String(programme_id) })}.c2lnbmVk`
  // Keys in the database, as on a server without a configured secret; 77 is a programme that nobody serves.
  const keyed = createApp({
    database: server.database,
    programmes: [wards, sites],
    secretFor: await secretInDatabase(server.database, [wards, sites]),
    clock: () => server.clock.now,
    log: jsonLog(line => lines.push(line))
  })
  const before = await rowsOf(server.database)
  lines.length = 0
  for (const token of [1, 2, 77, Number.MAX_SAFE_INTEGER].flatMap(id => [unsigned(id), signed(id)])) {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      if (endpoint.access === 'open') continue
      const path = endpoint.path.replaceAll(/\{\w+\}/g, '1')
      const body = endpoint.method === 'GET' ? {} : { body: '{}' }
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      const reply = await keyed.request(`/api/v1/${path}`, { method: endpoint.method, headers, ...body })
      // Where a case code may stand in the place of a token, the call is read first.
      expect(endpoint.access === 'case_code' ? [400, 401, 422] : [401]).toContain(reply.status)
    }
  }
  expect(await rowsOf(server.database)).toEqual(before)
  expect(lines.join()).not.toMatch(/a-made-up-session|9999999999/)
})

/** How many rows each table holds. */
async function rowsOf(database: Database): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(database)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      database
    )
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}
