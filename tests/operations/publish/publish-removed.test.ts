// Sites of programmes that no longer exist are listed, and taken down by name.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { S3Site } from '#operations/publish/s3-site.ts'
import { s3Store } from '#operations/publish/s3-store.ts'
import { openPart } from '#operations/publish/store.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { publishFrom } from '#tests/support/publish-command.ts'
import { readersFaults, smallSite, writeSmallSite } from '#tests/support/published-site.ts'
import { KEYS, S3Server } from '#tests/support/s3-server.ts'

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
  for (const code of ['alpha', 'beta']) writeSmallSite(dist, code, 'first')
})
afterEach(() => folder[Symbol.dispose]())

const withKeys = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey }
const bucket = (server: S3Server, ...words: string[]) =>
  publishFrom(
    dist,
    ['--target', `s3://sites/network?endpoint=${server.endpoint}&region=eu-west-1`, ...words],
    withKeys
  )

const keysOf = (server: S3Server, code: string): string[] =>
  [...server.files.keys()].filter(key => key.startsWith(`network/${code}/`)).toSorted()

const ORPHANED =
  /beta +orphaned +- +is still online although no programme has this code. To take it down, run unpublish --programme beta/

test('in a bucket, the site of a removed programme is listed, taken down by name and restored by publishing', async () => {
  await using server = await S3Server.start()
  expect(await bucket(server)).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n2 done\n$/) })
  const before = [...server.files.keys()].toSorted()
  rmSync(join(dist, 'beta'), { recursive: true })
  for (const words of [[], ['--dry-run'], ['status']])
    expect(await bucket(server, ...words)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(ORPHANED)
    })

  expect(await bucket(server, 'unpublish')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('needs --programme')
  })
  const planned = await bucket(server, 'unpublish', '--programme', 'beta')
  expect(planned).toMatchObject({ status: 0, stderr: '' })
  for (const path of Object.keys(smallSite('beta', 'first').files).filter(name => !name.startsWith('_')))
    expect(planned.stdout).toContain(`beta: would remove ${path}\n`)
  expect([...server.files.keys()].toSorted()).toEqual(before)

  const foreign = 'network/beta/verification.txt'
  server.files.set(foreign, { content: Buffer.from('of others'), type: '', cacheControl: '', modified: 0 })
  const shown = new Set<string>()
  server.onChange = () => readersFaults(server, 'network/beta/', []).forEach(fault => shown.add(fault))
  const done = await bucket(server, 'unpublish', '--programme', 'beta', '--yes')
  expect(done).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/removed \d+ files; 1 file beside it was not published and stays/)
  })
  expect([...shown]).toEqual([])
  expect(keysOf(server, 'beta')).toEqual([foreign])
  expect(keysOf(server, 'alpha')).toEqual(before.filter(key => key.startsWith('network/alpha/')))
  expect((await bucket(server, 'status')).stdout).not.toMatch(ORPHANED)
  expect((await bucket(server, 'unpublish', '--programme', 'beta', '--yes')).stdout).toMatch(
    /beta +unchanged .*is not online/
  )

  server.files.delete(foreign)
  writeSmallSite(dist, 'beta', 'first')
  expect((await bucket(server)).status).toBe(0)
  expect([...server.files.keys()].toSorted()).toEqual(before)
})

test('during a publish or an unfinished removal, nothing else changes the site', async () => {
  await using server = await S3Server.start()
  await bucket(server)
  const until = new Date(server.now + 60_000).toISOString()
  const lock = server.files.get('network/beta/builds/lock.json')!
  const content = Buffer.from(JSON.stringify({ holder: 'bob', token: 'x', until }))
  server.files.set('network/beta/builds/lock.json', { ...lock, content })
  const locked = await bucket(server, 'unpublish', '--programme', 'beta', '--yes')
  expect(locked).toMatchObject({ status: 3, stderr: expect.stringContaining('bob is publishing this site') })
  server.now += 120_000
  server.fate = (_request, method) => (method === 'DELETE' ? 'lost-before' : undefined)
  const address = { bucket: 'sites', endpoint: server.endpoint, region: 'eu-west-1' }
  const store = openPart(s3Store(address, KEYS, { retries: 0 }), 'network/beta/')
  await expect(new S3Site({ store, holder: 'ann' }).takeDown(true)).rejects.toThrow('cannot be reached')
  server.fate = () => undefined
  server.now += 10 * 60_000
  for (const words of [['rollback'], ['prune', '--yes']])
    expect((await bucket(server, ...words, '--programme', 'beta')).stderr).toMatch(
      /taken down|Taking the site down/
    )
  expect((await bucket(server, 'status', '--programme', 'beta')).stdout).toContain(
    'Taking the site down was interrupted'
  )
  expect((await bucket(server, 'unpublish', '--programme', 'beta', '--yes')).status).toBe(0)
  expect(keysOf(server, 'beta')).toEqual([])
})

test('in a folder too', async () => {
  const www = join(folder.path, 'www')
  const publish = (...words: string[]) => publishFrom(dist, ['--target', `dir:${www}`, ...words])
  expect((await publish()).status).toBe(0)
  rmSync(join(dist, 'beta'), { recursive: true })
  mkdirSync(join(www, 'letters'))
  expect((await publish()).stdout).toMatch(ORPHANED)
  const planned = await publish('unpublish', '--programme', 'beta')
  expect(planned.stdout).toContain(`beta: would remove releases/${smallSite('beta', 'first').id}/\n`)
  expect(existsSync(join(www, 'beta/current/index.html'))).toBe(true)

  writeFileSync(join(www, 'beta/notes.txt'), 'of others')
  expect((await publish('unpublish', '--programme', 'beta', '--yes')).stdout).toMatch(
    /removed 1 build; 1 file beside it/
  )
  expect(readdirSync(join(www, 'beta'))).toEqual(['notes.txt'])
  rmSync(join(www, 'beta/notes.txt'))
  expect((await publish('unpublish', '--programme', 'beta', '--yes')).stdout).toMatch(/is not online/)
  writeSmallSite(dist, 'beta', 'first')
  expect((await publish()).status).toBe(0)
  expect((await publish('unpublish', '--programme', 'beta', '--yes')).status).toBe(0)
  expect(readdirSync(www).toSorted()).toEqual(['alpha', 'letters'])
})
