// What an API key opens: every operation with every kind of key, read off the contract; and that it opens what its owner may read, and no more.

import { beforeAll, describe, expect, test } from 'vitest'
import { KeyScope } from '#contract/api-keys.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyScopesOf } from '#contract/key-scopes.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { DAY_MS, SECOND_MS } from '#lib/time/clock.ts'
import { createKeyFor, keysOfUser } from '#tests/support/api-keys.ts'
import { CHART, PROJECT } from '#tests/support/attacker.ts'
import { newUser } from '#tests/support/races/race-accounts.ts'
import { WRITING_GETS } from '#tests/support/races/race.ts'
import { readingsOn } from '#tests/support/readings.ts'
import { chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { allEndpoints, NOON, sites, useServer } from '#tests/support/server.ts'

const server = useServer()

/** A call that passes or fails on access alone: ids that do not exist, and no body. */
const placeOf = (path: string): string =>
  path.replaceAll(/\{name\}/g, 'role_types').replaceAll(/\{\w+\}/g, '99999999')

const isFor = (endpoint: Endpoint): boolean => keyScopesOf(endpoint).length > 0

/** Keys that open nothing, each with its reason. */
const badKeys: Record<string, string> = {}
const goodKeys = new Map<KeyScope, string>()

beforeAll(async () => {
  const owner = await newUser(server, 'super')
  const token = await server.tokenOfUser(owner.email_address)
  for (const scope of KeyScope.options) goodKeys.set(scope, (await createKeyFor(server, token, [scope])).key)

  const revoked = await createKeyFor(server, token)
  await server.send('DELETE', `auth/keys/${revoked.id}`, { token })
  const expired = await createKeyFor(server, token)
  await server.database
    .updateTable('api_keys')
    .set({ expires_at: NOON })
    .where('programme_id', '=', 1)
    .where('api_key_id', '=', expired.id)
    .execute()
  const suspended = await newUser(server, 'super')
  const paused = await createKeyFor(server, await server.tokenOfUser(suspended.email_address))
  await server.database
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('programme_id', '=', 1)
    .where('user_id', '=', suspended.user_id)
    .execute()
  const { key } = await createKeyFor(server, token)
  Object.assign(badKeys, {
    revoked: revoked.key,
    expired: expired.key,
    'of a suspended owner': paused.key,
    'with the id of another programme': key.replace(/^key-1-/, 'key-2-'),
    'of a programme that is not served': key.replace(/^key-1-/, 'key-zz-'),
    'with another ending': key.replace(/.$/, last => (last === 'A' ? 'B' : 'A')),
    cut: key.slice(0, -1),
    'a prefix alone': 'key-'
  })
})

describe.each(allEndpoints)('%s', (_, endpoint) => {
  const call = (token?: string) =>
    server.send(endpoint.method, placeOf(endpoint.path), token === undefined ? {} : { token })
  const scopes = keyScopesOf(endpoint)

  test('a key opens it only with one of its scopes', async () => {
    for (const [scope, key] of goodKeys) {
      const { status, body } = await call(key)
      expect(status).toBeLessThan(500)
      if (scopes.includes(scope)) expect([401, 403]).not.toContain(status)
      else
        expect([status, body.detail]).toEqual([
          403,
          scopes.length === 0
            ? 'API keys cannot call this operation.'
            : `This API key needs the scope ${scopes.join(' or ')}.`
        ])
    }
    if (scopes.length > 0 && endpoint.access !== 'open') expect((await call()).status).toBe(401)
  })

  test('an invalid key is refused, even where no key is required', async () => {
    for (const [name, key] of Object.entries(badKeys)) {
      const { status, body, headers } = await call(key)
      expect([name, status, body.detail]).toEqual([
        name,
        401,
        expect.stringMatching(/^This API key is not valid\./)
      ])
      expect(headers.get('WWW-Authenticate')).toBe('Bearer')
    }
  })
})

test('no key opens an operation that writes', () => {
  const writes = allEndpoints.filter(
    ([name, { method, onlyReads, hasSecret }]) =>
      (method !== 'GET' && !onlyReads) || hasSecret || WRITING_GETS.some(get => get === name)
  )
  expect(writes.length).toBeGreaterThan(50)
  expect(writes.filter(([, endpoint]) => isFor(endpoint))).toEqual([])
})

test('a key of another programme finds nothing', async () => {
  const { key } = await createKeyFor(server, await server.tokenOf('super', sites))
  const readings = (await readingsOn(server)).filter(
    ({ endpoint }) => isFor(endpoint) && endpoint.access !== 'open'
  )
  expect(readings.length).toBeGreaterThan(10)
  for (const { name, path } of readings)
    expect([name, (await server.send('GET', path, { token: key })).status]).toEqual([name, 404])
  const chart = `data/getChartData/${await chartNamed(server, CHART)}/0`
  const { status } = await server.send('POST', chart, { token: key, body: await chartScope('2025') })
  expect(status).toBe(404)
})

const chartScope = async (period: string) => ({
  project_id: await projectCoded(server, PROJECT),
  time_period_id: await periodNamed(server, period),
  organisation_id: 0
})

/** Everything that keys open, in a strict project: its replies to a member are what the tests of disclosure are about. */
async function everyReading() {
  const { organisation_id: _, ...scope } = await chartScope('2025')
  const gets = (await readingsOn(server, scope)).filter(({ endpoint }) => isFor(endpoint))
  const own = await ownSubmission(server, PROJECT, '2025')
  const questionnaires = await server.database
    .selectFrom('questionnaires')
    .select('questionnaire_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', scope.project_id)
    .execute()
  const files = (['long', 'wide'] as const).map(layout => {
    const search = new URLSearchParams({
      project_id: String(scope.project_id),
      time_period_id: String(scope.time_period_id),
      layout
    })
    for (const { questionnaire_id } of questionnaires)
      search.append('questionnaire_id', String(questionnaire_id))
    return { method: 'GET', path: `answers/export?${search}`, body: undefined }
  })
  const chart = `data/getChartData/${await chartNamed(server, CHART)}/${own}`
  return [
    ...gets.map(({ path }) => ({ method: 'GET', path, body: undefined })),
    ...files,
    { method: 'POST', path: chart, body: await chartScope('2025') }
  ]
}

test.each(['viewer', 'lead', 'admin'] as const)(
  'a key of a %s gets exactly what its owner gets',
  async role => {
    const token = await server.tokenOf(role)
    const { key } = await createKeyFor(server, token)
    const readings = await everyReading()
    expect(readings.length).toBeGreaterThan(15)
    for (const { method, path, body } of readings) {
      const ask = async (by: string) => {
        const reply = await server.send(method, path, { token: by, ...(body && { body }) })
        const { 'x-request-id': _id, ...headers } = Object.fromEntries(reply.headers)
        return [path, reply.status, reply.body, headers]
      }
      // The reply of a chart depends on whether an earlier call has calculated it.
      await ask(token)
      expect(await ask(key)).toEqual(await ask(token))
    }
  }
)

test('a key downloads the codebook, but neither comments, queries nor the history of answers', async () => {
  const token = await server.tokenOf('admin')
  const { key } = await createKeyFor(server, token)
  const { path } = (await everyReading()).find(reading => reading.path.startsWith('answers/export?'))!
  const statusOf = async (include: string, by: string) =>
    (await server.send('GET', `${path}&include=${include}`, { token: by })).status
  for (const [include, status] of [
    ['codebook', 200],
    ['comments', 403],
    ['queries', 403],
    ['codebook&include=history', 403]
  ] as const)
    expect([include, await statusOf(include, token), await statusOf(include, key)]).toEqual([
      include,
      200,
      status
    ])
})

test('a key has the permissions that its owner has at the time of the call', async () => {
  const { user_id, email_address } = await newUser(server, 'admin')
  const { key } = await createKeyFor(server, await server.tokenOfUser(email_address))
  const organisations = async () => {
    const { project_id, time_period_id } = await chartScope('2025')
    const path = `organisationProgress/?project_id=${project_id}&time_period_id=${time_period_id}`
    return (await server.send('GET', path, { token: key })).body['organisations'] as {
      organisation_id: number
    }[]
  }
  expect(new Set((await organisations()).map(one => one.organisation_id)).size).toBeGreaterThan(5)
  const own = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', 1)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  await server.database
    .updateTable('users')
    .set({ role_type_id: 5, ...own })
    .where('programme_id', '=', 1)
    .where('user_id', '=', user_id)
    .execute()
  expect([...new Set((await organisations()).map(one => one.organisation_id))]).toEqual([own.organisation_id])
})

test('the last use is written once a minute, and only by calls that were allowed', async () => {
  const { user_id, email_address } = await newUser(server, 'viewer')
  const { key } = await createKeyFor(server, await server.tokenOfUser(email_address), ['charts:read'])
  const lastUse = async () => (await keysOfUser(server, user_id))[0]!.last_used_at?.getTime() ?? null
  const read = () => server.call(listTimePeriods, { query: { programme_id: 1 } }, key)
  await server.send('GET', 'users/me', { token: key })
  expect(await lastUse()).toBeNull()
  await read()
  expect(await lastUse()).toBe(NOON.getTime())
  for (const seconds of [1, 30, 60]) {
    server.clock.now = new Date(NOON.getTime() + seconds * SECOND_MS)
    await read()
  }
  expect(await lastUse()).toBe(NOON.getTime())
  server.clock.now = new Date(NOON.getTime() + 61 * SECOND_MS)
  await Promise.all([read(), read(), read()])
  expect(await lastUse()).toBe(NOON.getTime() + 61 * SECOND_MS)
  // The sessions of its owner have long ended by the end of its last day.
  server.clock.now = new Date(NOON.getTime() + 30 * DAY_MS - 1)
  expect((await read()).status).toBe(200)
  server.clock.now = new Date(NOON.getTime() + 30 * DAY_MS)
  expect((await read()).status).toBe(401)
  server.clock.now = NOON
})
