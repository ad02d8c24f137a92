import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIn } from '#operations/publish/build.ts'
import { readBack } from '#operations/publish/read-back.ts'
import { readTarget } from '#operations/publish/target.ts'
import { contentType } from '#sites/hosting/file-kinds.ts'
import { SECURITY_HEADERS } from '#sites/hosting/hosting.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { publishFrom } from '#tests/support/publish-command.ts'
import { compressScript, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const DAY = 86_400_000

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
})
afterEach(() => folder[Symbol.dispose]())

const command = (words: string[], env: Record<string, string> = {}) => publishFrom(dist, words, env)

const withKeys = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey }
const bucket = (server: S3Server, ...words: string[]) =>
  command(['--target', `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`, ...words], withKeys)

/** Serves a site from a bucket, as a CDN does; `spoil` changes one response. */
async function publicHost(
  server: S3Server,
  spoil: (path: string, headers: Record<string, string>) => number | undefined = () => undefined
) {
  const host = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    const key = path === '' ? 'index.html' : path
    const file = ['', '.html'].map(end => server.files.get(`network/alpha/${key}${end}`)).find(Boolean)
    const headers: Record<string, string> = {
      ...SECURITY_HEADERS,
      'content-type': file?.type ?? 'text/plain; charset=utf-8',
      ...(file !== undefined && { 'cache-control': file.cacheControl })
    }
    const status = spoil(path, headers) ?? (file === undefined ? 404 : 200)
    response.writeHead(status, headers).end(file?.content)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  return {
    url: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      host.closeAllConnections()
      host.close()
      await once(host, 'close')
    }
  }
}

test('sites go to a bucket with type and cache class, index.html after the pages and latest.json last', async () => {
  await using server = await S3Server.start()
  const { files, id } = writeSmallSite(dist, 'alpha', 'first')
  writeSmallSite(dist, 'beta', 'first')
  const said = await bucket(server)
  expect(said).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/\n2 done\n$/) })
  for (const [path, content] of Object.entries(files)) {
    if (path.startsWith('_')) {
      expect(server.files.has(`network/alpha/${path}`)).toBe(false)
      continue
    }
    const file = server.files.get(`network/alpha/${path}`)
    expect([path, file?.content.toString(), file?.type]).toEqual([path, content, contentType(path)])
    const expected = /^(assets|fonts)/.test(path)
      ? /immutable/
      : path.startsWith('builds')
        ? /no-store/
        : /no-cache/
    expect(file?.cacheControl).toMatch(expected)
  }
  const live = server.log.filter(
    line => line.startsWith('PUT network/alpha/') && !/builds\/(?!latest)/.test(line)
  )
  expect(live.at(-1)).toBe('PUT network/alpha/builds/latest.json')
  const last = (match: RegExp) => live.findLastIndex(line => match.test(line))
  expect(last(/assets|fonts/)).toBeLessThan(live.findIndex(line => line.endsWith('.html')))
  expect(live.findIndex(line => line.endsWith('/index.html'))).toBe(last(/\.html$/))
  expect(JSON.parse(server.text('network/alpha/builds/current.json') ?? '')).toMatchObject({
    id,
    state: 'live'
  })

  const again = await bucket(server)
  expect([again.status, again.stdout]).toEqual([0, expect.stringMatching(/\n2 unchanged\n$/)])
})

test('a compressed copy goes to a bucket with the type of its file and its encoding, and the site is read back', async () => {
  await using server = await S3Server.start()
  await using host = await publicHost(server)
  writeSmallSite(dist, 'alpha', 'first')
  const path = compressScript(dist, 'alpha')
  expect(await bucket(server, '--public-url', host.url)).toMatchObject({ status: 0, stderr: '' })
  const { content, ...headers } = server.files.get(`network/alpha/${path}`) ?? { content: Buffer.of() }
  expect(headers).toMatchObject({
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
    encoding: 'br'
  })
  expect(brotliDecompressSync(content).toString()).toBe("export const version = 'first'\n")
  const others = [...server.files].filter(
    ([key, file]) => !key.endsWith('.br') && file.encoding !== undefined
  )
  expect(others).toEqual([])
})

test('a failing site does not stop the others; the worst outcome decides the exit code', async () => {
  await using server = await S3Server.start()
  writeSmallSite(dist, 'alpha', 'first')
  writeSmallSite(dist, 'beta', 'first')
  writeFileSync(join(dist, 'beta/login.html'), 'changed after the build')
  const said = await bucket(server, '--json')
  expect(said.status).toBe(1)
  expect(JSON.parse(said.stdout)).toMatchObject({
    sites: [
      { code: 'alpha', outcome: 'done' },
      {
        code: 'beta',
        outcome: 'failed',
        faults: [expect.stringContaining('login.html does not match its manifest')]
      }
    ]
  })
  expect([...server.files.keys()].filter(key => key.includes('beta'))).toEqual([])
})

test('nothing is sent in a dry run, with wrong keys, or while another publisher holds the lock', async () => {
  await using server = await S3Server.start()
  const { id } = writeSmallSite(dist, 'alpha', 'first')
  expect(await bucket(server, '--dry-run')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('would replace nothing')
  })
  expect(server.log.filter(line => line.startsWith('PUT'))).toEqual([])

  const target = ['--target', `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`]
  const wrong = await command(target, { ...withKeys, AWS_SECRET_ACCESS_KEY: 'guessed' })
  expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('403') })
  expect(server.files.size).toBe(0)

  const until = new Date(server.now + 60_000).toISOString()
  const content = Buffer.from(JSON.stringify({ holder: 'bob', token: 'x', until }))
  server.files.set('network/alpha/builds/lock.json', {
    content,
    type: '',
    cacheControl: '',
    modified: server.now
  })
  expect(await bucket(server)).toMatchObject({
    status: 3,
    stderr: `alpha: bob is publishing this site; the lock ends at ${until} at the latest.\n`
  })
  expect(server.files.size).toBe(1)
  server.now += 120_000
  expect((await bucket(server)).stdout).toContain(id)
})

