// What the server shows once is not lost by Back or by closing the tab: both ask first.

import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { press, tick, type } from '#tests/support/account-screens.ts'
import { arrival } from '#tests/support/arrival.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const asksBeforeReload = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a new API key stays on Back, until its reader is done with it', async () => {
  await start('/documents', 'contributor')
  await act(async () => navigate('/projects'))
  await arrival('/projects')
  await clickFound(screen.findByRole('button', { name: /^Account:/ }))
  await clickFound(screen.findByRole('menuitem', { name: 'Your account…' }))
  await clickFound(screen.findByRole('tab', { name: 'API keys' }))
  await clickFound(screen.findByRole('button', { name: 'Create an API key' }))
  await type('Name', 'Weekly report')
  await tick('Charts')
  await type('Current password', DEMO_PASSWORD)
  await press('Create key')
  const key = (await screen.findByTestId('api-key')).textContent ?? ''
  await act(async () => history.back())
  await clickFound(screen.findByRole('button', { name: 'Stay here' }))
  await waitFor(() => expect(location.pathname).toBe('/projects'))
  expect(screen.getByTestId('api-key').textContent).toBe(key)
  expect(asksBeforeReload()).toBe(true)
  await press('Done')
  expect(asksBeforeReload()).toBe(false)
})
