// Logging in again over the page, against the real server: what has changed in the meantime.

import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { followRenewal, renewSession } from '#browser/features/accounts/renewal.ts'
import { registerLeaveCheck } from '#browser/navigation/leave.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $session, expireSession, loadUser, mayUseToken, restoreSession } from '#browser/stores/session.ts'
import { updateUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { press, type, valueOf } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)
const reload = vi.spyOn(location, 'reload')
beforeEach(() => {
  reload.mockReset()
  server.clock.now = NOON
})

/** A lead whose page is open. */
async function openPage() {
  const person = await newUser(server, 'lead')
  storeToken(await server.tokenOfUser(person.email_address))
  restoreSession()
  await loadUser()
  return { ...person, credentials: { ...person, password: DEMO_PASSWORD, otp: null } }
}

/** Ends the sessions. */
async function move(id: number): Promise<void> {
  const body = { role_type_id: 5, organisation_id: 3 }
  const { status } = await server.call(updateUser, { params: { id }, body }, await server.tokenOf('admin'))
  expect(status).toBe(200)
  expireSession()
}

const access = () => {
  const { details } = $session.get().user!
  return [details?.role_type_id, details?.organisation_id, $selectedOrganisationId.get()]
}

describe('a new role and organisation', () => {
  test('are read, and the page begins anew', async () => {
    const { user_id, credentials } = await openPage()
    await move(user_id)
    expect(await renewSession(credentials)).toEqual({ is: 'signed-in' })
    expect(access()).toEqual([5, 3, 3])
    expect(reload).toHaveBeenCalledOnce()
  })

  test('are read while a form keeps what would be lost', async () => {
    const { user_id, credentials } = await openPage()
    const stop = registerLeaveCheck(async () => 'lose')
    await move(user_id)
    await renewSession(credentials)
    stop()
    expect(access()).toEqual([5, 3, 3])
    expect(reload).not.toHaveBeenCalled()
  })

  test('are read after a login in another tab', async () => {
    const { user_id, email_address } = await openPage()
    await move(user_id)
    server.clock.now = new Date(NOON.getTime() + 60_000)
    storeToken(await server.logIn(email_address))
    followRenewal()
    await eventually(() => expect(reload).toHaveBeenCalledOnce())
    expect(access()).toEqual([5, 3, 3])
  })
})

test('with the same role and organisation the page stays', async () => {
  const { credentials } = await openPage()
  expireSession()
  await renewSession(credentials)
  expect(reload).not.toHaveBeenCalled()
})

test('an expired password is explained and replaced', async () => {
  const { user_id, email_address } = await openPage()
  await start('/projects')
  await act(loadUser)
  await server.database
    .updateTable('users')
    .set({ password_expires_at: NOON })
    .where('programme_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  await act(async () => expireSession())
  await screen.findByRole('dialog', { name: 'Log in again' })
  await type('Password', DEMO_PASSWORD)
  await press('Log in')
  await screen.findByRole('heading', { name: 'Your password has expired' })
  expect(await screen.findByText('Password Expired, please reset you password')).toBeTruthy()
  expect([valueOf('Email address'), valueOf('Old password')]).toEqual([email_address, DEMO_PASSWORD])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['/documents', /^\d+ documents/],
  ['/organisation', 'Registered'],
  ['/projects/ward-staffing', /^Who works on the wards/],
  ['/projects/ward-staffing/registration', /Organisation and terms/]
])('what was refused is loaded once they have logged in again: %s', async (path, content) => {
  const person = await newUser(server, 'lead')
  storeToken(await server.tokenOfUser(person.email_address))
  let isRefused = false
  configureTransport({
    apiBase: pageConfig.apiBase,
    onUnauthorised: expireSession,
    mayUseToken,
    fetch: async (input, init) =>
      isRefused
        ? Response.json({ detail: 'Your session has ended.' }, { status: 401 })
        : server.fetch(input, init)
  })
  await start('/projects')
  await loadUser()
  await screen.findAllByText('Ward staffing')
  isRefused = true
  await act(async () => navigate(path))
  await screen.findByRole('dialog', { name: 'Log in again' })
  isRefused = false
  await act(() => renewSession({ ...person, password: DEMO_PASSWORD, otp: null }))
  expect((await screen.findAllByText(content)).length).toBeGreaterThan(0)
})