test('status, rollback and prune by command', async () => {
  await using server = await S3Server.start()
  const ids: string[] = []
  for (const name of ['first', 'second', 'third']) {
    ids.push(writeSmallSite(dist, 'alpha', name).id)
    expect((await bucket(server, '--force')).status).toBe(0)
    server.now += 40 * DAY
  }
  const [first = '', second = '', third = ''] = ids
  expect((await bucket(server, 'status')).stdout).toMatch(
    new RegExp(`${third} {2}is live; ${third} since [^;]*; ${second} from [^;]* to [^;]*; ${first} from`)
  )
  expect((await bucket(server, 'rollback')).stdout).toContain(`${second}  is live again`)
  expect(server.text('network/alpha/index.html')).toContain(second)
  expect((await bucket(server, 'rollback', '--to', 'ffffffffffffffff')).stderr).toContain('is not kept here')

  const planned = await bucket(server, 'prune', '--keep', '1')
  expect(planned.stdout).toMatch(/would remove 1 build,/)
  expect(server.files.has(`network/alpha/builds/${first}/manifest.json`)).toBe(true)
  expect((await bucket(server, 'prune', '--keep', '1', '--yes')).stdout).toMatch(/removed 1 build,/)
  expect([...server.files.keys()].filter(key => key.includes(first))).toEqual([])
  expect((await bucket(server, 'rollback', '--to', third)).status).toBe(0)
})

test('a site is read back through its public address: content, type, cache class, headers, and no cached 404', async () => {
  await using server = await S3Server.start()
  writeSmallSite(dist, 'alpha', 'first')
  expect((await bucket(server)).status).toBe(0)
  const build = await buildIn(dist, 'alpha')
  const check = async (spoil?: Parameters<typeof publicHost>[1]) => {
    await using host = await publicHost(server, spoil)
    return await readBack(host.url, build, { pause: 1 })
  }
  expect(await check()).toEqual([])
  expect(await readBack('http://127.0.0.1:2', build, { pause: 1 })).toEqual([
    'http://127.0.0.1:2 cannot be read: ECONNREFUSED'
  ])
  const only = (at: string, change: (headers: Record<string, string>) => number | void) =>
    check((path, headers) => (path === at ? change(headers) || undefined : undefined))
  expect(await only('login', headers => void (headers['cache-control'] = 'max-age=600'))).toEqual([
    'login.html has Cache-Control max-age=600, not no-cache'
  ])
  expect(await only('', headers => void delete headers['X-Frame-Options'])).toEqual([
    'index.html has X-Frame-Options absent, not DENY'
  ])
  expect(await only('site-config.json', headers => void (headers['content-type'] = 'text/plain'))).toEqual([
    'site-config.json has the type text/plain, not application/json; charset=utf-8'
  ])
  expect(await only('builds/latest.json', () => 503)).toEqual(['builds/latest.json responds with 503'])
  const lost = 'assets/lost.00000000.js'
  expect(await only(lost, headers => void (headers['cache-control'] = 'public, max-age=31536000'))).toEqual([
    `${lost} is missing and may be cached (public, max-age=31536000)`
  ])
  expect(await only(lost, () => 200)).toEqual([`${lost} responds with 200, though the file does not exist`])

  const page = server.files.get('network/alpha/app.html')!
  server.files.set('network/alpha/app.html', { ...page, content: Buffer.from('something else') })
  expect(await check()).toEqual(['app.html is not the published file'])
  await using host = await publicHost(server)
  const said = await bucket(server, 'verify', '--public-url', host.url)
  expect(said).toMatchObject({ status: 1, stderr: 'alpha: app.html is not the published file\n' })
})

test('`--after` runs for each live site, and its failure is reported', async () => {
  await using server = await S3Server.start()
  const { id } = writeSmallSite(dist, 'alpha', 'first')
  const told = join(folder.path, 'told')
  expect((await bucket(server, '--after', `echo "$SITE_CODE $BUILD_ID" > ${told}`)).status).toBe(0)
  expect(readFileSync(told, 'utf8')).toBe(`alpha ${id}\n`)
  const failed = await bucket(server, '--force', '--after', 'echo no such zone >&2; exit 4')
  expect(failed).toMatchObject({ status: 1, stderr: 'alpha: --after ended with 4: no such zone\n' })
  // The next run that asks for it repeats it, and the one after that has nothing to do.
  const again = ['--after', `echo again >> ${told}`]
  for (const _ of ['repeated', 'done'])
    expect(await bucket(server, ...again)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('1 unchanged')
    })
  expect(readFileSync(told, 'utf8')).toBe(`alpha ${id}\nagain\n`)
})

test.each([
  ['s3://?endpoint=https://a.example', /cannot be|names no bucket/],
  ['s3://sites/a?endpont=https://a.example', /unknown part "endpont"/],
  ['s3://sites/a?endpoint=a.example', /must be an http\(s\) address/],
  ['dir:', /names no folder/],
  ['ftp://sites', /cannot be "ftp:\/\/sites"/]
])('the target %s is refused', (text, said) => {
  expect(readTarget(text)).toMatchObject({ ok: false, error: expect.stringMatching(said) })
})

test('a manifest cannot name a file outside its site', async () => {
  writeSmallSite(dist, 'alpha', 'first')
  const file = join(dist, 'alpha/manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"login.html"', '"../beta/login.html"'))
  await expect(buildIn(dist, 'alpha')).rejects.toThrow('no valid manifest.json')
})
