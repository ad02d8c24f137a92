// @vitest-environment node
import { openAt } from '../support/page.ts'
import { aToken } from '../support/token.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeToken } from '#api/token.ts'
import { layoutFor } from '#app/layouts/layout-for.ts'
import { currentPlace, mainPlaces, projectPlaces } from '#app/layouts/places.ts'
import { matchPath } from '#app/match.ts'
import { routes, undeliveredRoutes } from '#app/routes.ts'
import { documentTitle } from '#app/title.ts'
import { askGuards } from '#navigation/guards.ts'
import { mustAskBeforeLeaving, registerLeaveCheck } from '#navigation/leave.ts'
import { paths, staticPaths } from '#navigation/paths.ts'
import { redirectFor, safeNext } from '#navigation/redirects.ts'
import { $session, logOut, restoreSession } from '#stores/session.ts'
import { setRuntimeConfig } from '#stores/site-config.ts'

beforeEach(() => {
  setRuntimeConfig({
    programmeCode: 'wards',
    programmeId: 1,
    programmeName: 'N',
    productName: 'W',
    apiBase: 'http://a.example',
    primaryColour: '#000'
  })
  logOut()
})

function signInAs(role_type_id: number): void {
  storeToken(aToken({ role_type_id }))
  restoreSession()
}

const place = { path: '/users', search: '?tab=active', params: {} }

describe('the route table (spec 2)', () => {
  test('addresses and their guards', () => {
    expect(routes.map(({ pattern, guards }) => `${pattern}  ${guards.join(' ')}`.trim())).toMatchInlineSnapshot(`
      [
        "/",
        "/login",
        "/register",
        "/forgot-password",
        "/verify",
        "/verify/:id",
        "/users  auth is-admin",
        "/documents",
        "/organisation",
        "/projects  auth",
        "/projects/:projectcode  auth",
        "/projects/:projectcode/about  auth",
        "/projects/:projectcode/dashboard  auth",
        "/projects/:projectcode/registration  auth",
        "/projects/:projectcode/data-collection  auth",
        "/projects/:projectcode/data-collection/questionnaire/:ids  auth",
        "/projects/:projectcode/:explorertype  auth",
        "/projects/:projectcode/:explorertype/search  auth",
        "/projects/:projectcode/:explorertype/:groupname  auth",
        "/projects/:projectcode/:explorertype/:groupname/detail/:id?  auth",
        "/surveys/404",
        "/surveys/:ids",
        "/surveys/:ids/:casecode  casecode",
        "/surveys/:ids/:casecode/complete  casecode",
        "/surveys/:ids/:casecode/questions  casecode",
      ]
    `)
  })

  test('addresses that still show the notice', () => {
    process.stdout.write(`Not delivered yet: ${undeliveredRoutes.join(', ')}\n`)
    expect(undeliveredRoutes).toMatchInlineSnapshot(`
      [
        "/register",
        "/forgot-password",
        "/verify",
        "/verify/:id",
        "/users",
        "/documents",
        "/organisation",
        "/projects/:projectcode/about",
        "/projects/:projectcode/dashboard",
        "/projects/:projectcode/registration",
        "/projects/:projectcode/:explorertype/search",
      ]
    `)
  })

  test('every address without a variable part has a file of its own', () => {
    expect([...staticPaths].toSorted()).toEqual(
      routes
        .map(({ pattern }) => pattern)
        .filter(pattern => !pattern.includes(':'))
        .toSorted()
    )
  })

  test.each([
    [paths.project('ward-staffing'), '/projects/:projectcode', { projectcode: 'ward-staffing' }],
    [paths.projectAbout('w'), '/projects/:projectcode/about', { projectcode: 'w' }],
    [paths.dataCollection('w'), '/projects/:projectcode/data-collection', { projectcode: 'w' }],
    [paths.section('w', 1, 2, 3), '/projects/:projectcode/data-collection/questionnaire/:ids', { projectcode: 'w', ids: '1-2-3' }],
    [paths.explorer('w', 'results'), '/projects/:projectcode/:explorertype', { projectcode: 'w', explorertype: 'results' }],
    [paths.explorerSearch('w', 'results'), '/projects/:projectcode/:explorertype/search', { projectcode: 'w', explorertype: 'results' }],
    [
      paths.explorerGroup('w', 'results', 'falls & harm'),
      '/projects/:projectcode/:explorertype/:groupname',
      { projectcode: 'w', explorertype: 'results', groupname: 'falls & harm' }
    ],
    [
      paths.explorerDetail('w', 'results', 'g', 5),
      '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
      { projectcode: 'w', explorertype: 'results', groupname: 'g', id: '5' }
    ],
    [
      paths.explorerDetail('w', 'results', 'g'),
      '/projects/:projectcode/:explorertype/:groupname/detail/:id?',
      { projectcode: 'w', explorertype: 'results', groupname: 'g' }
    ],
    [paths.verify('x-1'), '/verify/:id', { id: 'x-1' }],
    [paths.surveyNotFound(), '/surveys/404', {}],
    [paths.surveyCase(1, 2, 'AB12'), '/surveys/:ids/:casecode', { ids: '1-2', casecode: 'AB12' }],
    [paths.surveyQuestions(1, 2, 'AB12'), '/surveys/:ids/:casecode/questions', { ids: '1-2', casecode: 'AB12' }],
    [paths.surveyComplete(1, 2, 'AB12'), '/surveys/:ids/:casecode/complete', { ids: '1-2', casecode: 'AB12' }]
  ])('%s', (path, pattern, params) => {
    const match = matchPath(path)
    expect(match?.route.pattern).toBe(pattern)
    expect(match?.params).toEqual(params)
  })

  test.each(['/nowhere', '/projects/w/results/g/other/5', '/login/more', '/projects/%E0%A4%A'])('%s is unknown', path => {
    expect(matchPath(path)).toBeNull()
  })

  test.each(['1-2', '1-2-3-4', '1-2-x', '0-2-3', '1--3', '1-2-3.5', '-1-2-3'])(
    'a questionnaire needs three whole numbers: %s is none',
    ids => {
      const match = matchPath(`/projects/w/data-collection/questionnaire/${ids}`)
      expect(match?.route.open(match.params)).toBeNull()
    }
  )

  test('a chart’s id is a whole number', () => {
    const open = (path: string) => matchPath(path)?.route.open(matchPath(path)?.params ?? {})
    expect(open('/projects/w/results/g/detail/5')).not.toBeNull()
    expect(open('/projects/w/results/g/detail/five')).toBeNull()
  })
})

