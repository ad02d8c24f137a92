// At most two passwords are hashed at a time: a call that finds the queue full is refused before anything is counted or used.

import { describe, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { generateOtp } from '#contract/otp.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { HASHES_AT_ONCE, MAX_WAITING_HASHES } from '#server/auth/passwords.ts'
import { allEndpoints, useServer, wards, type Reply } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const places = HASHES_AT_ONCE + MAX_WAITING_HASHES

/** Runs calls while every place of the queue is taken, and waits until it is empty again. */
async function whileFull<T>(calls: () => Promise<T>): Promise<T> {
  const guesses = Array.from({ length: places }, (_, index) =>
    server.call(login, {
      body: { programme_id, email_address: `nobody-${index}@wards.example`, password: 'a guess' }
    })
  )
  try {
    return await calls()
  } finally {
    await Promise.all(guesses)
    await server.database.deleteFrom('attempts').where('programme_id', '=', programme_id).execute()
  }
}

const lead = { programme_id, email_address: 'lead@wards.example', password: DEMO_PASSWORD }
const chosen = 'four words and a comma, please'
const bodies: Record<string, object> = {
  login: lead,
  enableOtp: { enabled: true, token: '123456', current_password: DEMO_PASSWORD },
  changePassword: {
    programme_id,
    email_address: 'expired@wards.example',
    current_password: DEMO_PASSWORD,
    new_password: chosen
  },
  registerUser: {
    programme_id,
    first_name: 'Ada',
    last_name: 'Byron',
    email_address: 'ada@wards.example',
    password: chosen,
    organisation_id: null,
    terms_accepted: true
  }
}

const isBusy = ({ status, body, headers }: Reply<unknown>): boolean =>
  status === 503 &&
  headers.get('Retry-After') === '5' &&
  body.detail === 'Too many people are logging in. Try again in a few seconds.'

test('of forty-eight logins at once the queue takes what it has places for; the others are told when to come back, and none counts as an attempt', async () => {
  const replies = await Promise.all(
    Array.from({ length: 48 }, (_, index) =>
      server.call(login, {
        body: { programme_id, email_address: `guest-${index}@wards.example`, password: 'a guess' }
      })
    )
  )
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(places)
  expect(replies.filter(isBusy)).toHaveLength(48 - places)
  const { count } = await server.database
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programme_id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(places)
  expect((await server.call(login, { body: lead })).status).toBe(200)
})

test('while two hundred people log in, nobody else waits for more than those whose passwords are being hashed', async () => {
  const token = await server.tokenOf('lead')
  let hashed = 0
  const burst = Array.from({ length: 200 }, async (_, index) => {
    const { status } = await server.call(login, {
      body: { programme_id, email_address: `crowd-${index}@wards.example`, password: 'a guess' }
    })
    if (status === 401) hashed += 1
  })
  const waited: number[] = []
  while (hashed < places - HASHES_AT_ONCE) {
    const before = hashed
    expect((await server.call(getCurrentUser, {}, token)).status).toBe(200)
    waited.push(hashed - before)
  }
  await Promise.all(burst)
  await server.database.deleteFrom('attempts').where('programme_id', '=', programme_id).execute()
  // In the first one, the burst arrives.
  expect(waited.length).toBeGreaterThan(10)
  expect(Math.max(...waited.slice(1))).toBeLessThanOrEqual(HASHES_AT_ONCE)
})

test('a password that was refused for the queue is no failed call of its address', async () => {
  const address = '203.0.113.7'
  const statuses = await whileFull(async () => {
    const calls = Array.from({ length: 40 }, () => server.send('POST', login.path, { body: lead, address }))
    return (await Promise.all(calls)).map(({ status }) => status)
  })
  // More at once than may fail in a minute are refused as ever: each is counted until it is known to be none.
  expect(new Set(statuses)).toEqual(new Set([503, 429]))
  expect((await server.send('POST', login.path, { body: lead, address })).status).toBe(200)
})

describe('whatever takes a password waits in the same queue', () => {
  const takesPassword = ({ body }: Endpoint): boolean =>
    JSON.stringify(body ?? {}).match(/"(current_password|new_password|password)":/) !== null
  const withPassword = allEndpoints.filter(([, endpoint]) => takesPassword(endpoint))

  test('there are such operations', () => {
    expect(withPassword.map(([name]) => name)).toEqual(
      expect.arrayContaining(['changePassword', 'enableOtp', 'login'])
    )
  })

  test('while it is full, none of them is tried', async () => {
    const token = await server.tokenOf('lead')
    await server.send(generateOtp.method, generateOtp.path, { token })
    const replies = await whileFull(() =>
      Promise.all(
        withPassword.map(async ([name, { access, method, path }]) => {
          const sender = access === 'open' ? {} : { token }
          return [name, await server.send(method, path, { body: bodies[name], ...sender })] as const
        })
      )
    )
    expect(replies.filter(([, reply]) => !isBusy(reply)).map(([name]) => name)).toEqual([])
  })

  test('neither an unknown programme nor an address over its limit takes a place', async () => {
    const address = '203.0.113.8'
    for (let count = 0; count < 30; count++) await server.send('POST', login.path, { body: {}, address })
    const statuses = await whileFull(async () => [
      (await server.call(login, { body: { ...lead, programme_id: 999 } })).status,
      (await server.send('POST', login.path, { body: lead, address })).status
    ])
    expect(statuses).toEqual([404, 429])
  })
})
