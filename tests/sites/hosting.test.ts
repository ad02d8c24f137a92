import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIn } from '#operations/publish/build.ts'
import { readBack } from '#operations/publish/read-back.ts'
import { redirectFaults } from '#programme/faults/redirect-faults.ts'
import { staticPaths } from '#programme/paths.ts'
import { serveSites } from '#scripts/serve-sites.ts'
import { cloudFrontFunction } from '#sites/hosting/cloudfront.ts'
import { cacheClass, type Encoding } from '#sites/hosting/file-kinds.ts'
import { buildAlpha, publishAlpha, type BuiltFixture } from '#tests/support/built-site.ts'
import { ask, freePort, hostAnswers, proveHost, untilServed } from '#tests/support/host-requests.ts'
import type { TemporaryFolder } from '#tests/support/programme-folder.ts'

let site: BuiltFixture
let folder: TemporaryFolder
let published = ''
const hosts: Record<string, number> = {}
const stops: (() => Promise<unknown>)[] = []

const nginx = ['nginx', '/usr/sbin/nginx'].find(command => {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

async function startNginx(command: string): Promise<number> {
  // Its workers may run as another user.
  chmodSync(folder.path, 0o755)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${folder.file(name)};`)
    .join(' ')
  folder.write(
    'nginx.conf',
    `daemon off; pid ${folder.file('nginx.pid')}; error_log ${folder.file('error.log')}; events {}
http { access_log off; ${temporary} types { text/html html; text/javascript js; application/json json; image/svg+xml svg; text/css css; text/plain txt; }
server { listen ${port}; server_name alpha.localhost; root ${published}; include ${folder.file('dist/_hosting/alpha/nginx.conf')}; } }`
  )
  execFileSync(command, ['-t', '-c', folder.file('nginx.conf')], { stdio: 'pipe' })
  const child = spawn(command, ['-c', folder.file('nginx.conf')], { stdio: 'ignore' })
  stops.push(async () => {
    child.kill()
    await once(child, 'close')
  })
  await untilServed(port)
  return port
}

beforeAll(async () => {
  site = await buildAlpha()
  folder = site.folder
  published = await publishAlpha(site)
  const own = await serveSites({
    dist: folder.file('dist'),
    codes: ['alpha'],
    port: 0,
    index: '<h1>Programmes</h1>'
  })
  hosts['own'] = own.port
  stops.push(own.close)
  if (nginx !== undefined) hosts['nginx'] = await startNginx(nginx)
})

afterAll(async () => {
  for (const stop of stops) await stop()
  site.dispose()
})

const copies: Record<string, Encoding[]> = {
  own: ['br', 'gzip'],
  ...(nginx !== undefined && { nginx: ['gzip'] })
}
describe.each(Object.keys(copies))('%s host', host => {
  proveHost(
    () => hosts[host] ?? 0,
    () => (host === 'nginx' ? published : folder.file('dist/alpha')),
    { copies: copies[host] ?? [], pageCopies: host === 'nginx' ? ['gzip'] : [] }
  )
})

test.skipIf(nginx === undefined)('a published site reads back from nginx as it was built', async () => {
  const build = await buildIn(folder.file('dist'), 'alpha')
  expect(await readBack(`http://127.0.0.1:${hosts['nginx']}`, build, { pause: 1 })).toEqual([])
})

test('every font has a name that hosts may cache for ever', () => {
  const kept = readdirSync('public/fonts').map(name => [name, cacheClass(`fonts/${name}`)])
  expect(kept).toEqual(kept.map(([name]) => [name, 'immutable']))
})

describe('own host', () => {
  const port = () => hosts['own'] ?? 0

  test('a cached copy is confirmed without a body, and each encoding has its own tag', async () => {
    const first = await ask(port(), '/login', { 'accept-encoding': 'br' })
    expect(first.headers['content-encoding']).toBe('br')
    const again = await ask(port(), '/login', {
      'accept-encoding': 'br',
      'if-none-match': String(first.headers['etag'])
    })
    expect([again.status, again.body]).toEqual([304, ''])
    const plain = await ask(port(), '/login', { 'if-none-match': String(first.headers['etag']) })
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect(
      (await ask(port(), '/login', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']
    ).toBe('gzip')
  })

  test('the bare host lists the programmes; another host and a damaged path are refused', async () => {
    expect(await ask(port(), '/', { host: 'localhost:4321' })).toMatchObject({
      status: 200,
      body: '<h1>Programmes</h1>'
    })
    expect(await ask(port(), '/', { host: 'beta.localhost' })).toMatchObject({ status: 404 })
    expect(await ask(port(), '/', { host: 'evil.example' })).toMatchObject({ status: 404 })
    expect(await ask(port(), '/%zz')).toMatchObject({ status: 400 })
  })
})

describe('CloudFront', () => {
  interface Viewer {
    uri?: string
    statusCode?: number
    headers?: Record<string, { value: string }>
  }
  const code = () => folder.read('dist/_hosting/alpha/cloudfront-function.js')
  const handle = (uri: string): Viewer => {
    const context: { answer?: Viewer; event: object } = { event: { request: { uri, headers: {} } } }
    runInNewContext(`${code()};answer = handler(event)`, context)
    return context.answer ?? {}
  }

  test.each(hostAnswers.filter(([path]) => !path.includes('?')))(
    'the function maps %s (%i) to %s',
    (path, _status, page) => {
      const answer = handle(path)
      if (page === '-') expect(answer.uri === path || answer.statusCode === 404).toBe(true)
      else expect(answer.uri).toBe(page === '404' ? '/app.html' : `/${page}.html`)
    }
  )

  test.each([
    ['/help', 302, 'location', 'https://alpha.example/help?a=1'],
    ['/old', 302, 'location', '/projects'],
    ['/_headers', 404, 'cache-control', 'no-store']
  ])('responses of the function itself at %s have the security headers', (path, statusCode, name, value) => {
    expect(handle(path)).toMatchObject({
      statusCode,
      headers: {
        [name]: { value },
        'content-security-policy': { value: expect.stringContaining("frame-ancestors 'none'") },
        'strict-transport-security': { value: 'max-age=31536000' },
        'x-content-type-options': { value: 'nosniff' }
      }
    })
  })

  test('the function fits CloudFront’s limit with the maximum of redirects', async () => {
    const redirects = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/old-${index}`, '/']))
    while (redirectFaults(redirects).length > 0) delete redirects[Object.keys(redirects).at(-1) ?? '']
    expect(Object.keys(redirects).length).toBeGreaterThan(250)
    const text = cloudFrontFunction({ staticPaths, redirects })('a'.repeat(40))
    expect(Buffer.byteLength(text)).toBeLessThan(10_240)
  })

  test('the headers policy has the structure that AWS documents', () => {
    const policy = JSON.parse(folder.read('dist/_hosting/alpha/cloudfront-headers.json')) as Record<
      string,
      Record<string, unknown>
    >
    expect(policy).toMatchObject({
      Name: 'alpha-site',
      SecurityHeadersConfig: {
        ContentSecurityPolicy: {
          Override: true,
          ContentSecurityPolicy: expect.stringContaining("frame-ancestors 'none'")
        },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'same-origin' }
      }
    })
    const { Quantity, Items } = policy['CustomHeadersConfig'] as {
      Quantity: number
      Items: { Header: string }[]
    }
    expect(Quantity).toBe(Items.length)
    expect(Items.map(item => item.Header)).toContain('Permissions-Policy')
  })
})

test('the nginx snippet is balanced and closes every statement', () => {
  const snippet = folder
    .read('dist/_hosting/alpha/nginx.conf')
    .replace(/^#.*$/gm, '')
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
  let depth = 0
  for (const letter of snippet.replace(/\{[A-Za-z0-9]|[^{}]/g, '')) {
    depth += letter === '{' ? 1 : -1
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
  for (const line of snippet.split('\n').filter(text => text.trim() !== ''))
    expect(line.trim()).toMatch(/[;}]$/)
})
