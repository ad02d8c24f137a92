// What decides where an address leads: guards, redirects, unsaved work; and what is written in the bars.

import { beforeEach, describe, expect, test } from 'vitest'
import { storeToken } from '#browser/api/token.ts'
import { layoutFor } from '#browser/app/layouts/layout-for.ts'
import { currentItem, mainNavigation, projectNavigation } from '#browser/app/layouts/navigation-items.ts'
import { runGuards } from '#browser/navigation/guards.ts'
import { registerLeaveCheck, unsavedWork } from '#browser/navigation/leave.ts'
import { documentTitle } from '#browser/navigation/page-title.ts'
import { redirectFor, safeNext } from '#browser/navigation/redirects.ts'
import { $session, logOut, restoreSession } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { openAt } from '#tests/support/page.ts'
import { aToken } from '#tests/support/token.ts'

beforeEach(() => {
  setRuntimeConfig(pageConfig)
  logOut()
})

function signInAs(role_type_id: number): void {
  storeToken(aToken({ role_type_id }))
  restoreSession()
}

const place = { path: '/users', search: '?tab=active', params: {} }

describe('guards (spec 2; product 0)', () => {
  test('an unknown name raises Unknown route middleware', async () => {
    await expect(runGuards(['auth2'], place)).rejects.toThrow('Unknown route middleware')
    await expect(runGuards(['constructor'], place)).rejects.toThrow('Unknown route middleware')
  })

  test('auth sends to the login and remembers the way', async () => {
    expect(await runGuards(['auth'], place)).toEqual({
      is: 'redirect',
      to: '/login?next=%2Fusers%3Ftab%3Dactive'
    })
    signInAs(5)
    expect(await runGuards(['auth'], place)).toEqual({ is: 'pass' })
  })

  test.each([
    ['is-admin', 1, true],
    ['is-admin', 2, true],
    ['is-admin', 3, false],
    ['is-superuser', 1, true],
    ['is-superuser', 2, false],
    ['is-superuser', 5, false]
  ])('%s, role %i: %s', async (guard, role, passes) => {
    signInAs(role)
    const verdict = await runGuards(['auth', guard], place)
    expect(verdict).toMatchObject(
      passes ? { is: 'pass' } : { is: 'redirect', to: '/projects', warning: expect.stringContaining('Only') }
    )
  })

  test('the first guard that refuses decides', async () => {
    expect(await runGuards(['auth', 'is-admin'], place)).toMatchObject({
      to: expect.stringContaining('/login')
    })
  })
})

describe('redirects by path', () => {
  const table = {
    '/help': 'https://wards.example/help',
    '/wards': '/projects',
    '/self': '/self',
    '/js': 'javascript:alert(1)',
    '/twice': '//evil.example'
  }
  test.each([
    ['/help', { is: 'leave', href: 'https://wards.example/help' }],
    ['/wards', { is: 'redirect', to: '/projects' }],
    ['/self', { is: 'pass' }],
    ['/js', { is: 'pass' }],
    ['/twice', { is: 'pass' }],
    ['/other', { is: 'pass' }],
    ['/constructor', { is: 'pass' }]
  ])('%s', (path, verdict) => expect(redirectFor(path, table)).toEqual(verdict))

  test.each([
    ['/projects?show=results#top', '/projects?show=results#top'],
    [null, '/otherwise'],
    ['', '/otherwise'],
    ['https://evil.example', '/otherwise'],
    ['//evil.example', '/otherwise'],
    ['/\\evil.example', '/otherwise'],
    ['/\t/evil.example', '/otherwise'],
    ['javascript:alert(1)', '/otherwise'],
    ['projects', '/otherwise']
  ])('next=%s leads to %s', (next, goal) => {
    openAt('/login')
    expect(safeNext(next, '/otherwise')).toBe(goal)
  })
})

test('unsaved work is asked for only while someone has some, and the browser asks no longer than that (product 0)', async () => {
  const closesAtOnce = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect([await unsavedWork(), closesAtOnce()]).toEqual(['none', true])
  const flushed = registerLeaveCheck(async () => 'leave')
  expect([await unsavedWork(), closesAtOnce()]).toEqual(['none', false])
  const failed = registerLeaveCheck(async () => 'ask')
  expect(await unsavedWork()).toBe('kept')
  const typed = registerLeaveCheck(async () => 'lose')
  expect(await unsavedWork()).toBe('lost')
  for (const stop of [typed, failed, flushed]) stop()
  expect([await unsavedWork(), closesAtOnce()]).toEqual(['none', true])
})

describe('layouts and titles (spec 2)', () => {
  test.each([
    ['/surveys/1-2', 'surveys'],
    ['/surveys/404', 'surveys'],
    ['/login', 'none'],
    ['/register', 'none'],
    ['/forgot-password', 'none'],
    ['/verify/abc', 'none'],
    ['/', 'default'],
    ['/projects/w', 'default']
  ])('%s has the layout %s', (path, layout) => expect(layoutFor(path)).toBe(layout))

  test('page title, then the programme’s name, or the name alone', () => {
    expect(documentTitle('Projects', 'National Inpatient Network')).toBe(
      'Projects - National Inpatient Network'
    )
    expect(documentTitle('', 'National Inpatient Network')).toBe('National Inpatient Network')
  })
})

describe('items of the navigation bars', () => {
  test('lead only where a screen is delivered, or where the programme says', () => {
    const open = [
      { label: 'Documents', path: '/documents' },
      { label: 'Organisation', path: '/organisation' }
    ]
    expect(mainNavigation(null, { navigation: [] })).toEqual(open)
    signInAs(3)
    expect(mainNavigation($session.get().user, { navigation: [] })).toEqual([
      { label: 'Projects', path: '/projects' },
      ...open
    ])
    expect(mainNavigation(null, { navigation: [{ label: 'Help', path: '/help' }] })).toEqual([
      { label: 'Help', path: '/help' }
    ])
  })

  test('the longest place that begins the path is where one is', () => {
    const places = projectNavigation('w', [{ explorer_type: 'results', label: 'Results' }])
    expect(currentItem(places, '/projects/w')?.label).toBe('Home')
    expect(currentItem(places, '/projects/w/results/g/detail/5')?.label).toBe('Results')
    expect(currentItem(places, '/projects/w2')).toBeUndefined()
  })
})
