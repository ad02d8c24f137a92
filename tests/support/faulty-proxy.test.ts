// The fault proxy between site and API does exactly what the names of its faults say.

import { createServer, request as call, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'
import { faultNames, type FaultName } from '#tests/support/faults.ts'
import { openFaultyProxy, type FaultyProxy } from '#tests/support/faulty-proxy.ts'

const SAVED = JSON.stringify({
  saved: Array.from({ length: 40 }, (_, index) => ({ question_id: index + 1 }))
})
const ORIGIN = 'http://wards.localhost:4321'

/** A stand-in for the API that records the requests it receives. */
const reached: { method: string; path: string; body: string }[] = []
let api: Server
let proxy: FaultyProxy

beforeAll(async () => {
  api = createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += String(piece)))
    request.on('end', () => {
      reached.push({ method: request.method ?? '', path: request.url ?? '', body })
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': SAVED.length,
        'access-control-allow-origin': ORIGIN
      })
      response.end(SAVED)
    })
  })
  await new Promise<void>(ready => api.listen(0, '127.0.0.1', () => ready()))
  proxy = await openFaultyProxy(`http://127.0.0.1:${(api.address() as AddressInfo).port}`)
})

afterEach(async () => {
  proxy.clear()
  await proxy.accept()
  reached.length = 0
  proxy.log.length = 0
})

afterAll(async () => {
  await proxy.close()
  await new Promise(done => api.close(done))
})

interface Seen {
  status: number | null
  body: string
  headers: Record<string, string | string[] | undefined>
  /** How the connection ended, if not normally. */
  broken: string | null
}

/** What a client receives before the connection ends; `aborted` if it gives up by itself. */
function ask(method = 'POST', path = '/api/v1/save', patience = 2000): Promise<Seen> {
  return new Promise(resolve => {
    const seen: Seen = { status: null, body: '', headers: {}, broken: null }
    const end = (broken: string | null) => (): void => resolve({ ...seen, broken })
    const request = call(
      `${proxy.url}${path}`,
      { method, headers: { origin: ORIGIN }, agent: false, timeout: patience },
      response => {
        seen.status = response.statusCode ?? null
        seen.headers = response.headers
        response.on('data', piece => (seen.body += String(piece)))
        response.on('end', end(null))
        response.on('error', error => end((error as NodeJS.ErrnoException).code ?? error.message)())
      }
    )
    request.on('timeout', () => {
      end('aborted')()
      request.destroy()
    })
    request.on('error', error => end((error as NodeJS.ErrnoException).code ?? error.message)())
    request.end(['GET', 'OPTIONS'].includes(method) ? undefined : '{"client_change_id":"a"}')
  })
}

const asked = async (fault: FaultName, patience?: number): Promise<Seen> => {
  proxy.fault(fault)
  return ask('POST', '/api/v1/save', patience)
}

test('without a fault everything passes as it is', async () => {
  const seen = await ask()
  expect(seen).toMatchObject({
    status: 200,
    body: SAVED,
    broken: null,
    headers: { 'access-control-allow-origin': ORIGIN }
  })
  expect(reached).toEqual([{ method: 'POST', path: '/api/v1/save', body: '{"client_change_id":"a"}' }])
  expect(proxy.log).toMatchObject([
    { method: 'POST', path: '/api/v1/save', fault: null, deliveries: 1, status: 200 }
  ])
})

test('there are at least 24 faults', () => expect(faultNames.length).toBeGreaterThanOrEqual(24))

describe('statuses', () => {
  const named = faultNames.filter(name => /^status \d+( with Retry-After)?$/.test(name))

  it.each(named)('%s is answered in the API’s place, readable for the page', async name => {
    const seen = await asked(name)
    expect(seen).toMatchObject({
      status: Number(name.slice(7, 10)),
      broken: null,
      headers: { 'access-control-allow-origin': ORIGIN }
    })
    expect(seen.headers['retry-after']).toBe(name.endsWith('Retry-After') ? '1' : undefined)
    expect(reached).toEqual([])
  })

  it('cover those that a save may meet', () => {
    const codes = new Set(named.map(name => Number(name.slice(7, 10))))
    expect([...codes]).toEqual([400, 401, 403, 404, 408, 409, 413, 422, 423, 425, 429, 500, 502, 503, 504])
  })

  it('can come without leave for the page', async () => {
    expect(
      (await asked('status 503 without leave for the page')).headers['access-control-allow-origin']
    ).toBeUndefined()
  })
})

