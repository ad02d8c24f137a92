// On a shared computer someone else logs in in another tab: the cookie is theirs from then on. A tab never acts under their name for the one it shows.

import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '#browser/api/call.ts'
import { clearToken, readToken, storeToken, tokenOwner } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { endSession } from '#browser/app/log-out.ts'
import { checkSessionExpiry, watchSession } from '#browser/app/watch/session.ts'
import { renewSession } from '#browser/features/accounts/renewal.ts'
import {
  $session,
  $tokenState,
  checkSession,
  expireSession,
  logIn,
  mayUseToken,
  restoreSession
} from '#browser/stores/session.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { type } from '#tests/support/account-screens.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { hearFromOtherTab } from '#tests/support/page.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'
import { aToken } from '#tests/support/token.ts'

const server = useServer()
const { start } = useIsland(server)
const reload = vi.spyOn(location, 'reload')
beforeEach(() => void reload.mockReset())

/** The authorization of each call since the test began. */
let sent: (string | null)[] = []
let stop = (): void => {}

beforeEach(() => {
  sent = []
  configureTransport({
    apiBase: pageConfig.apiBase,
    onUnauthorised: expireSession,
    mayUseToken,
    fetch: (input, init) => {
      sent.push((input as Request).headers.get('authorization'))
      return server.fetch(input, init)
    }
  })
})

afterEach(() => stop())

/** A tab of one person, in which another has logged in since, in a tab of their own. */
async function takeOver(): Promise<string> {
  storeToken(await server.tokenOf('contributor'))
  restoreSession()
  stop = watchSession()
  const theirs = await server.tokenOf('lead')
  storeToken(theirs)
  return theirs
}

const askPeriods = () => call(listTimePeriods, { query: { programme_id: pageConfig.programmeId } })

describe('the tab follows whoever has logged in, and leaves them logged in', () => {
  test.each([
    ['at the next look at the session', () => checkSessionExpiry()],
    ['before a navigation', () => checkSession()],
    ['when it comes back from the browser’s memory', () => void dispatchEvent(new Event('pageshow'))],
    ['when it asks for a login', () => (expireSession(), checkSessionExpiry())]
  ])('%s', async (_when, look) => {
    const theirs = await takeOver()
    look()
    expect([$session.get().user?.sub, $tokenState.get()]).toEqual([tokenOwner(), 'valid'])
    expect(readToken()).toBe(theirs)
    // Their tabs take no notice.
    expect(localStorage.getItem('logged-out')).toBeNull()
  })
})

test('a call of the one whom the page shows is not sent under the other’s name', async () => {
  const theirs = await takeOver()
  const former = $session.get().user?.sub
  expect(await askPeriods()).toMatchObject({ ok: false })
  expect($session.get().user?.sub).not.toBe(former)
  // Those of the new user are.
  await eventually(async () => expect((await askPeriods()).ok).toBe(true))
  expect(new Set(sent)).toEqual(new Set([`Bearer ${theirs}`]))
})

test('the other’s login is not replaced by a renewal of the former one', async () => {
  const theirs = await takeOver()
  expireSession()
  const former = { email_address: 'contributor@wards.example', password: DEMO_PASSWORD, otp: null }
  expect(await renewSession(former)).toMatchObject({ is: 'refused' })
  expect(readToken()).toBe(theirs)
})

test('a login in the tab itself takes over as well', async () => {
  storeToken(await server.tokenOf('contributor'))
  restoreSession()
  const lead = { email_address: 'lead@wards.example', password: DEMO_PASSWORD, otp: null }
  expect(await logIn(lead)).toEqual({ is: 'signed-in' })
  expect($session.get()).toMatchObject({ userEmail: 'lead@wards.example', user: { sub: tokenOwner() } })
})

const mistyped = { email_address: 'lead@wards.example', password: 'not the password', otp: null }

