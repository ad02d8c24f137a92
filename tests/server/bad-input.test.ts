// Whatever is sent, the answer is a 4xx with a text that names the field, and nothing is half done.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '#contract/limits.ts'
import { jsonLog } from '#server/http/log.ts'
import { allEndpoints, useServer } from '#tests/support/server.ts'

const lines: string[] = []
const server = useServer({ log: jsonLog(line => lines.push(line)) })

const login = { programme_id: 1, email_address: 'lead@wards.example', password: 'not this one', otp: null }

async function refused(body: unknown, path = 'auth/login/') {
  const reply = await server.send('POST', path, { body })
  expect(typeof reply.body.detail).toBe('string')
  return [reply.status, reply.body.detail]
}

test.each([
  ['not JSON', '{"programme_id": 1,', 400, 'The request is not valid JSON.'],
  ['nothing', '', 400, 'The request has no JSON body.'],
  ['a list instead of an object', '[]', 422, 'programme_id: is missing'],
  ['a missing field', { ...login, password: undefined }, 422, 'password: is missing'],
  ['a wrong type', { ...login, programme_id: '1' }, 422, 'programme_id: must be number'],
  ['a fraction for an id', { ...login, programme_id: 1.5 }, 422, expect.stringMatching(/^programme_id: /)],
  [
    'an address that is none',
    { ...login, email_address: 'lead' },
    422,
    'email_address: Please enter a valid email address.'
  ],
  [
    'a password that is too long',
    { ...login, password: 'x'.repeat(257) },
    422,
    expect.stringMatching(/^password: /)
  ],
  ['a zero byte', { ...login, password: 'a\0b' }, 422, 'password: has a character that cannot be stored'],
  [
    'half a surrogate pair',
    `{"programme_id":1,"email_address":"a@b.example","password":"\\ud800"}`,
    422,
    'password: has a character that cannot be stored'
  ],
  [
    '__proto__',
    '{"programme_id":1,"email_address":"a@b.example","password":"x","__proto__":{"role_type_id":1}}',
    422,
    '__proto__: is not a field'
  ],
  [
    'nesting without end',
    `{"password":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    422,
    'password: is nested too deeply'
  ],
  [
    'a body above the limit',
    JSON.stringify({ ...login, password: 'x'.repeat(MAX_BODY_BYTES) }),
    413,
    expect.stringContaining('larger than')
  ]
])('%s', async (_, body, status, detail) => {
  expect(await refused(body)).toEqual([status, detail])
})

describe('a body that a page elsewhere could make its visitors send', () => {
  const attempt = (headers: Record<string, string>) =>
    server.send('POST', 'auth/login/', { body: login, headers })

  test.each([
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    ''
  ])('is refused as "%s"', async type => {
    expect(await attempt({ 'Content-Type': type })).toMatchObject({
      status: 415,
      body: { detail: 'Send the body with Content-Type: application/json.' }
    })
  })

  test.each(['application/json', 'Application/JSON; charset=utf-8'])('is read as "%s"', async type => {
    expect(await attempt({ 'Content-Type': type })).toMatchObject({ status: 401 })
  })

  test('compressed bodies are refused before anything is unpacked', async () => {
    expect(await attempt({ 'Content-Encoding': 'gzip' })).toMatchObject({ status: 415 })
  })
})

test('a refusal never echoes the input', async () => {
  const [, detail] = await refused({ ...login, email_address: 'very-secret', password: 12_345 })
  expect(detail).not.toMatch(/very-secret|12345/)
})

test.each(allEndpoints.filter(([, { body }]) => body !== undefined))(
  '%s names a field where the body says nothing',
  async (_, { method, path }) => {
    const token = await server.tokenOf('super')
    const reply = await server.send(method, path.replaceAll(/\{\w+\}/g, '999999'), { body: {}, token })
    if (reply.status === 422) expect(reply.body.detail).toMatch(/^[a-z]\w*(\.\w+)*: /)
    else expect(reply.status).not.toBe(500)
  }
)

test.each([
  ['an invitation', 'users/', { last_name: undefined }, /^last_name: is missing$/],
  [
    'an invitation to be sent again',
    'users/',
    {
      first_name: undefined,
      last_name: undefined,
      role_type_id: undefined,
      organisation_id: undefined,
      resend: true,
      email_address: 'x'
    },
    /^email_address: Please enter/
  ],
  ['a registration', 'users/register', { last_name: '' }, /^last_name: must not be empty$/],
  [
    'a registration with two faults',
    'users/register',
    { first_name: '', terms_accepted: false },
    /^first_name: must not be empty$/
  ]
])('%s names the field that is wrong, though its body has two shapes', async (_, path, changes, detail) => {
  const body = {
    programme_id: 1,
    email_address: 'ines@wards.example',
    first_name: 'Ines',
    last_name: 'Roth',
    role_type_id: 5,
    organisation_id: 1,
    terms_accepted: true,
    ...changes
  }
  const reply = await server.send('POST', path, { body, token: await server.tokenOf('admin') })
  expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringMatching(detail) } })
})

test('bytes that are not UTF-8 are refused', async () => {
  expect(await refused(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))).toEqual([
    400,
    'The request is not UTF-8 text.'
  ])
})

test.each([
  ['timePeriods?programme_id=abc', 'programme_id: must be a whole number'],
  ['timePeriods', 'programme_id: is missing'],
  ['timePeriods?programme_id=1&programme_id=2', expect.stringMatching(/^programme_id: /)],
  ['timePeriods?programme_id=-1', expect.stringMatching(/^programme_id: /)],
  ['charts/1e3', 'id: must be a whole number'],
  ['charts/999999999999999999999', 'id: must be a whole number'],
  [
    'collections/hierarchy?project_id=1&time_period_id=1&explorer_type=%00',
    'explorer_type: has a character that cannot be stored'
  ]
])('GET %s', async (path, detail) => {
  const reply = await server.send('GET', path, { token: await server.tokenOf('viewer') })
  expect([reply.status, reply.body.detail]).toEqual([422, detail])
})

test('trailing slashes are significant, and an unknown address is a 404', async () => {
  const token = await server.tokenOf('viewer')
  for (const path of [
    'organisations?programme_id=1',
    'timePeriods/?programme_id=1',
    'auth/login',
    'nothing'
  ]) {
    const reply = await server.send('GET', path, { token })
    expect([reply.status, typeof reply.body.detail]).toEqual([404, 'string'])
  }
})

describe('nothing that a generator finds makes the server fail', () => {
  const anything = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.jsonValue({ maxDepth: 6 }).map(value => JSON.stringify(value))
  )
  test.each(allEndpoints)('%s', async (_, endpoint) => {
    const token = await server.tokenOf('super')
    await fc.assert(
      fc.asyncProperty(
        anything,
        fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
        async (body, text) => {
          const path = endpoint.path.replaceAll(/\{\w+\}/g, encodeURIComponent(text.toWellFormed()))
          const query = endpoint.query
            ? `?project_id=${encodeURIComponent(text.toWellFormed())}&limit=${encodeURIComponent(text.toWellFormed())}`
            : ''
          const reply = await server.send(endpoint.method, path + query, {
            token,
            ...(endpoint.method !== 'GET' && { body })
          })
          expect(reply.status).toBeLessThan(500)
          if (reply.status >= 400) expect(typeof reply.body.detail).toBe('string')
        }
      ),
      { numRuns: 15, examples: [['{}', '1\0']] }
    )
  })
})

test('logs carry an id for each request and neither bodies nor tokens', async () => {
  const token = await server.tokenOf('lead')
  lines.length = 0
  const reply = await server.send('GET', 'users/me?note=private', { token })
  await refused({ ...login, password: 'hunter2hunter2' })
  const [first] = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({
    level: 'info',
    event: 'request',
    method: 'GET',
    path: '/api/v1/users/me',
    status: 200
  })
  expect(first!['request_id']).toBe(reply.headers.get('X-Request-Id'))
  expect(lines.join()).not.toMatch(/hunter2|private/)
  expect(lines.join()).not.toContain(token)
})

test('only the programmes’ own sites may call from a browser', async () => {
  const from = (origin: string) =>
    server.send('OPTIONS', 'timePeriods', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' }
    })
  const allowed = await from('https://wards.example')
  expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe('https://wards.example')
  expect(allowed.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  for (const origin of [
    'https://wards.example.evil.example',
    'http://wards.example',
    'https://wards.example:8443',
    'null'
  ]) {
    expect((await from(origin)).headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

test('replies are never framed, sniffed or executed, and replies to writes are not cached', async () => {
  const { headers } = await server.send('POST', 'auth/login/', { body: {} })
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})
