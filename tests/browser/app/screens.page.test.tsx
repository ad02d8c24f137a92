import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test, vi } from 'vitest'
import { readToken, storeToken } from '#browser/api/token.ts'
import { credentialsForm } from '#browser/features/accounts/login.ts'
import { $session, $tokenState, expireSession } from '#browser/stores/session.ts'
import { login } from '#contract/auth.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { HOUR_MS } from '#lib/time/clock.ts'
import { useIsland } from '#tests/support/island.tsx'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { start } = useIsland(server)

const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const press = (name: string | RegExp) =>
  act(async () => screen.getByRole('button', { name, hidden: true }).click())
const address = () => location.pathname + location.search

async function logIn(email: string, password = DEMO_PASSWORD): Promise<void> {
  await type('Email address', email)
  await type('Password', password)
  await press('Log in')
}

const changeUser = (email: string, fields: object) =>
  server.database
    .updateTable('users')
    .set(fields)
    .where('programme_id', '=', 1)
    .where('email_address', '=', email)
    .execute()

describe('the login screen (product 3; spec 8)', () => {
  test('a login leads to the projects, after a pause in which the button says so', async () => {
    await start('/login')
    await logIn('lead@wards.example')
    const pausing = await screen.findByText('Signing you in…')
    expect(pausing.getAttribute('aria-disabled')).toBe('true')
    await screen.findByRole('heading', { name: 'Projects' })
    expect(address()).toBe('/projects')
    expect(credentialsForm.$state.get().values['password']).toBe('')
  })

  test('a login leads to the requested address', async () => {
    await start('/projects/ward-staffing?x=1')
    await screen.findByRole('heading', { name: 'Log in' })
    await logIn('lead@wards.example')
    await screen.findByRole('heading', { name: 'Ward staffing' })
    expect(address()).toBe('/projects/ward-staffing?x=1')
  })

  test('missing values are errors at their fields, and nothing is sent', async () => {
    await start('/login')
    await type('Email address', '')
    await press('Log in')
    expect(screen.getByText('Email address is required.')).toBeTruthy()
    expect(screen.getByText('Password is required.')).toBeTruthy()
    expect(screen.getByText('Sorry, not all fields are filled out correctly.')).toBeTruthy()
    await type('Email address', 'nobody')
    expect(screen.getByText('Please enter a valid email address.')).toBeTruthy()
  })

  test('a refusal is a toast in the server’s words', async () => {
    await start('/login')
    await logIn('lead@wards.example', 'wrong password')
    expect(await screen.findByText(/^Incorrect email address or password\./)).toBeTruthy()
    expect(address()).toBe('/login')
  })

  test('a missing code is asked for without typing anything twice, and sent at six digits', async () => {
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    await changeUser('viewer@wards.example', { otp_enabled: true, otp_secret: secret })
    await start('/login?next=%2Fprojects%3Fshow%3Dresults')
    await logIn('viewer@wards.example')
    expect(await screen.findByText('MFA token required')).toBeTruthy()
    expect(address()).toBe('/login?mfa=required&next=%2Fprojects%3Fshow%3Dresults')
    expect(screen.getByLabelText('Email address')).toHaveProperty('value', 'viewer@wards.example')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', DEMO_PASSWORD)
    const code = screen.getByLabelText('Six-digit code')
    expect(code.getAttribute('autocomplete')).toBe('one-time-code')
    await type(
      'Six-digit code',
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() })
    )
    await screen.findByRole('heading', { name: 'Projects' })
    expect(address()).toBe('/projects?show=results')
    await changeUser('viewer@wards.example', { otp_enabled: false, otp_secret: null })
  })

  test('an expired password leads to a new one, in the specification’s words', async () => {
    await changeUser('contributor@wards.example', { password_expires_at: new Date(0) })
    await start('/login')
    await logIn('contributor@wards.example')
    expect(await screen.findByText('Password Expired, please reset you password')).toBeTruthy()
    expect(address()).toBe('/forgot-password')
    expect($session.get().userEmail).toBe('contributor@wards.example')
    await changeUser('contributor@wards.example', { password_expires_at: null })
  })
})