describe('guards (spec 2; product 0)', () => {
  test('an unknown name raises Unknown route middleware', async () => {
    await expect(askGuards(['auth2'], place)).rejects.toThrow('Unknown route middleware')
    await expect(askGuards(['constructor'], place)).rejects.toThrow('Unknown route middleware')
  })

  test('auth sends to the login and remembers the way', async () => {
    expect(await askGuards(['auth'], place)).toEqual({ is: 'redirect', to: '/login?next=%2Fusers%3Ftab%3Dactive' })
    signInAs(5)
    expect(await askGuards(['auth'], place)).toEqual({ is: 'pass' })
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
    const verdict = await askGuards(['auth', guard], place)
    expect(verdict).toMatchObject(passes ? { is: 'pass' } : { is: 'redirect', to: '/projects', warning: expect.stringContaining('Only') })
  })

  test('the first guard that refuses decides', async () => {
    expect(await askGuards(['auth', 'is-admin'], place)).toMatchObject({ to: expect.stringContaining('/login') })
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

test('unsaved work is asked for only while somebody has some (product 0)', async () => {
  expect(await mustAskBeforeLeaving()).toBe(false)
  const flushed = registerLeaveCheck(async () => 'leave')
  expect(await mustAskBeforeLeaving()).toBe(false)
  const failed = registerLeaveCheck(async () => 'ask')
  expect(await mustAskBeforeLeaving()).toBe(true)
  failed()
  expect(await mustAskBeforeLeaving()).toBe(false)
  flushed()
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
    expect(documentTitle('Projects', 'National Inpatient Network')).toBe('Projects - National Inpatient Network')
    expect(documentTitle('', 'National Inpatient Network')).toBe('National Inpatient Network')
  })
})

describe('places in the bars', () => {
  test('lead only where a screen is delivered, or where the programme says', () => {
    expect(mainPlaces(null, { navigation: [] })).toEqual([])
    signInAs(3)
    expect(mainPlaces($session.get().user, { navigation: [] })).toEqual([{ label: 'Projects', path: '/projects' }])
    expect(mainPlaces(null, { navigation: [{ label: 'Help', path: '/help' }] })).toEqual([{ label: 'Help', path: '/help' }])
  })

  test('the longest place that begins the path is where one is', () => {
    const places = projectPlaces('w', [{ explorer_type: 'results', label: 'Results' }])
    expect(currentPlace(places, '/projects/w')?.label).toBe('Home')
    expect(currentPlace(places, '/projects/w/results/g/detail/5')?.label).toBe('Results')
    expect(currentPlace(places, '/projects/w2')).toBeUndefined()
  })
})
