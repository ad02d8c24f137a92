import * as v from 'valibot'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { abort, signal } from '#browser/api/abort.ts'
import { call } from '#browser/api/call.ts'
import { toSearchParams } from '#browser/api/search-params.ts'
import { callFile } from '#browser/api/send-call.ts'
import { clearToken, storeToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { downloadDocument, listDocuments } from '#contract/documents.ts'
import { endpoint, type Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { GENERIC_FAILURE } from '#contract/failures.ts'
import { listOrganisations } from '#contract/organisations.ts'
import { aToken } from '#tests/support/token.ts'

const read = endpoint({
  method: 'GET',
  path: 'wards/{id}/beds',
  access: 'viewer',
  summary: 'For these tests.',
  params: v.object({ id: v.string() }),
  query: v.object({ peerGroupId: v.array(v.number()), note: v.optional(v.string()) }),
  reply: v.object({ beds: v.array(v.number()), total: v.optional(v.number()) })
})
const change = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
  endpoint({
    method,
    path: 'wards',
    access: 'viewer',
    summary: 'For these tests.',
    body: v.object({ name: v.string() }),
    reply: v.object({ id: v.number() })
  })

const input = { params: { id: 'a b/c' }, query: { peerGroupId: [3, 9] } }
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

let requests: Request[]
let onUnauthorised: () => void

/** The network: each request gets the next reply; the last one repeats. */
function network(...answers: (() => Response | Promise<Response>)[]): void {
  requests = []
  onUnauthorised = vi.fn<() => void>()
  configureTransport({
    apiBase: 'https://api.example/base/',
    onUnauthorised,
    fetch: async request => {
      requests.push((request as Request).clone())
      const answer = answers[Math.min(requests.length, answers.length) - 1]
      return answer!()
    }
  })
}

beforeEach(() => clearToken())

describe('requests (spec 7)', () => {
  test('path, repeated parameters, JSON content type and the bearer token', async () => {
    network(() => json({ beds: [1] }))
    const token = aToken()
    storeToken(token)
    expect(await call(read, input)).toEqual({ ok: true, value: { beds: [1] } })
    const [request] = requests
    expect(request?.url).toBe(
      'https://api.example/base/api/v1/wards/a%20b%2Fc/beds?peerGroupId=3&peerGroupId=9'
    )
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(request).toMatchObject({ credentials: 'omit', redirect: 'error' })
  })

  test('no token, no header', async () => {
    network(() => json({ beds: [] }))
    await call(read, input)
    expect(requests[0]?.headers.has('authorization')).toBe(false)
  })

  test('a caller’s headers override the defaults', async () => {
    network(() => json({ beds: [] }))
    storeToken(aToken())
    await call(read, input, { headers: { 'content-type': 'text/csv', authorization: 'Bearer other' } })
    expect(requests[0]?.headers.get('content-type')).toBe('text/csv')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer other')
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s sends a body', async method => {
    network(() => json({ id: 1 }))
    expect(await call(change(method), { body: { name: 'Ward 4B' } })).toEqual({ ok: true, value: { id: 1 } })
    expect(requests[0]?.method).toBe(method)
    expect(await requests[0]?.json()).toEqual({ name: 'Ward 4B' })
  })

  test.each(Object.entries(endpoints))(
    '%s sends a body unless it is a GET, whether it takes one or not',
    async (_, operation: Endpoint) => {
      network(() => json({}))
      const params = Object.fromEntries(
        [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 1])
      )
      await call(operation, { params })
      expect(requests[0]?.method).toBe(operation.method)
      expect(await requests[0]?.text()).toBe(operation.method === 'GET' ? '' : '{}')
    }
  )

  test('the abort function only logs and cancels nothing', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    abort()
    expect(log).toHaveBeenCalledExactlyOnceWith('aborting')
    expect(signal.aborted).toBe(false)
    log.mockRestore()
  })
})

test('parameters: arrays repeat their name, null is a word, undefined is left out', () => {
  expect(toSearchParams({ a: [1, 2], b: null, c: undefined, d: 'x y', e: [] }).toString()).toBe(
    'a=1&a=2&b=null&d=x+y'
  )
})

// Product 22.3: reads are sent once more for these statuses and for network faults, at once; writes go out once.
const RETRIED = [408, 409, 425, 429, 500, 502, 503, 504]
const refused = () => Promise.reject(new TypeError('Failed to fetch'))
const standard = { ok: false, error: GENERIC_FAILURE, status: null }

