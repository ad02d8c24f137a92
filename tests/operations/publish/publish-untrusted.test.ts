// A malicious store, folder and host: whoever can write to a bucket, or reply in its place, must not reach anything else.

import { once } from 'node:events'
import { mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIn, MANIFEST } from '#operations/publish/build.ts'
import { DirectorySite } from '#operations/publish/directory-site.ts'
import { readBack } from '#operations/publish/read-back.ts'
import { BUILD_RECORD } from '#operations/publish/record.ts'
import { S3Site } from '#operations/publish/s3-site.ts'
import { s3Store } from '#operations/publish/s3-store.ts'
import { openPart } from '#operations/publish/store.ts'
import { readTarget } from '#operations/publish/target.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { smallSite, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const SITE = 'network/alpha/'

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
})
afterEach(() => folder[Symbol.dispose]())

const storeAt = (endpoint: string) =>
  s3Store(
    { bucket: 'sites', endpoint, region: 'eu-west-1' },
    { ...KEYS, sessionToken: 'the token of the session' },
    { retries: 1, pause: 1, timeout: 5_000 }
  )

interface Host {
  url: string
  asked: IncomingMessage[]
  [Symbol.asyncDispose]: () => Promise<void>
}

async function hostThat(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Host> {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

const kept = (content: string) => ({ content: Buffer.from(content), type: '', cacheControl: '', modified: 0 })

test.each([
  '../beta/index.html',
  '../../others/data.json',
  'pages/../../beta/index.html',
  '/etc',
  'builds/lock.json'
])('a record that names %s causes no removal', async stray => {
  await using server = await S3Server.start()
  const site = new S3Site({ store: openPart(storeAt(server.endpoint), SITE), holder: 'ann' })
  writeSmallSite(dist, 'alpha', 'first')
  await site.publish(await buildIn(dist, 'alpha'))
  for (const key of ['network/beta/index.html', 'others/data.json']) server.files.set(key, kept('of others'))
  const record = JSON.parse(server.text(SITE + BUILD_RECORD) ?? '') as { leaving: string[]; paths: string[] }
  for (const field of ['leaving', 'paths'] as const) {
    server.files.set(SITE + BUILD_RECORD, kept(JSON.stringify({ ...record, [field]: [stray] })))
    writeSmallSite(dist, 'alpha', 'second')
    await expect(site.publish(await buildIn(dist, 'alpha'))).rejects.toThrow('Nothing was changed.')
  }
  expect(server.log.filter(line => line.startsWith('DELETE'))).toEqual([])
  expect(server.files.has('network/beta/index.html')).toBe(true)
})

test('no key leads out of the target', async () => {
  await using server = await S3Server.start()
  const store = storeAt(server.endpoint)
  for (const at of [store, openPart(store, SITE)]) {
    await expect((async () => at.remove('../beta/index.html'))()).rejects.toThrow('leads out of the place')
    await expect((async () => at.get('a/../../b', 10))()).rejects.toThrow('leads out of the place')
  }
  expect(server.requests).toBe(0)
  expect(readTarget('s3://sites/a/%2e%2e/b?endpoint=http://a.example')).toMatchObject({ ok: true })
  for (const prefix of ['a/%2E%2E%2Fb', 'a//b', '%'])
    expect(readTarget(`s3://sites/${prefix}?endpoint=http://a.example`)).toMatchObject({ ok: false })
})

test.each([301, 302, 307, 308])(
  'a redirect with %i is not followed: its target would get the keys',
  async status => {
    await using thief = await hostThat((_request, response) => response.writeHead(200).end())
    await using store = await hostThat((_request, response) =>
      response.writeHead(status, { location: `${thief.url}/sites/network` }).end()
    )
    await expect(storeAt(store.url).get('a.json', 10)).rejects.toThrow(
      `The store redirects GET /a.json to ${thief.url}. Give the endpoint and region of the bucket in --target.`
    )
    expect(thief.asked).toEqual([])
    expect(store.asked).toHaveLength(1)
  }
)

/** Sends until the connection is closed. */
function endlessly(response: ServerResponse, piece: string, begin = ''): void {
  response.write(begin)
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

test('endless replies are aborted: a file, a list, the reason of a refusal, a list of lists', async () => {
  const piece = 'x'.repeat(65_536)
  await using file = await hostThat((_request, response) => endlessly(response, piece))
  await expect(storeAt(file.url).get('a.json', 1000)).rejects.toThrow(/sends more than [\d,]+ bytes/)
  await expect(storeAt(file.url).list('')).rejects.toThrow(/sends more than [\d,]+ bytes/)
  expect(file.asked).toHaveLength(2)
  await using refusal = await hostThat((_request, response) => endlessly(response.writeHead(403), piece))
  await expect(storeAt(refusal.url).get('a.json', 1000)).rejects.toThrow(/sends more than [\d,]+ bytes/)
  const page = '<ListBucketResult><NextContinuationToken>again</NextContinuationToken></ListBucketResult>'
  await using lists = await hostThat((_request, response) => response.end(page))
  await expect(storeAt(lists.url).list('')).rejects.toThrow('The list of  has no end.')
  expect(lists.asked).toHaveLength(2)
  await using deep = await hostThat((_request, response) => response.end('<a>'.repeat(1_000_000)))
  await expect(storeAt(deep.url).list('')).rejects.toThrow('a list that cannot be read')
  await using strange = await hostThat((_request, response) =>
    response.end('<L><Contents><Key>others/data.json</Key></Contents></L>')
  )
  await expect(storeAt(strange.url).list(SITE)).rejects.toThrow('which is not below')
})

test('a site is not read back from another host, nor beyond its published size', async () => {
  writeSmallSite(dist, 'alpha', 'first')
  const build = await buildIn(dist, 'alpha')
  await using other = await hostThat((_request, response) => response.end('internal'))
  await using moved = await hostThat((request, response) =>
    response.writeHead(302, { location: `${other.url}${request.url ?? ''}` }).end()
  )
  expect(await readBack(moved.url, build, { pause: 1 })).toContain(
    `login.html responds with a redirect to ${other.url}`
  )
  expect(other.asked).toEqual([])
  await using endless = await hostThat((request, response) =>
    request.url === '/' ? response.end() : endlessly(response, 'x'.repeat(65_536))
  )
  expect((await readBack(endless.url, build, { pause: 1 })).join('\n')).toMatch(
    /login\.html cannot be read: .* sends more than/
  )
})

test('in a folder no link is followed, written through or published', async () => {
  const site = join(folder.path, 'www/alpha')
  const target = new DirectorySite({ folder: site, dist })
  const secret = join(folder.path, 'secret.txt')
  writeFileSync(secret, 'secret')
  const publish = async (name: string): Promise<unknown> => {
    writeSmallSite(dist, 'alpha', name)
    return target.publish(await buildIn(dist, 'alpha'))
  }
  mkdirSync(site, { recursive: true })
  symlinkSync(secret, join(site, 'current.json.new'))
  await publish('first')
  expect(readFileSync(secret, 'utf8')).toBe('secret')

  rmSync(join(dist, 'alpha/login.html'))
  symlinkSync(secret, join(dist, 'alpha/login.html'))
  await expect(buildIn(dist, 'alpha')).rejects.toThrow('login.html is a link')
  rmSync(join(dist, 'alpha/login.html'))

  const releases = join(site, 'releases')
  const { id } = smallSite('alpha', 'first')
  rmSync(join(releases, id, MANIFEST))
  symlinkSync(secret, join(releases, id, MANIFEST))
  await expect(target.rollback(id, true)).rejects.toThrow('is a link. Nothing was changed.')
  rmSync(releases, { recursive: true })
  symlinkSync(folder.path, releases)
  await expect(publish('second')).rejects.toThrow('releases is a link. Nothing was changed.')
  expect(readlinkSync(join(site, 'current'))).toBe(`releases/${id}`)
})

test('a refused connection is reported at once, with its address', async () => {
  const host = await hostThat(() => undefined)
  await host[Symbol.asyncDispose]()
  // A retry would come after ten minutes.
  const address = { bucket: 'sites', endpoint: host.url, region: 'eu-west-1' }
  const store = s3Store(address, KEYS, { pause: 600_000 })
  await expect(store.list('network/')).rejects.toThrow(`${host.url} cannot be reached: ECONNREFUSED`)
})
