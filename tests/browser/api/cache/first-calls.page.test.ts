// The calls that a page's inline script begins before the island's code is there.

import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { abort } from '#browser/api/abort.ts'
import { noteWrite, shareReads } from '#browser/api/cache/shared-reads.ts'
import { call } from '#browser/api/call.ts'
import { clearToken, storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { firstReads } from '#browser/app/first-reads.ts'
import { getChartData } from '#contract/chart-data.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { chartAnswer } from '#tests/support/chart-reply.ts'
import { pageConfig } from '#tests/support/page-config.ts'

const script = readFileSync(new URL('../../../../src/pages/_shell/first-calls.js', import.meta.url), 'utf8')
const ADDRESS = 'http://api.example/api/v1/organisations/?programme_id=1'
const claims = { sub: '7', programme_id: 1, role_type_id: 3, iat: 1, exp: 4_000_000_000 }
const token = ['', JSON.stringify(claims), ''].map(part => btoa(part).replaceAll('=', '')).join('.')

interface Begun {
  calls: { url: string; init: RequestInit }[]
  /** What the page's calls are given as their limit, in milliseconds. */
  limits: number[]
  firstCalls: typeof globalThis.firstCalls
}

/** Runs the script of a page as its browser would, for someone who has visited this address before. */
function loadPageAt(
  path: string,
  {
    cookie = `token=${token}`,
    keptFor = `1/7/${pageConfig.buildId}`,
    calls = ['organisations/?programme_id=1'],
    reply = async () => Response.json({})
  } = {}
): Begun {
  const begun: Begun = { calls: [], limits: [], firstCalls: undefined }
  const stored: Record<string, string> = {
    'kept-for': keptFor,
    'kept:first-calls': JSON.stringify({
      pages: { [path]: calls },
      everywhere: ['organisations/?programme_id=1']
    })
  }
  const { pathname, search } = new URL(path, 'http://wards.example')
  const context = createContext({
    document: {
      cookie,
      getElementById: (id: string) => ({
        textContent: JSON.stringify(id === 'first-reads' ? firstReads : pageConfig)
      })
    },
    localStorage: { getItem: (name: string) => stored[name] ?? null },
    location: { pathname, search },
    atob,
    AbortSignal: { timeout: (ms: number) => (begun.limits.push(ms), AbortSignal.timeout(ms)) },
    fetch: (url: string, init: RequestInit) => {
      begun.calls.push({ url, init })
      return reply()
    }
  })
  runInContext(script, context)
  return { ...begun, firstCalls: context['firstCalls'] as typeof globalThis.firstCalls }
}

afterEach(() => {
  vi.useRealTimers()
  clearToken()
  noteWrite()
})

test('what the last visit asked for is sent with the token, to the API alone', () => {
  const { calls } = loadPageAt('/projects')
  expect(calls.map(({ url }) => url)).toEqual([ADDRESS])
  expect(calls[0]!.init).toMatchObject({
    headers: { authorization: `Bearer ${token}` },
    credentials: 'omit',
    redirect: 'error'
  })
})

test('a read by POST is sent with its body, and is the island’s only with the same body and token', async () => {
  const { calls, firstCalls } = loadPageAt('/projects/wards/results/a/detail/12', {
    calls: ['data/getChartData/12/0?programme_id=1\n{"time_period_ids":[4]}'],
    reply: async () => Response.json(chartAnswer({ values: [1] }))
  })
  expect(calls).toMatchObject([
    {
      url: 'http://api.example/api/v1/data/getChartData/12/0?programme_id=1',
      init: { method: 'POST', body: '{"time_period_ids":[4]}', headers: { authorization: `Bearer ${token}` } }
    }
  ])
  const sent: string[] = []
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: async input => {
      sent.push(await (input as Request).clone().text())
      return Response.json(chartAnswer({ values: [1] }))
    }
  })
  const figuresOf = (period: number) =>
    call(getChartData, {
      params: { a: 12, b: 0 },
      query: { programme_id: 1 } as never,
      body: { time_period_ids: [period] } as never
    })
  const begin = () => {
    globalThis.firstCalls = firstCalls
    shareReads()
  }
  expect(storeToken(token)).toBe(true)
  begin()
  expect((await figuresOf(4)).ok).toBe(true)
  expect(sent).toEqual([])
  await figuresOf(5)
  expect(sent).toEqual(['{"time_period_ids":[5]}'])
  // Someone else has logged in since the page was asked for.
  const other = ['', JSON.stringify({ ...claims, sub: '8' }), ''].map(part => btoa(part).replaceAll('=', ''))
  expect(storeToken(other.join('.'))).toBe(true)
  begin()
  await figuresOf(4)
  expect(sent).toHaveLength(2)
})

