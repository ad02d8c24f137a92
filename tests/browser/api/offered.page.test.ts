import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { call } from '#browser/api/call.ts'
import { isOffered } from '#browser/api/offered.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { listDocuments } from '#contract/documents.ts'
import { endpoint } from '#contract/endpoint.ts'
import { GENERIC_FAILURE, NOT_OFFERED } from '#contract/failures.ts'

const json = (body: unknown, status: number) => Response.json(body, { status })

let paths: string[]

/** The network: each request gets the next reply; the last one repeats. */
function network(...answers: (() => Response)[]): void {
  paths = []
  configureTransport({
    apiBase: 'https://api.example',
    fetch: async request => {
      paths.push(new URL((request as Request).url).pathname.replace('/api/v1/', ''))
      return answers[Math.min(paths.length, answers.length) - 1]!()
    }
  })
}

describe('an addition that the API lacks (decision 0032)', () => {
  const addition = endpoint({
    method: 'GET',
    path: 'wards/forecast',
    access: 'viewer',
    isAddition: true,
    summary: 'For these tests.',
    reply: v.object({ beds: v.array(v.number()) })
  })
  const refused = () => {
    throw new TypeError('fetch failed')
  }
  const refusals = {
    404: () => json({ detail: 'Not found.' }, 404),
    405: () => json({ detail: 'Method not allowed' }, 405),
    501: () => new Response('', { status: 501 }),
    'a page': () =>
      new Response('<!doctype html><p>Welcome', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  test.each(Object.entries(refusals))('%s is remembered, and asked for once', async (_, refusal) => {
    network(refusal)
    expect(isOffered(addition)).toBe(true)
    expect(await call(addition)).toEqual({ ok: false, error: NOT_OFFERED, status: null })
    expect(isOffered(addition)).toBe(false)
    await call(addition)
    expect(paths).toEqual([addition.path])
  })

  test('a refused connection is remembered if the API replies to other calls', async () => {
    network(refused, () => json({ detail: 'Log in to continue.' }, 401))
    expect(await call(addition)).toEqual({ ok: false, error: NOT_OFFERED, status: null })
    await call(addition)
    expect(paths).toEqual([addition.path, 'users/me'])
  })

  test.each([
    ['a lost connection', refused],
    ['a page of the network in between', refusals['a page']]
  ])('%s is not taken for a missing addition once the API has replied to one', async (_, lost) => {
    network(
      () => json({ beds: [1] }, 200),
      lost,
      () => json({}, 200)
    )
    expect((await call(addition)).ok).toBe(true)
    expect(await call(addition)).toEqual({ ok: false, error: GENERIC_FAILURE, status: null })
    expect(isOffered(addition)).toBe(true)
  })

  test('a lost connection says nothing about an addition', async () => {
    network(refused)
    expect(await call(addition)).toEqual({ ok: false, error: GENERIC_FAILURE, status: null })
    expect(isOffered(addition)).toBe(true)
  })

  test.each([
    ['a missing row', () => json({ detail: 'Project not found.', is_missing_row: true }, 404)],
    ['a refusal', () => json({ detail: 'Your role does not allow this.' }, 403)],
    ['a failure', () => json({}, 500)]
  ])('%s is a failure like any other', async (_, failure) => {
    network(failure)
    expect((await call(addition)).ok).toBe(false)
    expect(isOffered(addition)).toBe(true)
  })

  test('an operation of the specification is asked for again after each refusal', async () => {
    network(() => json({}, 501))
    await call(listDocuments, { query: {} })
    await call(listDocuments, { query: {} })
    expect(paths).toHaveLength(2)
    expect(isOffered(listDocuments)).toBe(true)
  })
})
