// Every operation that strangers may call has limits, and each of them holds.

import { describe, expect, test } from 'vitest'
import { checkCaseCode } from '#contract/case-codes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { DEMO_PASSWORD } from '#demo/seed.ts'
import { generateCaseCode } from '#server/auth/case-code-format.ts'
import { allEndpoints, NOON, useServer } from '#tests/support/server.ts'

const server = useServer()
const strangers = allEndpoints.filter(([, { access }]) => access === 'open' || access === 'case_code')
let lastAddress = 0
const someAddress = (): string => `203.0.113.${++lastAddress}`

/** A call that counts against the strictest limit and costs little: of the wrong shape, or with a case code that nobody was given. */
async function callOnce({ method, path, rateLimits = [] }: Endpoint, address: string) {
  const case_code = generateCaseCode(1, below => below - 1)
  const isByCode = rateLimits.some(({ counts }) => counts === 'unknown codes')
  const filled = path.replace('{name}', 'role_types').replaceAll(/\{\w+\}/g, '1')
  const query = new URLSearchParams({ case_code, questionnaire_id: '1', submission_id: '1' })
  const body = {
    questionnaire_id: 1,
    submission_id: 1,
    section_id: 1,
    client_change_id: 'a change',
    action: 'save',
    answers: [],
    case_code
  }
  return server.send(method, isByCode && method === 'GET' ? `${filled}?${query}` : filled, {
    address,
    ...(method !== 'GET' && { body: isByCode ? body : {} })
  })
}

test('there are such operations, and every other one needs an account', () => {
  expect(strangers.length).toBeGreaterThanOrEqual(14)
  for (const [name, { rateLimits = [] }] of strangers)
    expect([name, rateLimits.length > 0]).toEqual([name, true])
})

describe.each(strangers)('%s', (_, endpoint) => {
  test('answers 429 beyond its strictest limit, to this address alone, and answers again a minute later', async () => {
    const limit = Math.min(
      ...(endpoint.rateLimits ?? []).filter(({ by }) => by === 'address').map(({ perMinute }) => perMinute)
    )
    const address = someAddress()
    const statuses = new Set<number>()
    for (let count = 0; count < limit; count++) statuses.add((await callOnce(endpoint, address)).status)
    expect([...statuses]).not.toContain(429)
    const refused = await callOnce(endpoint, address)
    expect([refused.status, refused.body.detail, refused.headers.get('Retry-After')]).toEqual([
      429,
      'Too many attempts. Try again in a minute.',
      '60'
    ])
    expect((await callOnce(endpoint, someAddress())).status).not.toBe(429)
    server.clock.now = new Date(NOON.getTime() + 60_000)
    expect((await callOnce(endpoint, address)).status).not.toBe(429)
    server.clock.now = NOON
  })
})

test('one address may try thirty wrong passwords in a minute, over all accounts; right ones are not counted', async () => {
  const address = someAddress()
  const enter = (email_address: string, password: string, from = address) =>
    server.send('POST', 'auth/login/', {
      body: { programme_id: 1, email_address, password, otp: null },
      address: from
    })
  for (let count = 0; count < 3; count++)
    expect((await enter('lead@wards.example', DEMO_PASSWORD)).status).toBe(200)
  for (let count = 0; count < 30; count++)
    expect((await enter(`guess-${count}@wards.example`, 'wrong')).status).toBe(401)
  expect((await enter('lead@wards.example', DEMO_PASSWORD)).status).toBe(429)
  expect((await enter('lead@wards.example', DEMO_PASSWORD, someAddress())).status).toBe(200)
})

test('a locked-out user does not learn that a code is right', async () => {
  const known = await server.database
    .selectFrom('case_codes')
    .select(['case_code', 'questionnaire_id', 'submission_id'])
    .where('programme_id', '=', 1)
    .where('status', '=', 'unused')
    .executeTakeFirstOrThrow()
  const address = someAddress()
  const check = (case_code: string) => {
    const query = new URLSearchParams({ ...known, case_code } as unknown as Record<string, string>)
    return server.send('GET', `${checkCaseCode.path}?${query}`, { address })
  }
  expect((await check(known.case_code)).body['is_valid']).toBe(true)
  for (let count = 0; count < 30; count++) await check(generateCaseCode(1))
  expect((await check(known.case_code)).status).toBe(429)
})

test('nothing that a stranger sends is written down on the way to a 429', async () => {
  const count = async () =>
    (
      await server.database
        .selectFrom('attempts')
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('programme_id', '=', 1)
        .executeTakeFirstOrThrow()
    ).rows
  const before = await count()
  const address = someAddress()
  for (let tries = 0; tries < 40; tries++) await callOnce(checkCaseCode, address)
  expect(await count()).toBe(before)
})