describe('faults', () => {
  test.each(RETRIED)('a read is tried twice on %i', async status => {
    network(() => json({ detail: 'busy' }, status))
    expect(await call(read, input)).toEqual({ ok: false, error: 'busy', status })
    expect(requests).toHaveLength(2)
  })

  test.each(RETRIED)('a read that succeeds the second time is a success, first %i', async status => {
    network(
      () => json({}, status),
      () => json({ beds: [7] })
    )
    expect(await call(read, input)).toEqual({ ok: true, value: { beds: [7] } })
  })

  test.each([400, 401, 402, 403, 404, 405, 410, 413, 418, 422, 423, 426, 431, 451, 501, 505, 507, 511, 599])(
    'a read is tried once on %i',
    async status => {
      network(() => json({ detail: 'no' }, status, { 'retry-after': '0' }))
      expect(await call(read, input)).toEqual({ ok: false, error: 'no', status })
      expect(requests).toHaveLength(1)
    }
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s is sent once, whatever happens',
    async method => {
      for (const status of [...RETRIED, 422]) {
        network(() => json({ detail: 'no' }, status))
        expect(await call(change(method), { body: { name: 'x' } })).toEqual({
          ok: false,
          error: 'no',
          status
        })
        expect(requests).toHaveLength(1)
      }
      network(refused)
      expect(await call(change(method), { body: { name: 'x' } })).toEqual(standard)
      expect(requests).toHaveLength(1)
    }
  )

  test('a read is tried twice when the network fails', async () => {
    network(refused)
    expect(await call(read, input)).toEqual(standard)
    expect(requests).toHaveLength(2)
  })

  test.each([
    ['a cut body', () => new Response('{"beds":[1,', { headers: { 'content-type': 'application/json' } })],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) }))
    ],
    [
      'HTML with status 200',
      () =>
        new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } })
    ],
    ['an empty 204', () => new Response(null, { status: 204 })],
    ['an empty 200', () => new Response('')],
    ['JSON that is no object', () => json([1, 2])],
    ['JSON null', () => json(null)],
    ['an object without the promised key', () => json({ total: 3 })],
    ['null for a list', () => json({ beds: null })]
  ])('%s is a failure with the standard text, after one attempt', async (_, answer) => {
    network(answer)
    expect(await call(read, input)).toEqual(standard)
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['no body', () => new Response(null, { status: 400 })],
    [
      'HTML',
      () => new Response('<h1>Bad gateway</h1>', { status: 400, headers: { 'content-type': 'text/html' } })
    ],
    ['a detail that is no text', () => json({ detail: [{ msg: 'x' }] }, 400)],
    ['an empty detail', () => json({ detail: '' }, 400)]
  ])('a refusal with %s has the standard text and its status (spec 8)', async (_, answer) => {
    network(answer)
    expect(await call(read, input)).toEqual({ ok: false, error: GENERIC_FAILURE, status: 400 })
  })

  test('Retry-After is honoured up to five seconds', async () => {
    vi.useFakeTimers()
    for (const [seconds, waited] of [
      ['2', 2000],
      ['3600', 5000]
    ] as const) {
      network(
        () => json({}, 503, { 'retry-after': seconds }),
        () => json({ beds: [] })
      )
      const result = call(read, input)
      await vi.advanceTimersByTimeAsync(waited - 10)
      expect(requests).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(20)
      expect(requests).toHaveLength(2)
      expect((await result).ok).toBe(true)
    }
  })

  test('no answer within 30 seconds is a failure, and is not tried again', async () => {
    vi.useFakeTimers()
    network(() => new Promise<Response>(() => {}))
    const result = call(read, input)
    await vi.advanceTimersByTimeAsync(30_001)
    expect(await result).toEqual(standard)
    expect(requests).toHaveLength(1)
  })

  test('a body that only trickles ends with the same time limit', async () => {
    vi.useFakeTimers()
    network(
      () =>
        new Response(
          new ReadableStream({ start: stream => stream.enqueue(new TextEncoder().encode('{"beds"')) })
        )
    )
    const result = call(read, input)
    await vi.advanceTimersByTimeAsync(30_001)
    expect(await result).toEqual(standard)
  })

  test('a 401 ends the session, but not for an open operation and not without a token', async () => {
    network(() => json({ detail: 'no' }, 401))
    await call(read, input)
    expect(onUnauthorised).not.toHaveBeenCalled()
    storeToken(aToken())
    await call(listOrganisations, { query: { programme_id: 1 } })
    expect(onUnauthorised).not.toHaveBeenCalled()
    await call(read, input)
    expect(onUnauthorised).toHaveBeenCalledOnce()
  })

  test('a 401 ends the session also for open content that members see more of, and for a file', async () => {
    network(() => json({ detail: 'no' }, 401))
    storeToken(aToken())
    await call(listDocuments, { query: {} })
    expect(onUnauthorised).toHaveBeenCalledOnce()
    await callFile(
      downloadDocument,
      { params: { id: 1 }, query: { programme_id: 1 } },
      { onProgress: () => {}, signal: new AbortController().signal }
    )
    expect(onUnauthorised).toHaveBeenCalledTimes(2)
  })
})
