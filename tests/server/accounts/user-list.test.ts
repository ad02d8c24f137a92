// The list behind /users: pages of many, filters, order, counts by status; and an invitation sent once more.

import { beforeAll, describe, expect, test } from 'vitest'
import { listUsers, type UserStatus } from '#contract/users.ts'
import { useServer, wards } from '#tests/support/server.ts'

const server = useServer()
const programme_id = wards.programmeId
const CROWD = 10_000

type Query = Omit<Parameters<typeof server.call<typeof listUsers>>[1]['query'], 'programme_id'>
const list = async (query: Query = {}) =>
  (
    await server.call(
      listUsers,
      { query: { programme_id, search: 'crowd.example', ...query } },
      await server.tokenOf('admin')
    )
  ).body

const statuses: readonly UserStatus[] = [
  'active',
  'active',
  'awaiting_approval',
  'rejected',
  'email_unverified'
]

beforeAll(async () => {
  const { user_id: _, ...like } = await server.database
    .selectFrom('users')
    .selectAll()
    .where('programme_id', '=', programme_id)
    .where('email_address', '=', 'viewer@wards.example')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < CROWD; start += 1000) {
    const rows = Array.from({ length: 1000 }, (_unused, index) => {
      const number = start + index
      return {
        ...like,
        email_address: `p${number}@crowd.example`,
        first_name: 'Same',
        last_name: `Name ${String(number % 100).padStart(3, '0')}`,
        status: statuses[number % statuses.length]!,
        created_at: new Date(Date.UTC(2026, 0, 1) + number * 1000),
        last_login_at: number % 2 === 0 ? new Date(Date.UTC(2026, 5, 1) + number * 1000) : null
      }
    })
    await server.database.insertInto('users').values(rows).execute()
  }
})

describe('ten thousand users', () => {
  test('are listed in pages, each on exactly one', async () => {
    const query = { status: 'active' as const, limit: 50 }
    const first = await list(query)
    expect(first.users).toHaveLength(50)
    expect(first.total).toBe(4000)
    const next = await list({ ...query, offset: 50 })
    const last = await list({ ...query, offset: 3990 })
    expect(last.users).toHaveLength(10)
    const ids = [first, next, last].flatMap(page => page.users.map(user => user.user_id))
    expect(new Set(ids).size).toBe(110)
    expect((await list({ ...query, offset: 4000 })).users).toEqual([])
  })

  test('every status is counted, whichever is shown, and so are organisations and the oldest account', async () => {
    const page = await list({ status: 'awaiting_approval', limit: 1 })
    const counts = Object.fromEntries(page.status_counts!.map(({ status, count }) => [status, count]))
    expect(counts).toEqual({ active: 4000, awaiting_approval: 2000, rejected: 2000, email_unverified: 2000 })
    expect(page).toMatchObject({ total: 2000, organisation_count: 1 })
    expect(page.oldest_created_at).toBe('2026-01-01T00:00:02.000Z')
    expect(await list({ search: 'nobody at all' })).toMatchObject({
      users: [],
      total: 0,
      organisation_count: 0,
      oldest_created_at: null,
      status_counts: []
    })
  })

  test('several statuses are one list', async () => {
    const { users, total } = await list({ status: ['rejected', 'email_unverified'], limit: 500 })
    expect(total).toBe(4000)
    expect(new Set(users.map(user => user.status))).toEqual(new Set(['rejected', 'email_unverified']))
  })

  test('the list has the requested order; users who never logged in come last in both directions', async () => {
    const newest = await list({ sort: 'created', direction: 'desc', limit: 2 })
    expect(newest.users.map(user => user.email_address)).toEqual([
      'p9999@crowd.example',
      'p9998@crowd.example'
    ])
    for (const direction of ['asc', 'desc'] as const) {
      const { users } = await list({ sort: 'last_login', direction, limit: 1, offset: 4999 })
      expect(users[0]?.last_login_at).not.toBeNull()
      const after = await list({ sort: 'last_login', direction, limit: 1, offset: 5000 })
      expect(after.users[0]?.last_login_at).toBeNull()
    }
    expect((await list({ limit: 1 })).users[0]?.last_name).toBe('Name 000')
  })
})

describe('an invitation', () => {
  const invite = async (body: object, role: 'admin' | 'lead' | 'contributor' = 'admin') =>
    server.send('POST', 'users/', { body: { programme_id, ...body }, token: await server.tokenOf(role) })
  const mails = async (recipient: string) =>
    (
      await server.database
        .selectFrom('mails')
        .select(['subject', 'body_text'])
        .where('programme_id', '=', programme_id)
        .where('recipient', '=', recipient)
        .execute()
    ).map(mail => mail.body_text)

  test('is mailed again with a link of its own, three times an hour, while it is open', async () => {
    const email_address = 'again@crowd-invited.example'
    const person = {
      email_address,
      first_name: 'Ines',
      last_name: 'Roth',
      role_type_id: 2,
      organisation_id: null
    }
    expect((await invite(person)).status).toBe(200)
    for (const expected of [200, 200, 429])
      expect((await invite({ email_address, resend: true })).status).toBe(expected)
    const texts = await mails(email_address)
    expect(texts).toHaveLength(3)
    expect(new Set(texts).size).toBe(3)
    expect(texts.every(text => text.includes('/forgot-password?invited=yes&code='))).toBe(true)
  })

  test('does not exist for a user with an account or an unknown one', async () => {
    for (const email_address of ['viewer@wards.example', 'nobody@crowd.example'])
      expect(await invite({ email_address, resend: true })).toMatchObject({
        status: 404,
        body: { detail: 'Invitation not found.' }
      })
    expect(await mails('viewer@wards.example')).toEqual([])
    expect((await invite({ email_address: 'viewer@wards.example', resend: true }, 'lead')).status).toBe(404)
    expect(
      (await invite({ email_address: 'viewer@wards.example', resend: true }, 'contributor')).status
    ).toBe(403)
  })

  test('of a superuser cannot be resent by an admin', async () => {
    await server.database
      .updateTable('users')
      .set({ status: 'invited', role_type_id: 1 })
      .where('programme_id', '=', programme_id)
      .where('email_address', '=', 'p1@crowd.example')
      .execute()
    expect((await invite({ email_address: 'p1@crowd.example', resend: true })).status).toBe(403)
  })
})
