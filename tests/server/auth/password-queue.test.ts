// At most two passwords are hashed at a time: a call that finds the queue full is refused before anything is counted or used.

import { describe, expect, test } from 'vitest'
import { login } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { generateOtp } from '#contract/otp.ts'
import { getCurrentUser } from '#contract/users.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { HASHES_AT_ONCE, MAX_WAITING_HASHES, withPasswords } from '#server/auth/passwords.ts'
import { allEndpoints, useServer, wards, type Reply } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const places = HASHES_AT_ONCE + MAX_WAITING_HASHES

/** Runs calls while only some places of the queue are free. */
async function whileFree<T>(free: number, calls: () => Promise<T>): Promise<T> {
  const held = Promise.withResolvers<void>()
  const visits = Array.from({ length: places - free }, () => withPasswords(() => held.promise))
  try {
    return await calls()
  } finally {
    held.resolve()
    await Promise.all(visits)
  }
}

const whileFull = <T>(calls: () => Promise<T>): Promise<T> => whileFree(0, calls)

const lead = { programme_id, email_address: 'lead@wards.example', password: DEMO_PASSWORD }
const chosen = 'four words and a comma, please'
const bodies: Record<string, object> = {
  createApiKey: {
    key_name: 'Weekly report',
    key_scopes: ['charts:read'],
    valid_days: 30,
    current_password: DEMO_PASSWORD
  },
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

test('refuses the logins that the full queue has no place for, with a time to retry, and counts no attempt for them', async () => {
  const [free, refused] = [3, 6]
  const replies = await whileFree(free, () =>
    Promise.all(
      Array.from({ length: free + refused }, (_, index) =>
        server.call(login, {
          body: { programme_id, email_address: `guest-${index}@wards.example`, password: 'a guess' }
        })
      )
    )
  )
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(free)
  expect(replies.filter(isBusy)).toHaveLength(refused)
  const { count } = await server.database
    .selectFrom('attempts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('programme_id', '=', programme_id)
    .executeTakeFirstOrThrow()
  expect(count).toBe(free)
  expect((await server.call(login, { body: lead })).status).toBe(200)
})

test('a queue of two hundred logins delays another caller only by the hashes in progress', async () => {
  const token = await server.tokenOf('lead')
  let hashed = 0
  const burst = Array.from({ length: 200 }, async (_, index) => {
    const { status } = await server.call(login, {
      body: { programme_id, email_address: `crowd-${index}@wards.example`, password: 'a guess' }
    })
    if (status === 401) hashed += 1
  })
  const waited: number[] = []
  const isFull = (): boolean => hashed < places - HASHES_AT_ONCE
  while (isFull()) {
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

test('a call that the full queue refuses is no failed call of its address', async () => {
  const address = '203.0.113.7'
  const statuses = await whileFull(async () => {
    const calls = Array.from({ length: 40 }, () => server.send('POST', login.path, { body: lead, address }))
    return (await Promise.all(calls)).map(({ status }) => status)
  })
  // More at once than may fail in a minute are refused as ever: each is counted until it is known to be none.
  expect(new Set(statuses)).toEqual(new Set([503, 429]))
  expect((await server.send('POST', login.path, { body: lead, address })).status).toBe(200)
})

describe('every operation that takes a password', () => {
  const takesPassword = ({ body }: Endpoint): boolean =>
    JSON.stringify(body ?? {}).match(/"(current_password|new_password|password)":/) !== null
  const withPassword = allEndpoints.filter(([, endpoint]) => takesPassword(endpoint))

  test('includes logging in, changing the password and turning on the second factor', () => {
    expect(withPassword.map(([name]) => name)).toEqual(
      expect.arrayContaining(['changePassword', 'enableOtp', 'login'])
    )
  })

  test('is refused while the queue is full', async () => {
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

  test('needs no place for an unknown programme or from an address over its limit', async () => {
    const address = '203.0.113.8'
    for (let count = 0; count < 30; count++) await server.send('POST', login.path, { body: {}, address })
    const statuses = await whileFull(async () => [
      (await server.call(login, { body: { ...lead, programme_id: 999 } })).status,
      (await server.send('POST', login.path, { body: lead, address })).status
    ])
    expect(statuses).toEqual([404, 429])
  })
})