describe('answers that are none', () => {
  it.each<[FaultName, number, string, RegExp]>([
    ['HTML with status 200', 200, 'text/html', /^<!doctype/],
    ['HTML that says it is JSON', 200, 'application/json', /^<!doctype/],
    ['empty with status 200', 200, 'application/json', /^$/],
    ['bad JSON', 200, 'application/json', /^\{.*,$/],
    ['JSON of another shape', 200, 'application/json', /^\{.*\}$/],
    ['JSON that is null', 200, 'application/json', /^null$/]
  ])('%s', async (name, status, type, body) => {
    const seen = await asked(name)
    expect(seen).toMatchObject({ status, broken: null, headers: { 'content-type': type } })
    expect(seen.body).toMatch(body)
    expect(reached).toEqual([])
  })

  it('empty with status 204', async () => {
    expect(await asked('empty with status 204')).toMatchObject({ status: 204, body: '', broken: null })
  })
})

describe('connections that break', () => {
  it('reset at once: the API never hears of it', async () => {
    expect(await asked('reset at once')).toMatchObject({ status: null, broken: 'ECONNRESET' })
    expect(reached).toEqual([])
  })

  it.each<[FaultName, number | null, number]>([
    ['answer lost, work done', null, 0],
    ['reset before the body, work done', 200, 0],
    ['reset in the middle of the body, work done', 200, Math.floor(SAVED.length / 2)],
    ['body shorter than its length, work done', 200, Math.floor(SAVED.length / 2)]
  ])('%s', async (name, status, bytes) => {
    const seen = await asked(name)
    expect(seen).toMatchObject({ status, broken: 'ECONNRESET', body: SAVED.slice(0, bytes) })
    if (status !== null) expect(seen.headers['content-length']).toBe(String(SAVED.length))
    expect(reached).toHaveLength(1)
  })

  it('body cut with a matching length: nothing tells but the body', async () => {
    const seen = await asked('body cut with a matching length, work done')
    expect(seen).toMatchObject({
      status: 200,
      broken: null,
      body: SAVED.slice(0, Math.floor(SAVED.length / 2))
    })
    expect(reached).toHaveLength(1)
  })

  it.each<[FaultName, number]>([
    ['no answer', 0],
    ['no answer, work done', 1]
  ])('%s: only the client’s patience ends it', async (name, deliveries) => {
    expect(await asked(name, 150)).toMatchObject({ status: null, broken: 'aborted' })
    expect(reached).toHaveLength(deliveries)
  })

  it('refused: nobody listens, until someone does again', async () => {
    await proxy.refuse()
    expect(await ask()).toMatchObject({ status: null, broken: 'ECONNREFUSED' })
    await proxy.accept()
    expect(await ask()).toMatchObject({ status: 200 })
  })
})

describe('deliveries', () => {
  it.each<FaultName>(['delivered twice', 'delivered twice at once'])('%s', async name => {
    expect(await asked(name)).toMatchObject({ status: 200, body: SAVED, broken: null })
    expect(reached).toHaveLength(2)
    expect(proxy.log).toMatchObject([{ fault: name, deliveries: 2 }])
  })

  it('slow trickle: whole in the end, in pieces', async () => {
    const started = performance.now()
    expect(await asked('slow trickle')).toMatchObject({ status: 200, body: SAVED, broken: null })
    expect(performance.now() - started).toBeGreaterThan(500)
  })
})

describe('rules', () => {
  it('meet only what they are for, and not preflights', async () => {
    proxy.fault('status 500', { method: 'POST', path: /save$/, body: /client_change_id/ })
    expect((await ask('GET')).status).toBe(200)
    expect((await ask('POST', '/api/v1/other')).status).toBe(200)
    expect((await ask('OPTIONS')).status).toBe(200)
    expect((await ask('POST')).status).toBe(500)
  })

  it('end after as many times as they were given, and leave the first ones alone', async () => {
    proxy.fault('status 503', {}, { times: 2, skip: 1 })
    const statuses: (number | null)[] = []
    for (let turn = 0; turn < 5; turn += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual([200, 503, 503, 200, 200])
  })

  it('follow one another, can be lifted, and can be the test’s own', async () => {
    const first = proxy.fault('status 401', {}, { times: 1 })
    proxy.fault('status 403')
    expect([(await ask()).status, (await ask()).status]).toEqual([401, 403])
    first.lift()
    proxy.clear()
    proxy.fault(async function teapot({ forward, pass }) {
      pass({ ...(await forward()), status: 418 })
    })
    expect((await ask()).status).toBe(418)
    expect(proxy.log.at(-1)).toMatchObject({ fault: 'teapot', deliveries: 1 })
  })

  it('can be waited for', async () => {
    proxy.fault('answer lost, work done', {}, { times: 1 })
    const lost = proxy.seen(request => request.fault === 'answer lost, work done')
    void ask()
    expect(await lost).toMatchObject({ deliveries: 1, status: 200, isDone: true })
  })
})
