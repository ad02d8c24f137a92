// One's own sessions: told apart by device, ended one by one or all at once.

import { expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import { endOwnSession, endOwnSessions, listOwnSessions } from '#contract/own-sessions.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { deviceName } from '#domain/people/device-name.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const VIEWER = 'viewer@wards.example'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'

const sessions = async (token: string) => (await server.call(listOwnSessions, {}, token)).body.sessions
const isIn = async (token: string) => (await server.call(getCurrentUser, {}, token)).status === 200

test('lists those that are open, this one first, with the device that logged in', async () => {
  const { body } = await server.send(login.method, login.path, {
    body: { programme_id: 1, email_address: 'lead@wards.example', password: DEMO_PASSWORD, otp: null },
    headers: { 'User-Agent': FIREFOX }
  })
  const first = String(body['access_token'])
  server.clock.now = new Date(NOON.getTime() + 5 * 60_000)
  const second = await server.logIn('lead@wards.example')
  expect((await sessions(second)).map(({ device_name, is_current }) => [device_name, is_current])).toEqual([
    ['Unknown device', true],
    ['Firefox on Windows', false]
  ])
  // An hour without a call: the first one is over.
  server.clock.now = new Date(NOON.getTime() + 62 * 60_000)
  expect(await sessions(second)).toHaveLength(1)
  expect(await isIn(first)).toBe(false)
  server.clock.now = NOON
})

test('ends another session of one’s own, and nobody else’s', async () => {
  const [here, there] = [await server.logIn(VIEWER), await server.logIn(VIEWER)]
  const other = (await sessions(here)).find(session => !session.is_current)!.session_id
  const end = (id: string, token: string) => server.call(endOwnSession, { params: { id } }, token)
  expect((await end(other, await server.tokenOf('contributor'))).status).toBe(404)
  expect(await isIn(there)).toBe(true)
  expect((await end(other, here)).status).toBe(200)
  expect([await isIn(there), await isIn(here)]).toEqual([false, true])
  expect((await end(other, here)).status).toBe(404)
})

test('logging out everywhere ends this session too, and no other user’s', async () => {
  const [here, there] = [await server.logIn(VIEWER), await server.logIn(VIEWER)]
  const admin = await server.tokenOf('admin')
  expect((await server.call(endOwnSessions, {}, here)).body.ended_count).toBeGreaterThanOrEqual(2)
  expect([await isIn(here), await isIn(there), await isIn(admin)]).toEqual([false, false, true])
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
    'Edge on Windows'
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1 Version/19.0 Safari/605.1',
    'Safari on macOS'
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
    'Safari on iPhone'
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36',
    'Chrome on Android'
  ],
  ['curl/8.0', 'Unknown device'],
  ['', 'Unknown device']
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