describe('logging in again over the page (product 3)', () => {
  test('keeps the page, refuses a wrong password, and goes on with the right one', async () => {
    await start('/projects', 'lead')
    await act(async () => expireSession())
    await screen.findByText(/Your session has ended/)
    await type('Password', 'wrong password')
    await press('Log in')
    expect(await screen.findByText(/^Incorrect email address or password\./)).toBeTruthy()
    const former = readToken()
    await type('Password', DEMO_PASSWORD)
    await press('Log in')
    await waitFor(() => expect($tokenState.get()).toBe('valid'))
    expect(readToken()).not.toBe(former)
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    expect(screen.getByRole('heading', { name: 'Projects' })).toBeTruthy()
  })

  test('goes on by itself once the same user has logged in again in another tab', async () => {
    await start('/projects', 'lead')
    await act(async () => expireSession())
    await screen.findByText(/Your session has ended/)
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(screen.getByText(/Your session has ended/)).toBeTruthy()
    const former = server.clock.now
    server.clock.now = new Date(former.getTime() + HOUR_MS)
    const body = { programme_id: 1, email_address: 'lead@wards.example', password: DEMO_PASSWORD, otp: null }
    storeToken((await server.call(login, { body })).body.access_token)
    server.clock.now = former
    await act(async () => void dispatchEvent(new Event('focus')))
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
    expect($tokenState.get()).toBe('valid')
  })
})

describe('projects (product 9)', () => {
  test('search and filter live in the address, and an empty list says how to go on', async () => {
    await start('/projects', 'lead')
    await screen.findByRole('link', { name: 'Ward staffing' })
    await type('Find a project', 'staffing')
    expect(screen.queryByRole('link', { name: 'Harm and experience' })).toBeNull()
    expect(address()).toBe('/projects?q=staffing')
    await press(/^Results/)
    expect(address()).toBe('/projects?q=staffing&show=results')
    await press('Show all projects')
    expect(address()).toBe('/projects')
    expect(screen.getByRole('link', { name: 'Harm and experience' })).toBeTruthy()
  })

  test('a starred project comes first', async () => {
    await start('/projects', 'lead')
    await screen.findByRole('link', { name: 'Ward staffing' })
    const firstProject = () =>
      within(screen.getAllByRole('listitem')[0] as HTMLElement).getAllByRole('link')[0]?.textContent
    const last = screen.getAllByRole('button', { name: /^Star / }).at(-1)
    await act(async () => last?.click())
    expect(firstProject()).toBe(last?.getAttribute('aria-label')?.replace('Star ', ''))
    await waitFor(() => expect(last?.getAttribute('aria-pressed')).toBe('true'))
  })

  test('a failed load says so and can be tried again', async () => {
    await start('/projects', 'lead')
    await screen.findByRole('link', { name: 'Ward staffing' })
    const { configureTransport } = await import('#browser/api/transport.ts')
    const { loadProjects } = await import('#browser/stores/projects.ts')
    const { $selectedTimePeriod } = await import('#browser/stores/time-periods.ts')
    configureTransport({
      apiBase: 'http://api.example',
      fetch: () => Promise.reject(new TypeError('Failed to fetch'))
    })
    await act(() => loadProjects($selectedTimePeriod.get()?.id ?? 0))
    expect(screen.getByText('The projects could not be loaded')).toBeTruthy()
    configureTransport({ apiBase: 'http://api.example', fetch: server.fetch })
    await press('Try again')
    expect(await screen.findByRole('link', { name: 'Ward staffing' })).toBeTruthy()
  })
})

describe('project home (product 10)', () => {
  test('the tiles, what is left with its place, and one main action that names its target', async () => {
    await start('/projects/ward-staffing', 'lead')
    const main = await screen.findByRole('link', { name: /^(Continue|Start): Ward \d/ })
    expect(main.getAttribute('href')).toMatch(
      /^\/projects\/ward-staffing\/data-collection\/questionnaire\/\d+-\d+-\d+\?go=left$/
    )
    const wards = [...document.querySelectorAll('details')]
    expect(wards.map(ward => ward.open)).toEqual([true, false, false])
    for (const ward of wards) {
      expect(ward.querySelector('summary')?.textContent).toMatch(/to do$/)
      expect(ward.querySelector('a')?.getAttribute('href')).toMatch(/\?go=left$/)
    }
    const tiles = screen.getByRole('navigation', { name: 'Parts of this project' })
    expect(within(tiles).getByRole('link', { name: /^Data collection\s*\d+% answered/ })).toBeTruthy()
  })
})

describe('home (product 2)', () => {
  test('signed out: what the programme is, and the way in', async () => {
    await start('/')
    expect(screen.getAllByRole('heading', { name: 'Ward Compare' }).at(-1)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Log in' })[0]?.getAttribute('href')).toBe('/login')
    expect(document.title).toBe('National Inpatient Network')
  })

  test('signed in: what is due, the soonest first', async () => {
    await start('/', 'lead')
    expect(await screen.findByRole('heading', { name: /^\d+ projects are waiting for you$/ })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ward staffing 2026' })).toBeTruthy()
    expect(vi.isFakeTimers()).toBe(false)
  })
})
