// A rollback restores one build, however often it runs and wherever it is interrupted. A withdrawn build does not return by itself.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIn } from '#operations/publish/build.ts'
import { DirectorySite } from '#operations/publish/directory-site.ts'
import { S3Site } from '#operations/publish/s3-site.ts'
import { s3Store } from '#operations/publish/s3-store.ts'
import type { SiteTarget } from '#operations/publish/site-target.ts'
import { openPart } from '#operations/publish/store.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { publishFrom } from '#tests/support/publish-command.ts'
import { smallSite, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

const SITE = 'network/alpha/'
const idOf = (name: string): string => smallSite('alpha', name).id
const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map(idOf) as [
  string,
  string,
  string,
  string
]

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
})
afterEach(() => folder[Symbol.dispose]())

async function publish(site: SiteTarget, ...names: string[]): Promise<void> {
  for (const name of names) {
    rmSync(dist, { recursive: true, force: true })
    writeSmallSite(dist, 'alpha', name)
    await site.publish(await buildIn(dist, 'alpha'))
  }
}

const inBucket = (server: S3Server): S3Site => {
  const address = { bucket: 'sites', endpoint: server.endpoint, region: 'eu-west-1' }
  const store = s3Store(address, KEYS, { retries: 0, pause: 1, timeout: 5_000 })
  return new S3Site({ store: openPart(store, SITE), holder: 'ann' })
}

const live = async (site: SiteTarget): Promise<unknown> => {
  const { record } = await site.status()
  return [record?.id, record?.state]
}

/** The same for a bucket and for a folder. */
async function rollingBack(site: SiteTarget): Promise<void> {
  await publish(site, 'first', 'second', 'third')
  expect(await site.rollback(undefined)).toMatchObject({ id: second, from: third, wasLive: false })
  for (let again = 0; again < 2; again++)
    expect(await site.rollback(undefined)).toMatchObject({ id: second, from: third, wasLive: true })
  expect(await live(site)).toEqual([second, 'live'])

  // A withdrawn build returns only by its id.
  await publish(site, 'fourth')
  expect(await site.rollback(undefined)).toMatchObject({ id: second, from: fourth, wasLive: false })
  expect(await site.rollback(first)).toMatchObject({ id: first, from: second, wasLive: false })
  expect(await site.rollback(undefined)).toMatchObject({ id: first, wasLive: true })
  expect(await site.rollback(third)).toMatchObject({ id: third, wasLive: false })
  expect(await site.rollback(third)).toMatchObject({ id: third, wasLive: true })
  expect(await site.rollback(third, true)).toMatchObject({ id: third, wasLive: false })
  await publish(site, 'second')
  expect(await site.rollback(undefined)).toMatchObject({ id: third, from: second })
  await publish(site, 'second')
  expect((await site.status()).record?.builds.map(({ id, is_withdrawn }) => [id, is_withdrawn])).toEqual([
    [second, false],
    [third, false],
    [first, true],
    [fourth, true]
  ])
  expect(await site.rollback(second)).toMatchObject({ id: second, from: null, wasLive: true })
}

test('in a bucket', async () => {
  await using server = await S3Server.start()
  await rollingBack(inBucket(server))
})

test('in a folder', () => rollingBack(new DirectorySite({ folder: join(folder.path, 'www/alpha'), dist })))

test('without an earlier build nothing is rolled back; a withdrawn one needs --to', async () => {
  const site = new DirectorySite({ folder: join(folder.path, 'www/alpha'), dist })
  await expect(site.rollback(undefined)).rejects.toThrow('never published')
  await publish(site, 'first')
  await expect(site.rollback(undefined)).rejects.toThrow('no earlier build')
  await publish(site, 'second')
  await site.rollback(undefined)
  await publish(site, 'first')
  await expect(site.rollback(undefined)).rejects.toThrow('no earlier build to roll back to.')
})

// tests/long/publish-cut.test.ts interrupts every request.
test.each([1, 4, 5, 6, 9, 14, 17])(
  'interrupted at request %i, the next run restores the same build',
  async request => {
    for (const how of ['lost-before', 'lost-after'] as const) {
      await using server = await S3Server.start()
      const site = inBucket(server)
      await publish(site, 'first', 'second', 'third')
      const from = server.requests + request
      server.fate = number => (number < from ? undefined : number === from ? how : 'lost-before')
      await expect(site.rollback(undefined)).rejects.toThrow('cannot be reached')
      server.fate = () => undefined
      server.now += 10 * 60_000
      await site.rollback(undefined)
      await site.rollback(undefined)
      expect(await live(site)).toEqual([second, 'live'])
      expect(server.text(`${SITE}index.html`)).toContain(second)
      expect(server.text(`${SITE}builds/latest.json`)).toContain(second)
    }
  }
)

test('after an interrupted rollback the status says so, and a new publish does not restore the bad build', async () => {
  await using server = await S3Server.start()
  const site = inBucket(server)
  await publish(site, 'first', 'second')
  server.fate = (_request, method, key) =>
    method === 'PUT' && key === `${SITE}index.html` ? 'lost-before' : undefined
  await expect(site.rollback(undefined)).rejects.toThrow('cannot be reached')
  server.fate = () => undefined
  server.now += 10 * 60_000
  const bucket = (...words: string[]) =>
    publishFrom(
      dist,
      ['--target', `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`, ...words],
      { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey }
    )
  expect((await bucket('status')).stdout).toContain(
    `The rollback to ${first} was interrupted: roll back again`
  )
  await expect(site.prune(0, 0, true)).rejects.toThrow('roll back again. Then prune.')
  await publish(site, 'third')
  expect((await bucket('rollback')).stdout).toMatch(new RegExp(`${first} {2}is live again`))
  const again = await bucket('rollback', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({
    sites: [
      {
        outcome: 'unchanged',
        id: first,
        note: `is already live in place of ${third}; to roll back to another build, use --to`
      }
    ]
  })
  expect(again.status).toBe(0)
  expect((await bucket('status')).stdout).toMatch(new RegExp(`${second} from [^;]*, rolled back`))
})
