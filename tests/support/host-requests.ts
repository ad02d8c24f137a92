import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { staticPaths } from '#programme/paths.ts'
import { compressedName, COPIES_FOLDER } from '#sites/compress.ts'
import { sha256 } from '#sites/digest.ts'
import type { Encoding } from '#sites/hosting/file-kinds.ts'
import { htmlFile } from '#sites/hosting/hosting.ts'
import { LARGE_ASSET } from './built-site.ts'

export interface Answered {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  /** The body as received. */
  bytes: Buffer
}

/** Requests a path exactly as written, without normalising it. */
export function ask(port: number, path: string, headers: Record<string, string> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const call = request(
      { port, path, host: '127.0.0.1', headers: { host: 'alpha.localhost', ...headers } },
      response => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => {
          const bytes = Buffer.concat(parts)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: bytes.toString(),
            bytes
          })
        })
      }
    )
    call.on('error', reject).end()
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Waits until a host answers. */
export async function untilServed(port: number, seconds = 30): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < seconds * 1000; await pause(100)) {
    if (await ask(port, '/').catch(() => undefined)) return
  }
  throw new Error(`nothing answers at port ${port}`)
}

/** Path, status, and the page of the reply: identified by its body's class, `-` where it must not be a page. */
export const hostAnswers: readonly [string, number, string][] = [
  ...staticPaths.map((path): [string, number, string] => [path, 200, htmlFile(path).replace('.html', '')]),
  ['/login?next=/projects', 200, 'login'],
  ['/projects/ward-staffing', 200, 'app'],
  ['/projects/ward-staffing/results/falls/detail/12', 200, 'app'],
  ['/projects/ward-staffing/data-collection/questionnaire/1-2-3', 200, 'app'],
  ['/surveys/12-34', 200, 'app'],
  ['/surveys/12-34/ABCD/questions', 200, 'app'],
  ['/verify/a1b2c3', 200, 'app'],
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

const missing = [
  '/assets/app.00000000.js',
  '/assets/deep/lost',
  '/fonts/lost.woff2',
  '/builds/lost.json',
  '/images/lost.svg',
  '/lost.json'
]

interface Differences {
  /** What a host answers instead of the expected status and page, where it cannot do otherwise. */
  instead?: (path: string, status: number, page: string) => [number, string]
  /** The statuses with which paths that lead out of the site are refused. */
  refusals?: readonly number[]
  /** Which compressed copies it sends. Other hosts compress replies themselves, or not at all. */
  copies?: readonly Encoding[]
  /** The same for pages, which have copies only in published sites. */
  pageCopies?: readonly Encoding[]
}

/** What must be true of every host that serves the fixture's site from `dist` on a port. */
export function proveHost(port: () => number, dist: () => string, differences: Differences = {}): void {
  const {
    instead = (_path, status, page) => [status, page],
    refusals = [400, 404],
    copies: expectedCopies = [],
    pageCopies = []
  } = differences
  const at = (path: string, headers?: Record<string, string>) => ask(port(), path, headers)

  test.each(hostAnswers)('%s answers %i with %s', async (path, status, page) => {
    const answer = await at(path)
    const shown = /<body class="([^"]*)">/.exec(answer.body)?.[1] ?? '-'
    expect(answer.headers['location']).toBeUndefined()
    expect([answer.status, shown]).toEqual(instead(path, status, page))
  })

  test.each(['/../alpha/_headers', '/%2e%2e/%2e%2e/programmes/alpha.json', '/assets/..%2f_headers'])(
    '%s does not climb out of the site',
    async path => {
      const answer = await at(path)
      expect(refusals).toContain(answer.status)
      expect(answer.body).not.toMatch(/Content-Security-Policy: |primaryColour":\s/)
    }
  )

  test.each([
    ['/assets/app.0a1b2c3d.js', 'public, max-age=31536000, immutable'],
    ['/builds/latest.json', 'no-store'],
    ['/manifest.json', 'no-store'],
    ['/site-config.json', 'no-cache'],
    ['/images/logos/alpha.svg', 'no-cache'],
    ['/login', 'no-cache'],
    ['/projects/a', 'no-cache'],
    ['/surveys/404', 'no-cache']
  ])('%s may be kept as %s', async (path, cacheControl) => {
    const answer = await at(path)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, cacheControl])
  })

  test.each(expectedCopies)('a large asset comes as the copy that the build made in %s', async encoding => {
    const answer = await at(`/${LARGE_ASSET}`, { 'accept-encoding': encoding })
    const { 'content-encoding': coding, 'content-type': type, vary, 'cache-control': cache } = answer.headers
    expect([answer.status, coding, String(vary).toLowerCase()]).toEqual([200, encoding, 'accept-encoding'])
    expect(type).toMatch(/^(text|application)\/javascript\b/)
    expect(cache).toBe('public, max-age=31536000, immutable')
    // Beside the file where the site was published, otherwise where all sites of the build share it.
    const copies = [
      compressedName(LARGE_ASSET, encoding),
      join('..', COPIES_FOLDER, compressedName(sha256(readFileSync(join(dist(), LARGE_ASSET))), encoding))
    ]
    const copy = copies.map(path => join(dist(), path)).find(path => existsSync(path))
    expect(answer.bytes.equals(readFileSync(copy ?? ''))).toBe(true)
  })

  test.each(
    pageCopies.flatMap(encoding => [
      [encoding, '/login', 200, 'login.html'] as const,
      [encoding, '/projects/a', 200, 'app.html'] as const,
      [encoding, '/nothing-here', 404, '404.html'] as const
    ])
  )('in %s %s comes as the copy that the publish made', async (encoding, path, status, file) => {
    const answer = await at(path, { 'accept-encoding': encoding })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([status, encoding])
    expect(answer.headers['content-type']).toMatch(/^text\/html\b/)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.bytes.equals(readFileSync(join(dist(), compressedName(file, encoding))))).toBe(true)
  })

  test('a client that accepts no compression gets the file itself', async () => {
    const answer = await at(`/${LARGE_ASSET}`, { 'accept-encoding': 'identity' })
    expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined])
    expect(answer.bytes.equals(readFileSync(join(dist(), LARGE_ASSET)))).toBe(true)
  })

  test.each(missing)('that %s is missing may not be kept', async path => {
    const answer = await at(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control'] ?? 'no-store').toMatch(/no-store|no-cache/)
  })

  test.each([
    '/',
    '/login',
    '/projects/a',
    '/nothing',
    '/assets/app.0a1b2c3d.js',
    '/assets/lost.js',
    '/site-config.json',
    '/help'
  ])('%s carries the security headers, and none that changes with a build', async path => {
    const { headers } = await at(path)
    expect(headers['content-security-policy']).toBe(
      "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY'
    })
  })

  test('an image opened by its address can run nothing', async () => {
    const { headers, status } = await at('/images/logos/alpha.svg')
    expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; style-src 'unsafe-inline'; sandbox/
    )
  })

  test.each([
    ['/help', 'https://alpha.example/help?a=1'],
    ['/old', '/projects']
  ])('%s leads to %s', async (path, target) => {
    const answer = await at(path)
    expect(answer.status).toBe(302)
    expect(
      answer.headers['location']
        ?.toString()
        .replace(/^http:\/\/(alpha\.localhost|127\.0\.0\.1)(:\d+)?\//, '/')
    ).toBe(target)
  })
}
