// @vitest-environment node
// Product 22.3: what only reads is sent once more after a transient failure, also where it is a POST.

import '#tests/support/page.ts'
import { expect, test } from 'vitest'
import { call } from '#browser/api/call.ts'
import { configureTransport } from '#browser/api/transport.ts'
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
