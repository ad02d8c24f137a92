import { beforeEach, describe, expect, test, vi } from 'vitest'
import { decodeClaims, readToken, storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { endSession } from '#browser/app/log-out.ts'
import { checkSessionExpiry, watchSession } from '#browser/app/watch/session.ts'
import { renewSession } from '#browser/features/accounts/renewal.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
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
import { LOGIN_FAILURE } from '#contract/failures.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { deleteCookie, readCookie, writeCookie } from '#lib/cookie.ts'
import { noteServerTime } from '#lib/time/server-clock.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { hearFromOtherTab, openAt } from '#tests/support/page.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'
import { aToken } from '#tests/support/token.ts'

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
  $selectedOrganisationId.set(0)
})

/** Logs in and lets the time pass that spec 4 asks for. */
async function logInAs(credentials: typeof lead) {
  const outcome = logIn(credentials)
  await eventually(() => expect($isSigningIn.get()).toBe(true))
  await vi.advanceTimersByTimeAsync(1500)
  return outcome
}

describe('logging out', () => {
  const meWith = (token: string) =>
    server.fetch('http://api.example/api/v1/users/me', { headers: { authorization: `Bearer ${token}` } })

  test('the token is gone at once, and a copy of it is soon worth nothing', async () => {
    await logInAs(lead)
    const token = readToken() ?? ''
    expect((await meWith(token)).status).toBe(200)
    endSession()
    expect([readToken(), $session.get().isAuthenticated]).toEqual([null, false])
    await eventually(async () => expect((await meWith(token)).status).toBe(401))
  })

  test('logging out works without a connection and on a server without that call', async () => {
    await logInAs(lead)
    configureTransport({
      apiBase: 'http://api.example',
      fetch: async () => Promise.reject(new TypeError('fetch failed'))
    })
    endSession()
    await vi.advanceTimersByTimeAsync(100)
    expect([readToken(), $session.get().isAuthenticated, $tokenState.get()]).toEqual([null, false, 'valid'])
  })
})

describe('logging in (spec 4)', () => {
  test('the token is kept, and after 1.5 s the details are loaded and the user’s organisation is selected', async () => {
    const outcome = logIn(lead)
    await eventually(() => expect(readToken()).not.toBeNull())
    await vi.advanceTimersByTimeAsync(1400)
    expect($session.get().isAuthenticated).toBe(false)
    await vi.advanceTimersByTimeAsync(100)
    expect(await outcome).toEqual({ is: 'signed-in' })
    const { isAuthenticated, user, userEmail } = $session.get()
    expect(isAuthenticated).toBe(true)
    expect(userEmail).toBe('lead@wards.example')
    expect(user).toMatchObject({
      role_type_id: 3,
      isAdmin: false,
      isSuperuser: false,
      details: { organisation_name: 'Northfield General' }
    })
    expect($selectedOrganisationId.get()).toBe(user?.details?.organisation_id)
    expect($isSigningIn.get()).toBe(false)
  })

  test.each([
    ['admin', true, false],
    ['super', true, true]
  ])('%s: below 3 is admin, 1 is superuser (spec 6)', async (role, isAdmin, isSuperuser) => {
    await logInAs({ ...lead, email_address: `${role}@wards.example` })
    expect($session.get().user).toMatchObject({ isAdmin, isSuperuser })
  })

  test('the details are loaded once, whatever is visited meanwhile', async () => {
    const asked: string[] = []
    configureTransport({
      apiBase: 'http://api.example',
      fetch: (input, init) => {
        asked.push(new URL((input as Request).url).pathname)
        return server.fetch(input, init)
      }
    })
    const outcome = logIn(lead)
    await eventually(() => expect($isSigningIn.get()).toBe(true))
    checkSession()
    expect($session.get().isAuthenticated).toBe(false)
    await vi.advanceTimersByTimeAsync(1500)
    await outcome
    await Promise.all([loadUser(), loadUser()])
    // One for the login, one for the two who asked at the same time.
    expect(asked.filter(path => path.endsWith('users/me'))).toHaveLength(2)
  })

  test('a failed login leaves authenticated false and keeps the address', async () => {
    const outcome = await logIn({ ...lead, password: 'not the password' })
    expect(outcome).toEqual({ is: 'refused', error: LOGIN_FAILURE.incorrect })
    expect($session.get()).toEqual({ isAuthenticated: false, user: null, userEmail: 'lead@wards.example' })
    expect(readToken()).toBeNull()
  })

  test('a missing code and an expired password are told apart (spec 8)', async () => {
    const users = server.database.updateTable('users').where('email_address', '=', 'viewer@wards.example')
    await users.set({ otp_enabled: true, otp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }).execute()
    const viewer = { ...lead, email_address: 'viewer@wards.example' }
    expect(await logIn(viewer)).toEqual({ is: 'otp-missing', error: 'Missing OTP' })
    expect(await logIn({ ...viewer, otp: '000000' })).toEqual({ is: 'refused', error: 'Invalid OTP' })
    await users.set({ otp_enabled: false, otp_secret: null, password_expires_at: new Date(0) }).execute()
    expect(await logIn(viewer)).toEqual({ is: 'password-expired', error: 'Password Expired' })
  })

  test('no token, or details that do not come: the user is logged out and both cookies are gone', async () => {
    writeCookie('refresh', 'something', 60)
    await loadUser()
    expect([$session.get().isAuthenticated, readCookie('refresh')]).toEqual([false, null])
    storeToken(aToken())
    restoreSession()
    expect($session.get().isAuthenticated).toBe(true)
    await loadUser()
    expect([$session.get().isAuthenticated, readToken()]).toEqual([false, null])
  })
})

