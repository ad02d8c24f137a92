import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staticPaths } from '#navigation/paths.ts'
import { htmlFile } from '#programme/site/hosting.ts'
import { serveSites } from '../../scripts/serve-sites.ts'
import { buildAlpha, type BuiltFixture } from '../support/built-site.ts'
import type { TemporaryFolder } from '../support/programme-folder.ts'

let site: BuiltFixture
let folder: TemporaryFolder
const hosts: Record<string, number> = {}
const stops: (() => Promise<unknown>)[] = []

interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request({ port, path, host: '127.0.0.1', headers: { host: 'alpha.localhost', ...headers } }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() })
      )
    })
    call.on('error', reject).end()
  })
}

const nginx = ['nginx', '/usr/sbin/nginx'].find(command => {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function startNginx(command: string): Promise<number> {
  // Its workers may run as another user.
  chmodSync(folder.path, 0o755)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder.file(name)};`).join(' ')
  folder.write(
    'nginx.conf',
    `daemon off; pid ${folder.file('nginx.pid')}; error_log ${folder.file('error.log')}; events {}
http { access_log off; ${temporary} types { text/html html; text/javascript js; application/json json; image/svg+xml svg; text/css css; text/plain txt; }
server { listen ${port}; server_name alpha.localhost; root ${folder.file('dist/alpha')}; include ${folder.file('dist/alpha/_hosting/nginx.conf')}; } }`
  )
  execFileSync(command, ['-t', '-c', folder.file('nginx.conf')], { stdio: 'pipe' })
  const child = spawn(command, ['-c', folder.file('nginx.conf')], { stdio: 'ignore' })
  stops.push(async () => {
    child.kill()
    await once(child, 'close')
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await get(port, '/').catch(() => undefined)) return port
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}

beforeAll(async () => {
  site = await buildAlpha()
  folder = site.folder
  const own = await serveSites({ dist: folder.file('dist'), codes: ['alpha'], port: 0, index: '<h1>Programmes</h1>' })
  hosts['own'] = own.port
  stops.push(own.close)
  if (nginx !== undefined) hosts['nginx'] = await startNginx(nginx)
})

afterAll(async () => {
  for (const stop of stops) await stop()
  site.dispose()
})

/** Path, status, and the page that answers: named by its body's class, `-` where it must not be a page. */
const answers: [string, number, string][] = [
  ...staticPaths.map((path): [string, number, string] => [path, 200, htmlFile(path).replace('.html', '')]),
  ['/login?next=/projects', 200, 'login'],
  ['/projects/ward-staffing', 200, '404'],
  ['/projects/ward-staffing/results/falls/detail/12', 200, '404'],
  ['/projects/ward-staffing/data-collection/questionnaire/1-2-3', 200, '404'],
  ['/surveys/12-34', 200, '404'],
  ['/surveys/12-34/ABCD/questions', 200, '404'],
  ['/verify/a1b2c3', 200, '404'],
  ['/nothing-here', 404, '404'],
  ['/logins', 404, '404'],
  ['/assets/app.00000000.js', 404, '-'],
  ['/assets/deep/lost', 404, '-'],
  ['/fonts/lost.woff2', 404, '-'],
  ['/images/logos/beta.svg', 404, '-'],
  ['/builds/lost.json', 404, '-'],
  ['/builds/lost', 404, '-'],
  ['/lost.json', 404, '-'],
  ['/projects/lost.json', 404, '-'],
  ['/_headers', 404, '-'],
  ['/_redirects', 404, '-'],
  ['/_hosting/nginx.conf', 404, '-']
]

describe.each(['own', ...(nginx === undefined ? [] : ['nginx'])])('%s host', host => {
  const at = (path: string, headers?: Record<string, string>) => get(hosts[host] ?? 0, path, headers)

  test.each(answers)('%s answers %i with %s', async (path, status, page) => {
    const answer = await at(path)
    expect(answer.status).toBe(status)
    expect(/<body class="([^"]*)">/.exec(answer.body)?.[1] ?? '-').toBe(page)
  })

  test.each(['/../alpha/_headers', '/%2e%2e/%2e%2e/programmes/alpha.json', '/assets/..%2f_headers'])(
    '%s does not climb out of the site',
    async path => {
      const answer = await at(path)
      expect([400, 404]).toContain(answer.status)
      expect(answer.body).not.toMatch(/Content-Security-Policy: default|primaryColour":\s/)
    }
  )

  test.each([
    ['/assets/app.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
    ['/builds/latest.json', 'no-store'],
    ['/site-config.json', 'no-cache'],
    ['/images/logos/alpha.svg', 'no-cache'],
    ['/login', 'no-cache'],
    ['/projects/a', 'no-cache']
  ])('%s may be kept as %s', async (path, cacheControl) => {
    const answer = await at(path)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, cacheControl])
  })

  test.each(['/', '/login', '/projects/a', '/nothing', '/assets/app.0a1b2c3d.js', '/site-config.json'])(
    '%s carries the security headers',
    async path => {
      const { headers } = await at(path)
      expect(headers['content-security-policy']).toMatch(/^default-src 'self'; .*frame-ancestors 'none'$/)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin', 'x-frame-options': 'DENY' })
    }
  )

  test.each([
    ['/help', 'https://alpha.example/help?a=1'],
    ['/old', '/projects']
  ])('%s leads to %s', async (path, target) => {
    const answer = await at(path)
    expect(answer.status).toBe(302)
    expect(answer.headers['location']?.toString().replace(/^http:\/\/alpha\.localhost(:\d+)?\//, '/')).toBe(target)
  })
})

describe('own host', () => {
  const port = () => hosts['own'] ?? 0

  test('a known copy is confirmed without a body, and each encoding has a tag of its own', async () => {
    const first = await get(port(), '/login', { 'accept-encoding': 'br' })
    expect(first.headers['content-encoding']).toBe('br')
    const again = await get(port(), '/login', { 'accept-encoding': 'br', 'if-none-match': String(first.headers['etag']) })
    expect([again.status, again.body]).toEqual([304, ''])
    const plain = await get(port(), '/login', { 'if-none-match': String(first.headers['etag']) })
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    expect((await get(port(), '/login', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
  })

  test('the bare host lists the programmes; another host and a damaged path are refused', async () => {
    expect(await get(port(), '/', { host: 'localhost:4321' })).toMatchObject({ status: 200, body: '<h1>Programmes</h1>' })
    expect(await get(port(), '/', { host: 'beta.localhost' })).toMatchObject({ status: 404 })
    expect(await get(port(), '/', { host: 'evil.example' })).toMatchObject({ status: 404 })
    expect(await get(port(), '/%zz')).toMatchObject({ status: 400 })
  })
})

describe('CloudFront', () => {
  interface Viewer {
    uri?: string
    statusCode?: number
    headers?: { location: { value: string } }
  }
  const handle = (uri: string): Viewer => {
    const context: { answer?: Viewer; event: object } = { event: { request: { uri, headers: {} } } }
    runInNewContext(`${folder.read('dist/alpha/_hosting/cloudfront-function.js')};answer = handler(event)`, context)
    return context.answer ?? {}
  }

  test.each(answers.filter(([path]) => !path.includes('?')))('the function leads %s (%i) to %s', (path, _status, page) => {
    const answer = handle(path)
    if (page === '-') expect(answer.uri === path || answer.statusCode === 404).toBe(true)
    else expect(answer.uri).toBe(`/${page}.html`)
  })

  test('the function redirects', () => {
    expect(handle('/help')).toMatchObject({ statusCode: 302, headers: { location: { value: 'https://alpha.example/help?a=1' } } })
  })

  test('the headers policy has the shape that AWS documents', () => {
    const policy = JSON.parse(folder.read('dist/alpha/_hosting/cloudfront-headers.json')) as Record<string, Record<string, unknown>>
    expect(policy).toMatchObject({
      Name: 'alpha-site',
      SecurityHeadersConfig: {
        ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: expect.stringContaining("default-src 'self'") },
        FrameOptions: { FrameOption: 'DENY' },
        ReferrerPolicy: { ReferrerPolicy: 'same-origin' }
      }
    })
    const { Quantity, Items } = policy['CustomHeadersConfig'] as { Quantity: number; Items: { Header: string }[] }
    expect(Quantity).toBe(Items.length)
    expect(Items.map(item => item.Header)).toContain('Permissions-Policy')
  })
})

test('the nginx snippet is balanced and closes every statement', () => {
  const snippet = folder
    .read('dist/alpha/_hosting/nginx.conf')
    .replace(/^#.*$/gm, '')
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
  let depth = 0
  for (const letter of snippet.replace(/\{[A-Za-z0-9]|[^{}]/g, '')) {
    depth += letter === '{' ? 1 : -1
    expect(depth).toBeGreaterThanOrEqual(0)
  }
  expect(depth).toBe(0)
  for (const line of snippet.split('\n').filter(text => text.trim() !== '')) expect(line.trim()).toMatch(/[;}]$/)
})
