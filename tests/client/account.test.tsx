// @vitest-environment node
// One's own account: name, password, second factor, sessions; and a programme that demands a second factor.
import '../support/page.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { $session } from '#stores/session.ts'
import { GOOD_PASSWORD, patient, press, tick, type } from '../support/account-screens.ts'
import { useIsland } from '../support/island.tsx'
import { useServer } from '../support/server.ts'

const server = useServer()
const { start } = useIsland(server)

async function openTab(name: string): Promise<void> {
  await act(async () => (await screen.findByRole('button', { name: /^Account:/ }, patient)).click())
  await act(async () => screen.getByRole('menuitem', { name: 'Your account…' }).click())
  const tab = await screen.findByRole('tab', { name }, patient)
  await act(async () => tab.click())
}

const codeNow = async (): Promise<string> => {
  const { textContent } = await screen.findByTestId('key', {}, patient)
  const secret = Secret.fromBase32((textContent ?? '').replaceAll(' ', ''))
  return new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: server.clock.now.getTime() })
}

describe('the account dialog (product 4)', () => {
  test('a new name stands in the menu at once', async () => {
    await start('/projects', 'contributor')
    await openTab('Profile')
    await type('First name', '')
    await press('Save')
    expect(screen.getByText('First name is required.')).toBeTruthy()
    await type('First name', 'Ralf')
    await press('Save')
    expect(await screen.findByText('Your name is saved.', {}, patient)).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Account: ?Ralf Lindqvist/ })).toBeTruthy()
  })

  test('a wrong password is said at its field; a right one changes it and keeps this session', async () => {
    await start('/projects', 'viewer')
    await openTab('Password')
    await type('Current password', 'not this one at all')
    await type('New password', GOOD_PASSWORD)
    await type('New password again', GOOD_PASSWORD)
    await press('Change password')
    expect(await screen.findByText('Current password is not right.', {}, patient)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(GOOD_PASSWORD)
    await type('Current password', DEMO_PASSWORD)
    await press('Change password')
    await screen.findByText('Your password is changed. Your other sessions are logged out.', {}, patient)
    expect($session.get().isAuthenticated).toBe(true)
  })

  test('the second factor goes on with a code, shows recovery codes once, and goes off with one of them', async () => {
    await start('/projects', 'lead')
    await openTab('Two-factor')
    expect(await screen.findByRole('img', { name: 'QR code of the key' }, patient)).toBeTruthy()
    await type('Code', '000000')
    await press('Turn on')
    expect(await screen.findByText(/Invalid OTP/, {}, patient)).toBeTruthy()
    await type('Code', await codeNow())
    await press('Turn on')
    const list = await screen.findByRole('list', { name: 'Recovery codes' }, patient)
    const codes = within(list)
      .getAllByRole('listitem')
      .map(item => item.textContent ?? '')
    expect(new Set(codes).size).toBe(10)
    expect(screen.getByRole('button', { name: 'Done' })).toHaveProperty('disabled', true)
    await tick(/I have saved them/)
    await press('Done')
    expect(await screen.findByText('On', {}, patient)).toBeTruthy()
    expect(screen.queryByText(codes[0]!)).toBeNull()
    await type('Code from the app, or a recovery code', codes[0]!)
    await press('Turn off')
    expect(await screen.findByText('Two-factor is off.', {}, patient)).toBeTruthy()
  })

  test('another session is ended by its button, all by one more word', async () => {
    const other = await server.tokenOf('admin')
    await start('/projects', 'admin')
    await openTab('Sessions')
    const list = await screen.findByRole('list', { name: 'Sessions' }, patient)
    const isIn = async () => (await server.call(getCurrentUser, {}, other)).status === 200
    expect(within(list).getByText('You')).toBeTruthy()
    await act(async () =>
      within(list)
        .getAllByRole('button', { name: /^Log out/ })[0]!
        .click()
    )
    await waitFor(async () => expect(await isIn()).toBe(false), patient)
    await press('Log out everywhere')
    await press('Yes, log out everywhere')
    await waitFor(() => expect(location.pathname).toBe('/login'), patient)
    expect($session.get().isAuthenticated).toBe(false)
  })
})

describe('a programme that demands a second factor', () => {
  test('nothing else can be done before it is set up, then the page goes on', async () => {
    await start('/projects', 'super')
    await act(async () => {
      const session = $session.get()
      const user = session.user!
      $session.set({ ...session, user: { ...user, details: { ...user.details!, otp_required: true } } })
    })
    expect(
      await screen.findByRole('dialog', { name: 'Set up two-factor', hidden: true }, patient)
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
    await type('Code', await codeNow())
    await press('Turn on')
    await tick(/I have saved them/)
    await press('Done')
    await waitFor(() => expect(screen.queryByText('Set up two-factor')).toBeNull(), patient)
    expect($session.get().user?.details?.otp_enabled).toBe(true)
  })
})
