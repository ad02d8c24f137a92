// The way to content: every address of the route table, loaded twice. The second load finds what the first has left on this device. Each load imports the
// whole island anew, so `npm test` covers the part of the addresses that the commit chooses, and `npm run test:long -- screens` covers all.

import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearToken, storeToken } from '#browser/api/token.ts'
import { routes } from '#browser/app/routes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { makeCase } from '#tests/support/cases.ts'
import { loadPage, type PageLoad } from '#tests/support/page-loads.ts'
import { openAt } from '#tests/support/page.ts'
import { partInTurn } from '#tests/support/rotation.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer, type Role } from '#tests/support/server.ts'

const server = useServer()

interface Place {
  path: string
  role?: Role
}

async function surveyPlace(child = ''): Promise<Place> {
  const { ids, code } = await makeCase(server)
  return { path: `/surveys/${ids}/${code}${child}` }
}

const PROJECT = '/projects/ward-staffing'
const GROUP = `${PROJECT}/results/establishment`
const as = (role: Role, path: string) => async (): Promise<Place> => ({ path, role })
const open = (path: string) => async (): Promise<Place> => ({ path })

/** A place for every pattern of the route table; a missing one fails below. */
const places: Record<string, () => Promise<Place>> = {
  '/': as('lead', '/'),
  '/login': open('/login'),
  '/register': open('/register'),
  '/forgot-password': open('/forgot-password'),
  '/verify': open('/verify'),
  '/verify/:id': open('/verify/abc'),
  '/users': as('admin', '/users'),
  '/documents': as('lead', '/documents'),
  '/organisation': as('lead', '/organisation'),
  '/projects': as('lead', '/projects'),
  '/projects/:projectcode': as('lead', PROJECT),
  '/projects/:projectcode/about': as('lead', `${PROJECT}/about`),
  '/projects/:projectcode/dashboard': as('lead', `${PROJECT}/dashboard`),
  '/projects/:projectcode/registration': as('lead', `${PROJECT}/registration`),
  '/projects/:projectcode/data-collection': as('contributor', `${PROJECT}/data-collection`),
  '/projects/:projectcode/data-collection/questionnaire/:ids': async () => {
    const submission = await ownSubmission(server, 'ward-staffing', '2026')
    const { questionnaire_id, section_id } = await cellOf(server, submission, 'Staffed beds')
    return {
      path: `${PROJECT}/data-collection/questionnaire/${questionnaire_id}-${submission}-${section_id}`,
      role: 'contributor'
    }
  },
  '/projects/:projectcode/:explorertype': as('viewer', `${PROJECT}/results`),
  '/projects/:projectcode/:explorertype/search': as('viewer', `${PROJECT}/results/search?q=nurses`),
  '/projects/:projectcode/:explorertype/:groupname': as('viewer', GROUP),
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': async () => ({
    path: `${GROUP}/detail/${await chartNamed(server, 'Registered nurses per bed')}`,
    role: 'viewer'
  }),
  '/surveys/404': open('/surveys/404'),
  '/surveys/:ids': async () => ({ path: `/surveys/${(await makeCase(server)).ids}` }),
  '/surveys/:ids/:casecode': () => surveyPlace(),
  '/surveys/:ids/:casecode/complete': () => surveyPlace('/complete'),
  '/surveys/:ids/:casecode/questions': () => surveyPlace('/questions')
}

/** Calls of a first visit. The scripts of these pages have budgets too (tests/sites/script-budgets.test.ts). */
const callBudgets: Record<string, number> = {
  '/login': 1,
  '/projects/:projectcode/data-collection/questionnaire/:ids': 9,
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': 9
}

/** Round trips of a first visit on a device that knows nothing. What follows the first needs its replies. */
const wavesOfFirstVisit: Record<string, number> = {
  '/': 3,
  '/users': 1,
  '/documents': 2,
  '/projects': 1,
  '/projects/:projectcode': 3,
  '/projects/:projectcode/data-collection/questionnaire/:ids': 2,
  '/projects/:projectcode/:explorertype/:groupname': 3,
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?': 3
}

/** All of their calls leave with the page, on a device that has been there. */
const IN_ONE_WAVE = new Set([
  '/projects/:projectcode',
  '/projects/:projectcode/data-collection/questionnaire/:ids',
  '/projects/:projectcode/:explorertype/:groupname/detail/:id?'
])

const entriesInTurn = <Entry>(table: Record<string, Entry>, parts: number): readonly [string, Entry][] =>
  partInTurn(Object.entries(table), parts, 'page loads')

const repeated = ({ waves }: PageLoad): string[] => {
  const calls = waves.flat()
  return calls.filter((call, index) => calls.indexOf(call) < index)
}

// Compiled once, before anything is held to an order.
beforeAll(async () => {
  await Promise.all(routes.map(({ page }) => page.load()))
})

/** Figures of many charts come four at a time (product 18): one wave, though in turns. */
const inSeries = ({ waves }: PageLoad): string[][] => {
  const areFigures = (wave?: readonly string[]): boolean => wave !== undefined && wave.every(isFigures)
  return waves.filter((wave, index) => !areFigures(wave) || !areFigures(waves[index - 1]))
}

