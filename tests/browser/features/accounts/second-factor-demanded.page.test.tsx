// A programme that demands a second factor, with a server that holds to it.

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clearToken } from '#browser/api/token.ts'
import { $session } from '#browser/stores/session.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { codeOfShownKey, press, tick, type } from '#tests/support/account-screens.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { hearFromOtherTab } from '#tests/support/page.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ demandsSecondFactor: true })
const { start } = useIsland(server)

test('nothing else can be done before it is set up; then the page loads what it was refused', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await start('/projects', 'lead')
  expect(
    await screen.findByRole('dialog', { name: 'Set up two-factor authentication', hidden: true })
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await type('Six-digit code', await codeOfShownKey(server))
  await type('Current password', DEMO_PASSWORD)
  await press('Turn on')
  await tick(/I have saved them/)
  expect(reload).not.toHaveBeenCalled()
  await press('Done')
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect($session.get().user?.details?.otp_enabled).toBe(true)
})

test('a user who declines to set it up is logged out', async () => {
  await start('/projects', 'contributor')
  await screen.findByRole('dialog', { name: 'Set up two-factor authentication', hidden: true })
  await clickFound(screen.findByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect($session.get().isAuthenticated).toBe(false)
})

test('nor is it asked for once they have logged out in another tab', async () => {
  await start('/projects', 'viewer')
  await screen.findByRole('dialog', { name: 'Set up two-factor authentication', hidden: true })
  clearToken()
  await act(async () => hearFromOtherTab('logged-out', '1'))
  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})