describe('the token cookie (spec 7 and 9)', () => {
  test('lives exp − iat seconds, for this host and no other site', () => {
    const written = vi.spyOn(document, 'cookie', 'set')
    const token = aToken({ iat: 1000, exp: 1900 })
    storeToken(token)
    expect(written).toHaveBeenCalledWith(`token=${token}; Max-Age=900; Path=/; SameSite=Strict`)
    openAt('https://wards.example/')
    storeToken(token)
    expect(written).toHaveBeenLastCalledWith(`token=${token}; Max-Age=900; Path=/; SameSite=Strict; Secure`)
    written.mockRestore()
  })

  test('does not store a text that is not a token', () => {
    expect([
      storeToken('x'),
      storeToken('a.b.c'),
      storeToken(`a.${btoa('{"sub":1}')}.c`),
      readToken()
    ]).toEqual([false, false, false, null])
  })

  test('claims are read with all their letters', () => {
    expect(decodeClaims(aToken({ sub: 'Zoë Łukasz' }))?.sub).toBe('Zoë Łukasz')
  })

  test('a token of another programme, or one that has ended, is dropped', () => {
    for (const claims of [{ programme_id: 2 }, { exp: Math.floor(Date.now() / 1000) - 1 }]) {
      noteServerTime(Date.now())
      storeToken(aToken(claims))
      restoreSession()
      expect([$session.get().isAuthenticated, readToken()]).toEqual([false, null])
    }
  })
})

describe('the end of a session (product 3)', () => {
  test('warns two minutes before the end; then the page stays and asks for a login', () => {
    storeToken(aToken())
    restoreSession()
    const end = ($session.get().user?.exp ?? 0) * 1000
    const states = [121_000, 120_000, 1000, 0].map(left => {
      noteServerTime(end - left)
      checkSessionExpiry()
      return $tokenState.get()
    })
    expect(states).toEqual(['valid', 'expiring', 'expiring', 'expired'])
    expect($session.get().isAuthenticated).toBe(true)
  })

  test('it is looked at every 15 seconds', async () => {
    noteServerTime(Date.now())
    storeToken(aToken({ exp: Math.floor(Date.now() / 1000) + 130 }))
    restoreSession()
    const stop = watchSession()
    await vi.advanceTimersByTimeAsync(14_000)
    expect($tokenState.get()).toBe('valid')
    await vi.advanceTimersByTimeAsync(1000)
    expect($tokenState.get()).toBe('expiring')
    stop()
  })

  test('a call that is refused with 401 asks for a login, and the page stays', async () => {
    storeToken(aToken())
    restoreSession()
    const { loadTimePeriods } = await import('#browser/stores/time-periods.ts')
    await loadTimePeriods()
    expect([$tokenState.get(), $session.get().isAuthenticated]).toEqual(['expired', true])
  })

  test('the same user can go on; another one cannot', async () => {
    await logInAs(lead)
    expireSession()
    expect(await renewSession({ ...lead, password: 'wrong' })).toMatchObject({
      is: 'refused',
      error: LOGIN_FAILURE.incorrect
    })
    expect(await renewSession({ ...lead, email_address: 'contributor@wards.example' })).toMatchObject({
      is: 'refused'
    })
    expect($tokenState.get()).toBe('expired')
    expect(await renewSession(lead)).toEqual({ is: 'signed-in' })
    expect($tokenState.get()).toBe('valid')
    expect($session.get().user?.details?.organisation_name).toBe('Northfield General')
  })

  test('logging out in one tab logs out in all', () => {
    storeToken(aToken())
    restoreSession()
    const stop = watchSession()
    hearFromOtherTab('something-else', '1')
    expect($session.get().isAuthenticated).toBe(true)
    deleteCookie('token')
    hearFromOtherTab('logged-out', '1')
    expect($session.get().isAuthenticated).toBe(false)
    stop()
    expect(localStorage.getItem('logged-out')).not.toBeNull()
  })

  test('the check before each navigation follows the cookie', () => {
    storeToken(aToken())
    checkSession()
    expect($session.get().isAuthenticated).toBe(true)
    deleteCookie('token')
    checkSession()
    expect($session.get().isAuthenticated).toBe(false)
    storeToken(aToken())
    checkSession()
    deleteCookie('token')
    vi.setSystemTime(Date.now() + 5 * 3_600_000)
    checkSession()
    expect([$session.get().isAuthenticated, $tokenState.get()]).toEqual([true, 'expired'])
  })
})