/** Operations that only read though they are a POST. */
const READS_BY_POST = Object.values<Endpoint>(endpoints)
  .filter(one => one.onlyReads && one.method === 'POST')
  .map(one => one.path.split('{')[0]!)
const isFigures = (call: string): boolean => call.startsWith('POST data/getChartData/')
const isGet = (call: string): boolean => call.startsWith('GET ')
/** What the page's script begins: every GET, and of what reads by POST as many as may be under way at once. */
const begunEarly = (calls: readonly string[]): string[] => [
  ...calls.filter(isGet),
  ...calls.filter(call => READS_BY_POST.some(path => call.startsWith(`POST ${path}`))).slice(0, 4)
]

beforeEach(() => {
  vi.setSystemTime(server.clock.now)
  clearToken()
})

test('every address has a place', () =>
  expect(Object.keys(places).toSorted()).toEqual(routes.map(({ pattern }) => pattern).toSorted()))

test('a page that has been left does not follow the address', async () => {
  await loadPage(server, '/surveys/404')
  const { path } = await surveyPlace()
  const fetch = vi.fn<() => Promise<never>>().mockReturnValue(new Promise(() => {}))
  vi.stubGlobal('fetch', fetch)
  openAt(path)
  window.dispatchEvent(new Event('popstate'))
  await pause(300)
  expect(fetch).not.toHaveBeenCalled()
})

describe('no call waits for more than one other, and none is made twice', () => {
  test.each(entriesInTurn(places, 4))('%s', async (pattern, placeOf) => {
    const { path, role } = await placeOf()
    if (role) storeToken(await server.tokenOf(role))
    const isNew = await loadPage(server, path)
    expect(repeated(isNew)).toEqual([])
    expect(isNew.waves.flat().length).toBeLessThanOrEqual(callBudgets[pattern] ?? Number.POSITIVE_INFINITY)
    expect(isNew.waves.length).toBeLessThanOrEqual(wavesOfFirstVisit[pattern] ?? Number.POSITIVE_INFINITY)
    const again = await loadPage(server, path, { hasScript: false })
    expect(repeated(again)).toEqual([])
    expect(inSeries(again).slice(2)).toEqual([])
    expect(again.text.includes('Log into')).toBe(path === '/login')
    if (/:casecode(\/questions)?$/.test(pattern))
      expect(isNew.begunWithThePage.join()).toMatch(/^GET caseCode\/checkCaseCode[^,]*$/)
    if (!role) return
    // A device that knows nothing begins with what the address reads in any case: all of it is used.
    expect(isNew.begunWithThePage.length).toBeGreaterThanOrEqual(3)
    const newest = await periodNamed(server, '2026')
    const ofNewest = (call: string): string => call.replace('&time_period_id=0', `&time_period_id=${newest}`)
    expect(again.waves.flat()).toEqual(expect.arrayContaining(isNew.begunWithThePage.map(ofNewest)))
    // The projects of the newest period are not asked for a second time once it is known which that is.
    expect(isNew.waves.flat().filter(call => isNew.begunWithThePage.map(ofNewest).includes(call))).toEqual(
      isNew.begunWithThePage.filter(call => call === ofNewest(call))
    )
    // With the page's script the calls are under way before the island is there, and no others follow than those that may not.
    const early = await loadPage(server, path)
    expect(repeated(early)).toEqual([])
    expect(early.begunWithThePage.toSorted()).toEqual(begunEarly(again.waves.flat()).toSorted())
    expect(early.waves[0]).toEqual(expect.arrayContaining(early.begunWithThePage))
    expect(early.waves.slice(1).flat().filter(isGet)).toEqual([])
    if (IN_ONE_WAVE.has(pattern)) expect(early.waves).toHaveLength(1)
  })
})

/** The periods that a call names, in its address or its body; of the periods of a trend only the chosen one. */
const periodsIn = (call: string): number[] =>
  [...call.matchAll(/time_period_id(?:"\s*:\s*|=)(\d+)/g)].map(([, id]) => Number(id))

describe('a reload asks for the figures of the chosen period alone, first bar after two calls in a row', () => {
  const charts: Record<string, () => Promise<string>> = {
    overview: async () => GROUP,
    chart: async () => `${GROUP}/detail/${await chartNamed(server, 'Registered nurses per bed')}`,
    dashboard: async () => `${PROJECT}/dashboard`
  }
  test.each(entriesInTurn(charts, 3))('%s', async (name, pathOf) => {
    storeToken(await server.tokenOf('viewer'))
    const earlier = await periodNamed(server, '2025')
    const path = `${await pathOf()}?tp=${earlier}`
    // The newest period is what the server would choose; it is what a page that has not read its address asks for.
    expect(earlier).not.toBe(await periodNamed(server, '2026'))
    await loadPage(server, path)
    const again = await loadPage(server, path)
    const named = again.waves.flat().flatMap(periodsIn)
    expect(named.length).toBeGreaterThan(1)
    expect([...new Set(named)]).toEqual([earlier])
    // The rows of the overview ask when they are seen, which nothing is here: what comes before must then be one wave.
    const before = inSeries(again).findIndex(calls => calls.some(call => call.includes('getChartData')))
    if (name === 'overview') expect(again.waves).toHaveLength(1)
    else expect([0, 1]).toContain(before)
  })
})
