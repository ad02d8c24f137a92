// One's own account: name, password, second factor, sessions.

import { act, screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { readToken, storeToken, tokenOwner } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { $session, mayUseToken } from '#browser/stores/session.ts'
import { WRONG_CODE } from '#contract/failures.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { codeOfShownKey, GOOD_PASSWORD, press, tick, type } from '#tests/support/account-screens.ts'
import { clickFound } from '#tests/support/click-found.ts'
import { useIsland } from '#tests/support/island.tsx'
import { pageConfig } from '#tests/support/page-config.ts'
import { SECRET } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

async function openTab(name: string): Promise<void> {
  await clickFound(screen.findByRole('button', { name: /^Account:/ }))
  await act(async () => screen.getByRole('menuitem', { name: 'Your account…' }).click())
  const tab = await screen.findByRole('tab', { name })
  await act(async () => tab.click())
}

/** Neither the cross, nor Escape, nor another tab. */
async function expectHeld(): Promise<void> {
  const dialog = screen.getByRole('dialog')
  await act(async () => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.getByRole('tab', { name: 'Profile' }).closest('[inert]')).not.toBeNull()
  expect(screen.getByRole('dialog')).toBe(dialog)
}

describe('the account dialog (product 4)', () => {
  test('the menu shows a new name at once', async () => {
    await start('/projects', 'contributor')
    await openTab('Profile')
    await type('First name', '')
    await press('Save')
    expect(screen.getByText('First name is required.')).toBeTruthy()
    await type('First name', 'Ralf')
    await type('Job title', 'Ward clerk')
    await press('Save')
    expect(await screen.findByText('Your profile is saved.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Account: ?Ralf Lindqvist/ })).toBeTruthy()
    expect($session.get().user?.details?.job_title).toBe('Ward clerk')
  })

  test('a wrong password is an error at its field; a right one changes it and keeps this session', async () => {
    await start('/projects', 'viewer')
    await openTab('Password')
    await type('Current password', 'not this one at all')
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    expect(await screen.findByText('Current password is not correct.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(GOOD_PASSWORD)
    await type('Current password', DEMO_PASSWORD)
    await press('Change password')
    await screen.findByText('Your password is changed. Your other sessions are logged out.')
    expect($session.get().isAuthenticated).toBe(true)
  })

  test('the second factor goes on with a code, shows recovery codes once, and goes off with one of them', async () => {
    await start('/projects', 'lead')
    await openTab('Two-factor')
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy()
    await type('Current password', 'not this one')
    await type('Six-digit code', await codeOfShownKey(server))
    await press('Turn on')
    expect(await screen.findByText('Current password is not correct.')).toBeTruthy()
    await type('Current password', DEMO_PASSWORD)
    await type('Six-digit code', '000000')
    await press('Turn on')
    expect(await screen.findByText(WRONG_CODE)).toBeTruthy()
    await type('Six-digit code', await codeOfShownKey(server))
    await press('Turn on')
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    const codes = within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent ?? '')
    expect(new Set(codes).size).toBe(10)
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
    await expectHeld()
    await tick(/I have saved them/)
    await press('Done')
    expect(await screen.findByText('On')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
    expect(screen.queryByText(codes[0]!)).toBeNull()
    const field = 'Six-digit code from the app, or a recovery code'
    await type(field, codes[0]!)
    await press('New recovery codes')
    const renewed = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(renewed.textContent).not.toContain(codes[1]!)
    const [first = ''] = within(renewed)
      .getAllByRole('listitem')
      .map(item => item.textContent ?? '')
    await tick(/I have saved them/)
    await press('Done')
    expect(await screen.findByText(/^You have 10 recovery codes/)).toBeTruthy()
    await type(field, codes[1]!)
    await press('Turn off')
    expect(await screen.findByText(WRONG_CODE)).toBeTruthy()
    await type(field, first)
    await press('Turn off')
    expect(await screen.findByText('Two-factor authentication is off.')).toBeTruthy()
  })

  test('an API key is created with the password, shown once, and revoked', async () => {
    await start('/projects', 'contributor')
    await openTab('API keys')
    await clickFound(screen.findByRole('button', { name: 'Create an API key' }))
    await press('Create key')
    for (const text of ['Name is required.', 'Choose at least one.'])
      expect(screen.getByText(text)).toBeTruthy()
    await type('Name', 'Weekly report')
    await tick('Charts')
    await tick('Answers')
    await tick('Charts')
    await type('Current password', 'not this one')
    await press('Create key')
    expect(await screen.findByText('Current password is not correct.')).toBeTruthy()
    await type('Current password', DEMO_PASSWORD)
    await press('Create key')
    const key = (await screen.findByTestId('api-key')).textContent ?? ''
    await expectHeld()
    const status = async (path: string) => (await server.send('GET', path, { token: key })).status
    expect([await status('answers/count'), await status('charts')]).toEqual([422, 403])
    await press('Done')
    const list = within(await screen.findByRole('list', { name: 'API keys' }))
    expect(await list.findByText('Weekly report')).toBeTruthy()
    expect(list.getByText('Reads answers')).toBeTruthy()
    expect(screen.queryByText(key)).toBeNull()
    await press('Revoke Weekly report')
    await press('Cancel')
    await press('Revoke Weekly report')
    await press('Yes, revoke')
    expect(await screen.findByText('The API key “Weekly report” is revoked.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Weekly report')).toBeNull())
    expect(await status('answers/count')).toBe(401)
  })

  test('with two-factor authentication, an API key takes a code', async () => {
    await server.database
      .updateTable('users')
      .set({ otp_secret: SECRET, otp_enabled: true })
      .where('programme_id', '=', 1)
      .where('email_address', '=', 'super@wards.example')
      .execute()
    await start('/projects', 'super')
    await openTab('API keys')
    await clickFound(screen.findByRole('button', { name: 'Create an API key' }))
    expect(screen.queryByLabelText('Current password')).toBeNull()
    await type('Name', 'Dashboard')
    await tick('Charts')
    const field = 'Six-digit code from the app, or a recovery code'
    await type(field, '000000')
    await press('Create key')
    expect(await screen.findByText(WRONG_CODE)).toBeTruthy()
    const totp = new TOTP({ secret: Secret.fromBase32(SECRET) })
    await type(field, totp.generate({ timestamp: server.clock.now.getTime() }))
    await press('Create key')
    expect((await screen.findByTestId('api-key')).textContent).toMatch(/^key-1-/)
  })

  test('another session is ended by its button, all by one more word', async () => {
    const other = await server.logIn('admin@wards.example')
    await start('/projects', 'admin')
    await openTab('Sessions')
    const list = await screen.findByRole('list', { name: 'Sessions' })
    const isIn = async () => (await server.call(getCurrentUser, {}, other)).status === 200
    expect(within(list).getByText('You')).toBeTruthy()
    await act(async () =>
      within(list)
        .getAllByRole('button', { name: /^Log out/ })[0]!
        .click()
    )
    await waitFor(async () => expect(await isIn()).toBe(false))
    await press('Log out everywhere')
    await press('Yes, log out everywhere')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect($session.get().isAuthenticated).toBe(false)
  })
})

test('who has logged in since stays, when the logout of all sessions of the former user is done', async () => {
  const held = Promise.withResolvers<void>()
  await start('/documents', 'contributor')
  configureTransport({
    apiBase: pageConfig.apiBase,
    mayUseToken,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (request.method === 'DELETE') await held.promise
      return server.fetch(request)
    }
  })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  await openTab('Sessions')
  await press('Log out everywhere')
  await press('Yes, log out everywhere')
  const theirs = await server.tokenOf('lead')
  storeToken(theirs)
  await act(async () => held.resolve())
  await waitFor(() => expect($session.get().user?.sub).toBe(tokenOwner()))
  expect([readToken(), location.pathname]).toEqual([theirs, '/documents'])
  expect(reload).toHaveBeenCalledOnce()
})
