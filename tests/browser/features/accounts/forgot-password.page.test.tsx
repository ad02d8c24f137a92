// A new password: forgotten, expired, invited; as a person goes it, against the real server.

import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { credentialsForm as loginForm } from '#browser/features/accounts/login.ts'
import { $expiredLogin } from '#browser/stores/session.ts'
import { WRONG_CODE } from '#contract/failures.ts'
import { changePassword } from '#contract/password-change.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import {
  GOOD_PASSWORD,
  linkMailedTo,
  linksMailedTo,
  press,
  type,
  valueOf
} from '#tests/support/account-screens.ts'
import { useIsland } from '#tests/support/island.tsx'
import { newUser, usersWhere } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
/** Whether each change of a password was sent with a token. */
let haveTokens: boolean[] = []
const { start } = useIsland(server, {
  fetch: (input, init) => {
    const { url, headers } = input as Request
    if (url.endsWith(changePassword.path)) haveTokens.push(headers.has('authorization'))
    return server.fetch(input, init)
  }
})

const change = (email: string, fields: object) =>
  server.database
    .updateTable('users')
    .set(fields)
    .where('programme_id', '=', 1)
    .where('email_address', '=', email)
    .execute()

beforeEach(() => $expiredLogin.set(null))

describe('/forgot-password (product 7)', () => {
  test.each(['nobody@nowhere.example', 'viewer@wards.example'])(
    'forgotten: the same words for %s',
    async email => {
      await start('/forgot-password')
      await screen.findByRole('heading', { name: 'Forgot your password?' })
      await type('Email address', email)
      await press('Send link')
      await screen.findByRole('heading', { name: 'Check your inbox' })
      expect(screen.getByText(/^If there is an account/).textContent).toBe(
        'If there is an account with this address, we have sent a link to set a new password. It works for one hour. Not there? ' +
          `Check your spam folder and the address ${email}.`
      )
      expect(screen.getByRole('button', { name: 'Send again in 60 s' })).toHaveProperty('disabled', true)
    }
  )

  test('by the link: a weak password is an error, a good one leads to the login', async () => {
    await server.send('POST', 'users/reset-password', {
      body: { programme_id: 1, email_address: 'viewer@wards.example' }
    })
    const link = await linkMailedTo(server, 'viewer@wards.example')
    await start(link)
    await screen.findByRole('heading', { name: 'Set a new password' })
    await type('New password', 'eleven char')
    await type('Confirm new password', 'eleven char')
    await press('Change password')
    expect(await screen.findByText(/New password must have at least 15 characters/)).toBeTruthy()
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    await screen.findByRole('heading', { name: 'Log in' })
    expect(await screen.findByText('Your password has been changed. Log in with the new one.')).toBeTruthy()
    await type('Email address', 'viewer@wards.example')
    await type('Password', GOOD_PASSWORD)
    await press('Log in')
    await screen.findByRole('heading', { name: 'Projects' })
  })

  test('a used link says so and offers another', async () => {
    const used = (await linksMailedTo(server, 'viewer@wards.example')).find(link => link.includes('code='))
    await start(used ?? '')
    await screen.findByRole('heading', { name: 'Set a new password' })
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    expect(screen.getByLabelText('Email address')).toBeTruthy()
  })

  test('expired: the address and the old password are there, the new one leads to the login', async () => {
    await change('contributor@wards.example', { password_expires_at: new Date(0) })
    await start('/login')
    await type('Email address', 'contributor@wards.example')
    await type('Password', DEMO_PASSWORD)
    await press('Log in')
    await screen.findByRole('heading', { name: 'Your password has expired' })
    expect(location.pathname + location.search).toBe('/forgot-password')
    expect(valueOf('Email address')).toBe('contributor@wards.example')
    expect(valueOf('Old password')).toBe(DEMO_PASSWORD)
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    await screen.findByRole('heading', { name: 'Log in' })
    expect(valueOf('Email address')).toBe('contributor@wards.example')
    expect(loginForm.$state.get().values['password']).toBe('')
    expect($expiredLogin.get()).toBeNull()
  })

  test('expired, where someone else is logged in: only the account that has logged in is changed', async () => {
    const [other, owner] = [await newUser(server, 'admin'), await newUser(server, 'admin')]
    await change(owner.email_address, { password_expires_at: new Date(0) })
    storeToken(await server.tokenOfUser(other.email_address))
    haveTokens = []
    await start('/login')
    await type('Email address', owner.email_address)
    await type('Password', DEMO_PASSWORD)
    await press('Log in')
    await screen.findByRole('heading', { name: 'Your password has expired' })
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    await screen.findByRole('heading', { name: 'Log in' })
    expect(haveTokens).toEqual([false])
    const hashOf = async (email_address: string) =>
      (await usersWhere(server, { email_address }))[0]?.password_hash
    const [admin] = await usersWhere(server, { email_address: 'admin@wards.example' })
    expect(await hashOf(other.email_address)).toBe(admin?.password_hash)
    expect(await hashOf(owner.email_address)).not.toBe(admin?.password_hash)
  })

  test('expired with a second factor: its code is asked for', async () => {
    await change('lead@wards.example', {
      password_expires_at: new Date(0),
      otp_enabled: true,
      otp_secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    })
    $expiredLogin.set({ email_address: 'lead@wards.example', password: DEMO_PASSWORD })
    await start('/forgot-password')
    await screen.findByRole('heading', { name: 'Your password has expired' })
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Change password')
    await screen.findByLabelText('Six-digit code')
    await type('Six-digit code', '000000')
    await press('Change password')
    expect(await screen.findByText(WRONG_CODE)).toBeTruthy()
  })

  test('invited: the link welcomes and the password opens the account', async () => {
    const body = {
      programme_id: 1,
      email_address: 'ina@wards.example',
      first_name: 'Ina',
      last_name: 'Vited',
      role_type_id: 2,
      organisation_id: null
    }
    await server.send('POST', 'users/', { body, token: await server.tokenOf('admin') })
    await start(await linkMailedTo(server, 'ina@wards.example'))
    await screen.findByRole('heading', { name: 'Welcome to Ward Compare' })
    await type('New password', GOOD_PASSWORD)
    await type('Confirm new password', GOOD_PASSWORD)
    await press('Set password')
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeTruthy()
  })
})
