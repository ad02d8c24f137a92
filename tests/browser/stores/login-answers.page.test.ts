// What a login makes of each answer of an API (spec 7 and 8), this one or another of the same specification.

import { beforeEach, expect, test } from 'vitest'
import { readToken } from '#browser/api/token.ts'
import { configureTransport } from '#browser/api/transport.ts'
import { authenticate, logOut } from '#browser/stores/session.ts'
import { setRuntimeConfig } from '#browser/stores/site-config.ts'
import { pageConfig } from '#tests/support/page-config.ts'
import { aToken } from '#tests/support/token.ts'

const credentials = { email_address: 'lead@wards.example', password: 'A password.', otp: null }

beforeEach(() => {
  setRuntimeConfig(pageConfig)
  logOut()
})

const answerWith = (answer: () => Promise<Response>) => {
  configureTransport({ apiBase: 'http://api.example', fetch: answer })
  return authenticate(credentials)
}
const answered = (body: unknown, status = 200) => answerWith(async () => Response.json(body, { status }))

const UNABLE = { is: 'refused', error: 'Unable to authenticate user' }

test.each<[string, () => Promise<Response>]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  [
    'a proxy',
    async () =>
      new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  ],
  ['a failure without a detail', async () => Response.json({}, { status: 500 })],
  ['a detail that is no text', async () => Response.json({ detail: [{ msg: 'no' }] }, { status: 403 })],
  ['neither a token nor an error', async () => Response.json({})],
  ['an error that is no text', async () => Response.json({ error: { code: 1 } })]
])('without an error of the server, it says that it was unable: %s', async (_, answer) => {
  expect(await answerWith(answer)).toEqual(UNABLE)
  expect(readToken()).toBeNull()
})

test.each([
  ['Missing OTP', 'otp-missing'],
  ['Password Expired', 'password-expired'],
  ['The service is closed.', 'refused']
])('an error is the same with status 200 as the detail of a failure: %s', async (error, is) => {
  expect(await answered({ detail: error }, 403)).toEqual({ is, error })
  expect(await answered({ error })).toEqual({ is, error })
  expect(await answered({ access_token: null, error })).toEqual({ is, error })
  expect(readToken()).toBeNull()
})

test('a token is enough, without its type', async () => {
  expect(await answered({ access_token: aToken(), error: null })).toEqual({ is: 'signed-in' })
  expect(readToken()).not.toBeNull()
})
