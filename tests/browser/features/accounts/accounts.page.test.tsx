// Register and confirm the address, as a person goes it, against the real server.

import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { registerForm as registration } from '#browser/features/accounts/register.ts'
import { pastedCode } from '#browser/features/accounts/verify.ts'
import { $organisations } from '#browser/stores/organisations.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { registerUser } from '#contract/accounts.ts'
import { defaultSiteConfig } from '#programme/site-config.ts'
import { GOOD_PASSWORD, linkMailedTo, press, tick, type } from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const island = useIsland(server)
const { start } = island
const accountCalls = () => island.calls.filter(path => path.startsWith('users/') && path !== 'users/me')

async function fillRegistration(email: string): Promise<void> {
  await type('First name', 'Bo')
  await type('Last name', 'Achterberg')
  await type('Email address', email)
}

beforeEach(() => {
  for (const name of Object.keys(registration.fields) as (keyof typeof registration.fields)[])
    registration.setValue(name, '')
})

describe('/register (product 5)', () => {
  test('from the form to the inbox, with an organisation of the list', async () => {
    await start('/register')
    await screen.findByRole('heading', { name: 'Register' })
    await waitFor(() => expect($organisations.get().state).toBe('ready'))
    await fillRegistration('bo@harbour.example')
    await type('Organisation', 'northfield general')
    await tick(/I accept the terms/)
    await press('Register')
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    expect(location.pathname).toBe('/verify')
    expect(screen.getByText('bo@harbour.example')).toBeTruthy()
    const row = await server.database
      .selectFrom('users')
      .innerJoin('organisations', 'organisations.organisation_id', 'users.organisation_id')
      .select(['organisation_name', 'status'])
      .where('users.programme_id', '=', 1)
      .where('organisations.programme_id', '=', 1)
      .where('email_address', '=', 'bo@harbour.example')
      .executeTakeFirst()
    expect(row).toEqual({ organisation_name: 'Northfield General', status: 'email_unverified' })
    expect(registration.$state.get().values['first_name']).toBe('')
  })

  test('an organisation that is not listed is written down', async () => {
    await start('/register')
    await screen.findByRole('heading', { name: 'Register' })
    await fillRegistration('jo@harbour.example')
    await type('Organisation', 'Nowhere General')
    await tick(/I accept the terms/)
    await press('Register')
    expect(
      screen.getByText('Choose an organisation from the list, or tick that it is not listed.')
    ).toBeTruthy()
    await tick('My organisation is not listed')
    await type('Name of your organisation', 'Harbour Clinic')
    await press('Register')
    await screen.findByRole('heading', { name: 'Check your inbox' })
  })

  test('missing values are errors at their fields, no password is asked for, and nothing is sent', async () => {
    await start('/register')
    await screen.findByRole('heading', { name: 'Register' })
    await press('Register')
    for (const label of ['First name', 'Last name', 'Email address', 'Organisation'])
      expect(screen.getByText(`${label} is required.`)).toBeTruthy()
    expect(screen.getByText('Accept the terms to continue.')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(accountCalls()).toEqual([])
  })

  test('a programme that makes its accounts itself says so', async () => {
    await start('/register')
    await act(async () =>
      $siteConfig.set({
        ...defaultSiteConfig,
        registration_enabled: false,
        support_email: 'help@wards.example'
      })
    )
    expect(screen.getByRole('heading', { name: 'Registration is closed' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
  })
})

const expireCodes = () =>
  server.database
    .updateTable('one_time_codes')
    .set({ expires_at: new Date(0) })
    .where('programme_id', '=', 1)
    .where('used_at', 'is', null)
    .execute()

const register = (email_address: string) =>
  server.call(registerUser, {
    body: {
      programme_id: 1,
      first_name: 'Jo',
      last_name: 'Achterberg',
      email_address,
      organisation_id: null,
      organisation_name: 'Harbour Clinic',
      terms_accepted: true
    }
  })

describe('/verify (product 6)', () => {
  test('the link shows whose request it is, weak passwords are refused, a good one confirms', async () => {
    await register('click@harbour.example')
    const link = await linkMailedTo(server, 'click@harbour.example')
    await start('/verify')
    await screen.findByRole('heading', { name: 'Check your inbox' })
    await type('Code or link from the email', `https://wards.example${link}`)
    island.calls = []
    await press('Continue')
    expect(await screen.findByText('Jo Achterberg')).toBeTruthy()
    expect(location.pathname).toBe(link)
    expect(screen.getByText('click@harbour.example')).toBeTruthy()
    expect(screen.getByText('Harbour Clinic')).toBeTruthy()
    await type('Password', 'AchterbergAchterberg')
    await type('Confirm password', 'something else')
    await press('Confirm and set password')
    expect(screen.getByText('Password must be more than your name, address or programme.')).toBeTruthy()
    expect(screen.getByText('Confirm password does not match.')).toBeTruthy()
    expect(accountCalls()).toEqual(['users/verify-email'])
    await type('Password', GOOD_PASSWORD)
    await type('Confirm password', GOOD_PASSWORD)
    await press('Confirm and set password')
    expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeTruthy()
    expect(screen.getByText(/You will get an email at click@harbour.example/)).toBeTruthy()
    expect(accountCalls()).toEqual(['users/verify-email', 'users/change-password'])
  })

  test('a confirmed link says so', async () => {
    await start(await linkMailedTo(server, 'click@harbour.example'))
    expect(await screen.findByRole('heading', { name: 'Your address is already confirmed' })).toBeTruthy()
  })

  test('a link that expires while the page is open offers another', async () => {
    await register('late@harbour.example')
    await start(await linkMailedTo(server, 'late@harbour.example'))
    await screen.findByLabelText('Password')
    await expireCodes()
    await type('Password', GOOD_PASSWORD)
    await type('Confirm password', GOOD_PASSWORD)
    await press('Confirm and set password')
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeTruthy()
  })

  test('a damaged link offers a field, an expired one another link, and sending again pauses for a minute', async () => {
    await start('/verify/1-notacodethatwaseversent')
    await screen.findByRole('heading', { name: 'This link is damaged' })
    expect(screen.getByLabelText('Code or link from the email')).toBeTruthy()

    await register('jo@harbour.example')
    await expireCodes()
    const link = await linkMailedTo(server, 'jo@harbour.example')
    await type('Code or link from the email', link)
    await press('Continue')
    await screen.findByRole('heading', { name: 'This link has expired' })
    await type('Email address', 'jo@harbour.example')
    await press('Send again')
    expect(await screen.findByText(/we have sent a new link/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Send again in \d+ s/ })).toHaveProperty('disabled', true)
    expect(await linkMailedTo(server, 'jo@harbour.example')).not.toBe(link)
  })

  test.each([
    ['https://wards.example/verify/1-abc_DEF', '1-abc_DEF'],
    [' 1-abc_DEF ', '1-abc_DEF'],
    ['https://wards.example/verify/1-abc/?utm=1#x', '1-abc']
  ])('%s holds %s', (pasted, code) => expect(pastedCode(pasted)).toBe(code))
})
