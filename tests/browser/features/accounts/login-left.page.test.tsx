// Someone leaves the login form, also while their login is on its way.

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { configureTransport } from '#browser/api/transport.ts'
import { $expiredLogin, $session } from '#browser/stores/session.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { press, type, valueOf } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { eventually } from '#tests/support/patience.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const go = async (path: string, heading: string) => {
  await act(async () => navigate(path))
  await screen.findByRole('heading', { name: heading })
}

async function enter(password: string, emailAddress = 'lead@wards.example'): Promise<void> {
  await type('Email address', emailAddress)
  await type('Password', password)
  await press('Log in')
}

/** Holds the reply to the login. */
function holdLogin(): () => void {
  const held = Promise.withResolvers<void>()
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: async (input, init) => {
      if ((input as Request).url.includes('auth/login')) await held.promise
      return server.fetch(input, init)
    }
  })
  return held.resolve
}

test('who comes next finds an empty form', async () => {
  await start('/login')
  await enter('not the password')
  await screen.findByText(/Check both, or set a new password/)
  await go('/documents', 'Documents')
  await go('/login', 'Log in')
  expect([valueOf('Email address'), valueOf('Password')]).toEqual(['', ''])
})

test('also if the refusal comes after they have gone', async () => {
  await start('/login')
  const answer = holdLogin()
  await enter('not the password')
  await go('/documents', 'Documents')
  await act(async () => answer())
  await screen.findByText(/Incorrect email address or password/)
  await go('/login', 'Log in')
  expect(screen.queryByText(/Check both, or set a new password/)).toBeNull()
})

test('an expired password is asked for once, and only of the one whose it is', async () => {
  await server.database
    .updateTable('users')
    .set({ password_expires_at: new Date(0) })
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'viewer@wards.example')
    .execute()
  await start('/login')
  await enter(DEMO_PASSWORD, 'viewer@wards.example')
  await screen.findByRole('heading', { name: 'Your password has expired' })
  await go('/documents', 'Documents')
  await go('/forgot-password', 'Forgot your password?')
  await go('/login', 'Log in')
  $toasts.set([])
  const answer = holdLogin()
  await enter(DEMO_PASSWORD, 'viewer@wards.example')
  await go('/documents', 'Documents')
  await act(async () => answer())
  await screen.findByText(/^Password Expired/)
  expect([location.pathname, $expiredLogin.get()]).toEqual(['/documents', null])
})

test('the login ends where they are by then', async () => {
  await start('/login')
  await enter(DEMO_PASSWORD)
  await go('/documents', 'Documents')
  await eventually(() => expect($session.get().isAuthenticated).toBe(true))
  await waitFor(() => expect(screen.queryByText('You are not logged in.')).toBeNull())
  expect(location.pathname).toBe('/documents')
})
