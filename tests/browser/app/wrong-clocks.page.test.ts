// Sessions on a computer whose clock is wrong, or is set while the page is open.

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configureTransport } from '#browser/api/transport.ts'
import { checkSessionExpiry, watchSession } from '#browser/app/watch/session.ts'
import { renewSession } from '#browser/features/accounts/renewal.ts'
import {
  $isSigningIn,
  $session,
  $tokenState,
  checkSession,
  expireSession,
  loadUser,
  logIn,
  logOut,
  restoreSession
} from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { isSteady, noteServerTime, onDeviceClock, presentTime, serverTime } from '#lib/time/server-clock.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const lead = { email_address: 'lead@wards.example', password: DEMO_PASSWORD, otp: null }

beforeEach(() => {
  vi.useFakeTimers({
    now: server.clock.now,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance']
  })
  setRuntimeConfig(pageConfig)
  configureTransport({ apiBase: 'http://api.example', fetch: server.fetch, onUnauthorised: expireSession })
  logOut()
})

async function logInAsLead() {
  const outcome = logIn(lead)
  await eventually(() => expect($isSigningIn.get()).toBe(true))
  await vi.advanceTimersByTimeAsync(1500)
  return outcome
}

/** How far a computer's clock is ahead. */
const HOURS = 3_600_000
const wrongClocks = [5 * HOURS, -5 * HOURS, 24 * HOURS, -24 * HOURS]

const pass = async (milliseconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds)
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const setClock = (ahead: number) => vi.setSystemTime(server.clock.now.getTime() + ahead)
/** Waits for replies, which the fake timers do not move. */
const replied = () => eventually(() => expect(isSteady()).toBe(true))
const state = () => [$session.get().isAuthenticated, $tokenState.get()]

afterEach(() => {
  server.clock.now = NOON
})

test.each(wrongClocks)('by %s ms: one login lasts as long as for anyone else', async ahead => {
  setClock(ahead)
  await logInAsLead()
  const stop = watchSession()
  onTestFinished(stop)
  const lifetime = ($session.get().user?.exp ?? 0) * 1000 - server.clock.now.getTime()
  await pass(60_000)
  expect(state()).toEqual([true, 'valid'])
  // A reload knows no more than the cookie.
  configureTransport({ apiBase: 'http://api.example', fetch: server.fetch, onUnauthorised: expireSession })
  restoreSession()
  checkSession()
  checkSessionExpiry()
  expect(state()).toEqual([true, 'valid'])
  await loadUser()
  await pass(lifetime - 60_000 - 121_000)
  expect(state()).toEqual([true, 'valid'])
  await pass(16_000)
  expect(state()).toEqual([true, 'expiring'])
  await pass(120_000)
  expect(state()).toEqual([true, 'expired'])
})

test.each(wrongClocks)(
  'when it is set by %s ms meanwhile, nothing on the page is lost and nobody logs in twice',
  async ahead => {
    await logInAsLead()
    const stop = watchSession()
    onTestFinished(stop)
    setClock(ahead)
    expect(isSteady()).toBe(false)
    await pass(15_000)
    // The browser removes the cookie when its clock says so: one login, over the page, and it is good again.
    if (ahead > 0) {
      expect(state()).toEqual([true, 'expired'])
      expect(await renewSession(lead)).toEqual({ is: 'signed-in' })
    }
    await replied()
    await pass(30_000)
    expect(state()).toEqual([true, 'valid'])
    expect(Math.abs(presentTime().getTime() - server.clock.now.getTime())).toBeLessThan(60_000)
  }
)

test('after a night asleep the server is asked, and the page stays', async () => {
  await logInAsLead()
  const stop = watchSession()
  onTestFinished(stop)
  server.clock.now = new Date(server.clock.now.getTime() + 9 * HOURS)
  setClock(0)
  await pass(15_000)
  await eventually(() => expect(state()).toEqual([true, 'expired']))
})

test('a reply from a cache does not turn the time back', () => {
  noteServerTime(5_000_000)
  noteServerTime(1_000_000)
  expect(serverTime()).toBe(5_000_000)
})

test('times are shown by the computer’s own clock', () => {
  noteServerTime(Date.now() - 5 * HOURS)
  expect(onDeviceClock((serverTime() ?? 0) + 120_000)).toBe(Date.now() + 120_000)
})