test('a failed login in the tab itself leaves nobody logged in, now or at the next look', async () => {
  storeToken(await server.tokenOf('contributor'))
  restoreSession()
  stop = watchSession()
  expect(await logIn(mistyped)).toMatchObject({ is: 'refused' })
  expect([$session.get().isAuthenticated, $session.get().userEmail]).toEqual([false, mistyped.email_address])
  expect(readToken()).toBeNull()
  checkSession()
  expect($session.get().isAuthenticated).toBe(false)
})

test.each([
  ['of the one whom the page shows', takeOver],
  [
    'of nobody',
    async () => {
      const theirs = await server.tokenOf('lead')
      stop = watchSession()
      storeToken(theirs)
      return theirs
    }
  ]
])('a failed login in a tab %s leaves the other logged in, and shows them', async (_whose, happen) => {
  const theirs = await happen()
  expect(await logIn({ ...mistyped, email_address: 'viewer@wards.example' })).toMatchObject({ is: 'refused' })
  expect(readToken()).toBe(theirs)
  expect($session.get().user?.sub).toBe(tokenOwner())
})

test('“Log out” ends the session of the one whom the page shows, not the other’s', async () => {
  const theirs = await takeOver()
  endSession()
  expect(readToken()).toBe(theirs)
  stop()
  expect(localStorage.getItem('logged-out')).toBeNull()
  const me = await server.fetch('http://api.example/api/v1/users/me', {
    headers: { authorization: `Bearer ${theirs}` }
  })
  expect([me.status, sent]).toEqual([200, []])
})

test.each(['/projects', '/', '/documents', '/organisation'])(
  'a page of the former user begins anew: %s',
  async path => {
    await start(path, 'contributor')
    storeToken(await server.tokenOf('lead'))
    await act(async () => checkSessionExpiry())
    expect(reload).toHaveBeenCalledOnce()
    expect($session.get().user?.sub).toBe(tokenOwner())
  }
)

test('a respondent’s page does not, because it is not of the user', async () => {
  await start('/surveys/404', 'contributor')
  storeToken(await server.tokenOf('lead'))
  await act(async () => checkSessionExpiry())
  expect(reload).not.toHaveBeenCalled()
})

describe('a dialog of the former user is gone', () => {
  const openInvitation = async () => {
    await start('/organisation', 'lead')
    await clickFound(screen.findByRole('button', { name: 'Invite…' }))
    await type('Email address', 'new.person@example.org')
  }

  test('once someone else has logged in', async () => {
    await openInvitation()
    storeToken(await server.tokenOf('admin'))
    await act(async () => checkSessionExpiry())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('once they have logged out in another tab', async () => {
    await openInvitation()
    clearToken()
    await act(async () => hearFromOtherTab('logged-out', '1'))
    expect([screen.queryByRole('dialog'), location.pathname]).toEqual([null, '/organisation'])
  })
})

test('a late message of a logout does not end a login since, of the same person or another', async () => {
  await start('/documents', 'contributor')
  const again = await server.logIn('contributor@wards.example')
  storeToken(again)
  await act(async () => hearFromOtherTab('logged-out', '1'))
  expect([readToken(), $session.get().isAuthenticated]).toEqual([again, true])
  const theirs = await server.tokenOf('lead')
  storeToken(theirs)
  await act(async () => hearFromOtherTab('logged-out', '2'))
  expect([readToken(), $session.get().user?.sub]).toEqual([theirs, tokenOwner()])
})

test('the late refusal of an earlier token is not the end of the present session', async () => {
  const earlier = aToken()
  storeToken(earlier)
  restoreSession()
  const held = Promise.withResolvers<void>()
  configureTransport({
    apiBase: pageConfig.apiBase,
    onUnauthorised: expireSession,
    mayUseToken,
    fetch: async (input, init) => {
      await held.promise
      return server.fetch(input, init)
    }
  })
  const asking = askPeriods()
  await new Promise(resolve => void setTimeout(resolve))
  storeToken(aToken({ exp: Math.floor(Date.now() / 1000) + 60 }))
  held.resolve()
  // As a lost reply, so that what is saved is sent again with the new token.
  expect(await asking).toMatchObject({ ok: false, status: null })
  expect($tokenState.get()).toBe('valid')
})
