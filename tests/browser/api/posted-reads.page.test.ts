// Product 22.3: what only reads is sent once more after a transient failure, also where it is a POST, and a login that the server was too busy for.

import { expect, test, vi } from 'vitest'
import { call } from '#browser/api/call.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { login } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { GENERIC_FAILURE, TRANSIENT_STATUSES } from '#contract/failures.ts'

const postedReads = Object.values<Endpoint>(endpoints).filter(
  ({ method, onlyReads }) => method !== 'GET' && onlyReads
)

let requests: Request[]

function answer(reply: () => Promise<Response>): void {
  requests = []
  configureTransport({
    apiBase: 'https://api.example',
    fetch: request => {
      requests.push((request as Request).clone())
      return reply()
    }
  })
}

const refuse = (status: number): void => answer(async () => Response.json({ detail: 'busy' }, { status }))

test('reads by POST are marked', () => {
  expect(postedReads.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['data/getChartData/{a}/{b}', 'search/global'])
  )
})

test.each(postedReads)('$method $path is tried twice, with its body', async operation => {
  const input = { params: { a: 1, b: 2 }, body: { text: 'beds' } }
  for (const status of TRANSIENT_STATUSES) {
    refuse(status)
    expect(await call(operation, input)).toEqual({ ok: false, error: 'busy', status })
    expect(requests).toHaveLength(2)
    expect(await requests[1]?.json()).toEqual(input.body)
  }
  answer(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await call(operation, input)).toEqual({ ok: false, error: GENERIC_FAILURE, status: null })
  expect(requests).toHaveLength(2)
  refuse(422)
  await call(operation, input)
  expect(requests).toHaveLength(1)
})

const busy = (): Response =>
  Response.json(
    { detail: 'Too many people are logging in. Try again in a few seconds.' },
    { status: 503, headers: { 'Retry-After': '0' } }
  )

test('a login that the server was too busy for is sent again, up to twice, and then says so', async () => {
  const body = { programme_id: 1, email_address: 'lead@wards.example', password: 'four words', otp: null }
  let refusals = 2
  answer(async () =>
    refusals-- > 0 ? busy() : Response.json({ access_token: 'token', expires_in: 1, token_type: 'bearer' })
  )
  await call(login, { body })
  expect(requests).toHaveLength(3)
  expect(await requests[2]?.json()).toEqual(body)
  answer(async () => busy())
  expect(await call(login, { body })).toEqual({
    ok: false,
    error: 'Too many people are logging in. Try again in a few seconds.',
    status: 503
  })
  expect(requests).toHaveLength(3)
})

test('a login waits as long as the busy server asks for', async () => {
  vi.useFakeTimers()
  answer(async () => Response.json({ detail: 'busy' }, { status: 503, headers: { 'Retry-After': '2' } }))
  const body = { programme_id: 1, email_address: 'lead@wards.example', password: 'four words', otp: null }
  const result = call(login, { body })
  for (const [elapsed, sent] of [
    [1990, 1],
    [20, 2],
    [1990, 3]
  ] as const) {
    await vi.advanceTimersByTimeAsync(elapsed)
    expect(requests).toHaveLength(sent)
  }
  expect((await result).ok).toBe(false)
  vi.useRealTimers()
})

test('a login that may have been done is sent once', async () => {
  const body = { programme_id: 1, email_address: 'lead@wards.example', password: 'four words', otp: null }
  const replies: (() => Promise<Response>)[] = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Response.json({ detail: 'busy' }, { status: 503 }),
    async () => Response.json({ detail: 'broken' }, { status: 500, headers: { 'Retry-After': '0' } }),
    async () => Response.json({ detail: 'Wrong.' }, { status: 401 })
  ]
  for (const reply of replies) {
    answer(reply)
    expect((await call(login, { body })).ok).toBe(false)
    expect(requests).toHaveLength(1)
  }
})
