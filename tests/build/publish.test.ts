import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentType } from '#programme/site/file-kinds.ts'
import { SECURITY_HEADERS } from '#programme/site/hosting.ts'
import { buildIn } from '#publish/build.ts'
import { DirectorySite } from '#publish/directory-site.ts'
import { readBack } from '#publish/read-back.ts'
import { readTarget } from '#publish/target.ts'
import { TemporaryFolder } from '../support/programme-folder.ts'
import { smallSite, writeSmallSite } from '../support/published-site.ts'
import { KEYS, S3Server } from '../support/s3-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const DAY = 86_400_000

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
})
afterEach(() => folder[Symbol.dispose]())

interface Said {
  status: number
  stdout: string
  stderr: string
}

/** Runs the command as an operator does. */
const command = (words: string[], env: Record<string, string> = {}): Promise<Said> =>
  new Promise(resolve => {
    const child = execFile(
      process.execPath,
      [join(root, 'scripts/publish.ts'), '--dist', dist, '--as', 'ann', ...words],
      { cwd: root, env: { ...process.env, ...env } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, stdout, stderr })
    )
  })

const withKeys = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey }
const bucket = (server: S3Server, ...words: string[]) =>
  command(['--target', `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`, ...words], withKeys)

/** Serves what a bucket keeps of a site, as a CDN before it does; `spoil` changes one answer. */
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

test('immutable files of all sites lie once where they are shared, and one more site takes few requests', async () => {
  await using server = await S3Server.start()
  server.pageSize = 3
  for (const code of ['alpha', 'beta', 'gamma']) writeSmallSite(dist, code, 'first')
  expect((await bucket(server, '--assets', 'shared/')).status).toBe(0)
  const puts = server.log.filter(line => /^PUT .*\/(assets|fonts)\//.test(line))
  expect(puts.every(line => line.startsWith('PUT network/shared/'))).toBe(true)
  expect(new Set(puts).size).toBe(3)
  server.pageSize = 1000
  server.log.length = 0
  writeSmallSite(dist, 'delta', 'first')
  expect((await bucket(server, '--assets', 'shared/', '--programme', 'delta')).status).toBe(0)
  // Twice the files that are replaced, and what locks, lists and records.
  expect(server.log.length).toBeLessThanOrEqual(2 * 9 + 12)
})

test('a failing site stops no other; the worst of all decides the exit code', async () => {
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
        faults: [expect.stringContaining('login.html is not as its manifest says')]
      }
    ]
  })
  expect([...server.files.keys()].filter(key => key.includes('beta'))).toEqual([])
})

test('nothing is sent by a dry run, with wrong keys, or where another holds the lock', async () => {
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
  expect(await only('builds/latest.json', () => 503)).toEqual(['builds/latest.json is answered with 503'])
  const lost = 'assets/lost.00000000.js'
  expect(await only(lost, headers => void (headers['cache-control'] = 'public, max-age=31536000'))).toEqual([
    `${lost} is missing and may be cached (public, max-age=31536000)`
  ])
  expect(await only(lost, () => 200)).toEqual([`${lost} is answered with 200, though there is no such file`])

  const page = server.files.get('network/alpha/app.html')!
  server.files.set('network/alpha/app.html', { ...page, content: Buffer.from('something else') })
  expect(await check()).toEqual(['app.html is not the published file'])
  await using host = await publicHost(server)
  const said = await bucket(server, 'verify', '--public-url', host.url)
  expect(said).toMatchObject({ status: 1, stderr: 'alpha: app.html is not the published file\n' })
})

test('what invalidates a CDN runs for each live site, and its failure is told', async () => {
  await using server = await S3Server.start()
  const { id } = writeSmallSite(dist, 'alpha', 'first')
  const told = join(folder.path, 'told')
  expect((await bucket(server, '--after', `echo "$SITE_CODE $BUILD_ID" > ${told}`)).status).toBe(0)
  expect(readFileSync(told, 'utf8')).toBe(`alpha ${id}\n`)
  const failed = await bucket(server, '--force', '--after', 'echo no such zone >&2; exit 4')
  expect(failed).toMatchObject({ status: 1, stderr: 'alpha: --after ended with 4: no such zone\n' })
})

test('in a folder current changes by one rename, old assets stay, and rollback and prune work the same way', async () => {
  const target = join(folder.path, 'www')
  let now = Date.parse('2026-11-20T12:00:00Z')
  const site = new DirectorySite({ folder: join(target, 'alpha'), dist, now: () => now })
  const current = () => realpathSync(join(target, 'alpha/current'))
  const publish = async (name: string) => {
    const small = writeSmallSite(dist, 'alpha', name)
    await site.publish(await buildIn(dist, 'alpha'))
    // The next build replaces what is in dist; what was published stays as it is.
    rmSync(join(dist, 'alpha'), { recursive: true })
    return small
  }
  const first = await publish('first')
  expect(current()).toBe(realpathSync(join(target, 'alpha/releases', first.id)))
  now += 40 * DAY
  const second = await publish('second')
  for (const [path, content] of Object.entries(second.files))
    expect([path, readFileSync(join(current(), path), 'utf8')]).toEqual([path, content])
  // Pages that are still open ask for these.
  for (const path of Object.keys(first.files).filter(name => name.startsWith('assets/')))
    expect([path, existsSync(join(current(), path))]).toEqual([path, true])
  expect(existsSync(join(current(), 'only-first.html'))).toBe(false)
  const shared = (id: string) =>
    statSync(
      join(
        target,
        'alpha/releases',
        id,
        'assets',
        readdirSync(join(target, 'alpha/releases', first.id, 'assets'))[0]!
      )
    ).ino
  expect(shared(first.id)).toBe(shared(second.id))

  expect(await site.rollback(undefined)).toMatchObject({ id: first.id })
  expect(readFileSync(join(current(), 'index.html'), 'utf8')).toContain(first.id)
  now += 40 * DAY
  const third = await publish('third')
  now += 40 * DAY
  expect((await site.prune(1, 30 * DAY, false)).builds).toEqual([second.id])
  expect(existsSync(join(target, 'alpha/releases', second.id))).toBe(true)
  await site.prune(1, 30 * DAY, true)
  expect(readdirSync(join(target, 'alpha/releases')).toSorted()).toEqual([first.id, third.id].toSorted())
  await expect(site.rollback(second.id)).rejects.toThrow('is not kept here')
})

test('what a killed publish left in a folder is removed by the next, and a lost file is put back', async () => {
  const target = join(folder.path, 'www')
  const { id } = writeSmallSite(dist, 'alpha', 'first')
  const publish = () => command(['--target', `dir:${target}`, '--force'])
  expect((await publish()).status).toBe(0)
  const releases = join(target, 'alpha/releases')
  writeSmallSite(releases, 'aaaaaaaaaaaaaaaa.unfinished', 'second')
  rmSync(join(releases, id, 'login.html'))
  expect((await publish()).status).toBe(0)
  expect(readdirSync(releases)).toEqual([id])
  expect(readFileSync(join(releases, id, 'login.html'), 'utf8')).toBe(
    smallSite('alpha', 'first').files['login.html']
  )
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
  await expect(buildIn(dist, 'alpha')).rejects.toThrow('no sound manifest.json')
})
