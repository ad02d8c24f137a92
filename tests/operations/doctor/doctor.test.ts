// `npm run doctor` on a real API and a built site, intact and broken in one way at a time.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from '#operations/doctor/examine.ts'
import type { DoctorFinding } from '#operations/doctor/finding.ts'
import { examineLinks } from '#operations/doctor/mail.ts'
import { readSite, resolvePath } from '#scripts/site-files.ts'
import { startServer, type RunningServer } from '#server/start.ts'
import { buildAlpha, type BuiltFixture } from '#tests/support/built-site.ts'
import { initialiseData } from '#tests/support/data-directory.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { wards } from '#tests/support/seeded-database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

interface Reply {
  status: number
  headers: Record<string, string>
  body: string
}
type Change = (path: string, reply: Reply) => Reply

const data = new TemporaryFolder()
let host: Server
let origin: string
let api: RunningServer
let site: BuiltFixture
/** How the host breaks its responses. */
let change: Change = (_path, reply) => reply

beforeAll(async () => {
  host = createServer((request, response) => {
    const path = request.url ?? '/'
    const { status, headers, body } = change(path, replyOf(path))
    response.writeHead(status, headers).end(body)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const programmes = [{ ...wards, code: 'alpha', origins: [origin] as [string] }]
  await initialiseData(data.path)
  api = await startServer({ port: 0, dataDirectory: data.path, programmes, log: silentLog })
  site = await buildAlpha({ apiBase: api.url })
})
afterAll(async () => {
  host.close()
  await api.close()
  site.dispose()
  data[Symbol.dispose]()
})

function replyOf(path: string): Reply {
  const found = resolvePath(readSite(join(site.folder.path, 'dist/alpha')), path)
  if ('location' in found) return { ...found, body: '' }
  return { ...found, body: readFileSync(found.file, 'utf8') }
}

async function findings(
  broken: Change,
  { code = 'alpha', programmeId = 1, apiBase = api.url } = {}
): Promise<string[]> {
  change = broken
  const found: DoctorFinding[] = await examine([{ code, programmeId, origin, apiBase }])
  return found.filter(({ level }) => level === 'fault').map(({ text }) => text)
}

const on =
  (path: string, alter: (reply: Reply) => Partial<Reply>): Change =>
  (asked, reply) =>
    asked === path ? { ...reply, ...alter(reply) } : reply
const same: Change = (_path, reply) => reply

test('a good deployment has no fault', async () => {
  expect(await findings(same)).toEqual([])
})

test('finds links in emails that do not lead to the site', () => {
  const linked = (linkOrigin: string) => examineLinks([{ code: 'alpha', origin, linkOrigin }])
  expect(linked(origin).map(({ level }) => level)).toEqual(['ok'])
  const local = 'http://alpha.localhost:4321'
  expect(linked(local)).toEqual([
    {
      level: 'fault',
      subject: 'emails of alpha',
      text: `their links lead to ${local}: set SITE_URL, or write ${origin} first in "origins" of programmes/alpha.json`
    }
  ])
})

test('keys of an import map are not mistaken for files', async () => {
  const [key, file] = ['/assets/app.00000000.js', '/assets/app.0a1b2c3d.js']
  const map = `<script type="importmap">{"imports":{"${key}":"${file}"}}</script><link rel="modulepreload" href="${file}">`
  const mapped = on('/', ({ body }) => ({ body: body.replace('<title>', `${map}<title>`) }))
  expect(await findings(mapped)).toEqual([])
  const lost = (path: string, reply: Reply): Reply =>
    path === file ? { ...reply, status: 404 } : mapped(path, reply)
  expect(await findings(lost)).toEqual([expect.stringContaining(`${file} responds with 404`)])
})

test.each<[string, Change, RegExp]>([
  [
    'a cached page',
    on('/', ({ headers }) => ({ headers: { ...headers, 'Cache-Control': 'max-age=600' } })),
    /^\/ has Cache-Control max-age=600/
  ],
  [
    'a host without its headers',
    (_path, reply) => ({ ...reply, headers: { 'Cache-Control': reply.headers['Cache-Control'] ?? '' } }),
    /lacks Content-Security-Policy/
  ],
  [
    'an old page beside a new build',
    on('/builds/latest.json', () => ({ body: '{"id":"new"}' })),
    /a cache holds an old file/
  ],
  [
    'a shell for everything',
    (_path, reply) => (reply.status === 404 ? { ...reply, status: 200 } : reply),
    /no-such-page responds with 200/
  ],
  [
    'a missing asset that is cached',
    on('/assets/lost.00000000.js', ({ headers }) => ({
      headers: { ...headers, 'Cache-Control': 'public, max-age=31536000, immutable' }
    })),
    /a missing asset is cached/
  ],
  ['no deep links', on('/projects/any', () => ({ status: 404 })), /\/projects\/any responds with 404/],
  ['another page', on('/', () => ({ body: 'Welcome to nginx!' })), /not alpha/]
])('finds %s', async (_name, broken, expected) => {
  expect(await findings(broken)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
})

test('finds a programme that the API does not serve, and a site that it refuses', async () => {
  expect(await findings(same, { programmeId: 77 })).toEqual([
    expect.stringContaining('does not serve programme 77')
  ])
  const elsewhere = origin.replace('127.0.0.1', 'localhost')
  change = same
  const found = await examine([{ code: 'alpha', programmeId: 1, origin: elsewhere, apiBase: api.url }])
  expect(found.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining(`refuses calls from ${elsewhere}`)])
  )
})

test('an unreachable API is one finding', async () => {
  const gone = on('/', ({ body }) => ({ body: body.replaceAll(api.url, 'http://127.0.0.1:2') }))
  expect(await findings(gone, { apiBase: 'http://127.0.0.1:2' })).toEqual([
    'cannot be checked: nothing listens there. Start it, or open its port (ECONNREFUSED)'
  ])
})

test('an address in a page is neither called nor shown', async () => {
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end('the secret of the inner network')
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
  const turned = on('/', ({ body }) => ({ body: body.replaceAll(api.url, address) }))
  expect(await findings(turned)).toEqual([
    expect.stringContaining(`calls the API at ${address}, but programmes/alpha.json names ${api.url}`)
  ])
  const redirected = on('/builds/latest.json', () => ({ status: 302, headers: { Location: `${address}/` } }))
  expect(await findings(redirected)).toEqual(['/builds/latest.json responds with 302'])
  inside.close()
  expect(asked).toEqual([])
})

test('reading a long, deep or endless page is aborted, and its control characters are escaped', async () => {
  const page = (body: string) => findings(on('/', () => ({ body })))
  const slow = `<script ${'id="runtime-config" '.repeat(200_000)}`
  expect(await page(slow)).toEqual([expect.stringContaining('/ is the page of something else')])
  const deep = `<script id="runtime-config">${'['.repeat(100_000)}</script>`
  expect(await page(deep)).toEqual([expect.stringContaining('/ is the page of something else')])
  expect(await page('x'.repeat(9 * 1024 * 1024))).toEqual([
    expect.stringMatching(/sends more than [\d,]+ bytes/)
  ])
  const config = { programmeCode: '\u001b]0;gone\u0007\nok      ', apiBase: api.url, buildId: 'x' }
  const hostile = `<script id="runtime-config">${JSON.stringify(config)}</script>`
  expect(await page(hostile)).toContain('/ is the page of \\u001b]0;gone\\u0007\\u000aok      , not alpha')
})