/** The projects of the newest period. */
const NEWEST = 'projects/programmeProjectStatus/?programme_id=1&time_period_id=0'
const ALWAYS = ['users/me', 'organisations/?programme_id=1', 'timePeriods?programme_id=1']

test.each([
  ['/documents', [NEWEST]],
  ['/projects?org=3', []],
  [
    '/projects/wards/results/staffing?tp=4',
    ['projects/programmeProjectStatus/?programme_id=1&time_period_id=4']
  ],
  [
    '/projects/wards/results/staffing/detail/12?tp=4',
    [
      'projects/programmeProjectStatus/?programme_id=1&time_period_id=4',
      'outputTypes/forChart/12',
      'metaData/?chart_id=12'
    ]
  ],
  [
    '/projects/wards/data-collection/questionnaire/3-5-8',
    [
      NEWEST,
      'questionnaires/3?submission_id=5',
      'questionnaires/3/sections?submission_id=5',
      'questionnaires/3/sections/8/questions?submission_id=5&is_watching=true',
      'questionnaireSectionSubmissions/completion?submission_id=5&questionnaire_id=3'
    ]
  ]
])(
  'a device that another user has used begins at %s with what the address reads in any case',
  (path, own) => {
    const { calls } = loadPageAt(path, { keptFor: `1/8/${pageConfig.buildId}` })
    expect(calls.map(({ url }) => url.replace('http://api.example/api/v1/', ''))).toEqual([...ALWAYS, ...own])
  }
)

test.each([
  ['a survey', '/surveys/3-5/ABCDE', {}],
  ['a survey’s refused code', '/surveys/404', {}],
  ['someone who is not logged in', '/projects', { cookie: '' }],
  [
    'another programme’s token',
    '/projects',
    { cookie: `token=${btoa('')}.${btoa('{"sub":"7","programme_id":2}')}.` }
  ]
])('nothing is sent for %s', (_, path, options) => {
  const { calls, firstCalls } = loadPageAt(path, options)
  expect([calls, firstCalls]).toEqual([[], undefined])
})

test('a first call ends when a call of the island would, and the island then sends its own', async () => {
  const { limits, firstCalls } = loadPageAt('/projects', {
    reply: () => Promise.reject(new DOMException('The operation timed out.', 'TimeoutError'))
  })
  expect(storeToken(token)).toBe(true)
  let sent = 0
  configureTransport({
    apiBase: pageConfig.apiBase,
    fetch: async () => {
      sent += 1
      return sent === 1 ? Response.json({ organisations: [] }) : new Promise<Response>(() => {})
    }
  })
  globalThis.firstCalls = firstCalls
  shareReads()
  const query = { programme_id: 1 }
  expect(await call(listOrganisations, { query })).toMatchObject({ ok: true })
  expect(sent).toBe(1)

  // A call of the island's that nobody replies to.
  noteWrite()
  vi.useFakeTimers()
  let ended: unknown = null
  void call(listOrganisations, { query }).then(result => (ended = result))
  await vi.advanceTimersByTimeAsync(limits[0]! - 1)
  expect(ended).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toMatchObject({ ok: false, error: GENERIC_FAILURE })
})

test('the abort function logs, and ends neither a first call nor one of the island', async () => {
  const replies = Promise.withResolvers<Response>()
  const { calls, firstCalls } = loadPageAt('/projects', { reply: () => replies.promise })
  expect(storeToken(token)).toBe(true)
  configureTransport({ apiBase: pageConfig.apiBase, fetch: async () => new Response('', { status: 500 }) })
  globalThis.firstCalls = firstCalls
  shareReads()
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const listed = call(listOrganisations, { query: { programme_id: 1 } })
  abort()
  expect(log.mock.calls).toEqual([['aborting']])
  log.mockRestore()
  expect(calls[0]!.init.signal?.aborted).toBe(false)
  replies.resolve(Response.json({ organisations: [] }))
  expect(await listed).toEqual({ ok: true, value: { organisations: [] } })
})
