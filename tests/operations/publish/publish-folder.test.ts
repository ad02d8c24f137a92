// Publishing into a folder of this machine.

import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildIn } from '#operations/publish/build.ts'
import { DirectorySite } from '#operations/publish/directory-site.ts'
import { markLive, markPublishing, withoutDue } from '#operations/publish/record.ts'
import { pruneOutcome } from '#operations/publish/run.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'
import { publishFrom } from '#tests/support/publish-command.ts'
import { smallSite, writeSmallSite } from '#tests/support/published-site.ts'

const DAY = 86_400_000

let folder: TemporaryFolder
let dist = ''
beforeEach(() => {
  folder = new TemporaryFolder()
  dist = join(folder.path, 'dist')
})
afterEach(() => folder[Symbol.dispose]())

test('in a folder `current` changes with one rename, old assets stay, and rollback and prune work the same way', async () => {
  const target = join(folder.path, 'www')
  let now = Date.parse('2026-11-20T12:00:00Z')
  const site = new DirectorySite({ folder: join(target, 'alpha'), dist, now: () => now })
  const current = () => realpathSync(join(target, 'alpha/current'))
  const publish = async (name: string) => {
    const small = writeSmallSite(dist, 'alpha', name)
    await site.publish(await buildIn(dist, 'alpha'))
    // The next build replaces files in dist; published files stay.
    rmSync(join(dist, 'alpha'), { recursive: true })
    return small
  }
  const first = await publish('first')
  expect(current()).toBe(realpathSync(join(target, 'alpha/releases', first.id)))
  now += 40 * DAY
  const second = await publish('second')
  for (const [path, content] of Object.entries(second.files))
    expect([path, readFileSync(join(current(), path), 'utf8')]).toEqual([path, content])
  // Open pages still request these.
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
  const plan = await site.prune(1, 30 * DAY, false)
  expect(plan.builds).toEqual([second.id])
  expect(pruneOutcome(plan, false).note).toBe('would remove 1 build; add --yes to remove it')
  expect(existsSync(join(target, 'alpha/releases', second.id))).toBe(true)
  await site.prune(1, 30 * DAY, true)
  expect(readdirSync(join(target, 'alpha/releases')).toSorted()).toEqual([first.id, third.id].toSorted())
  await expect(site.rollback(second.id)).rejects.toThrow('is not kept here')
})

test('the next publish removes leftovers of a killed one and restores a missing file', async () => {
  const target = join(folder.path, 'www')
  const { id } = writeSmallSite(dist, 'alpha', 'first')
  const publish = () => publishFrom(dist, ['--target', `dir:${target}`, '--force'])
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

test('what failed once a site was live or taken down is repeated by the next run', async () => {
  writeSmallSite(dist, 'alpha', 'first')
  const target = ['--target', `dir:${join(folder.path, 'www')}`, '--programme', 'alpha']
  const told = join(folder.path, 'told')
  const failing = ['--after', 'exit 7']
  const telling = ['--after', `echo "$SITE_CODE" >> ${told}`]
  for (const words of [[], ['unpublish', '--yes']]) {
    const run = (...more: string[]) => publishFrom(dist, [...words, ...target, ...more])
    const failed = { status: 1, stdout: expect.stringContaining('1 unsound') }
    expect(await run(...failing)).toMatchObject(failed)
    expect(await run(...failing)).toMatchObject(failed)
    if (words.length === 0) expect(await run('--public-url', 'http://127.0.0.1:9')).toMatchObject(failed)
    if (words.length === 0) await run('--dry-run', ...telling)
    const repeated = { status: 0, stdout: expect.stringContaining('1 unchanged') }
    expect(await run(...telling)).toMatchObject(repeated)
    // Once it has succeeded, it is not repeated for each site that has not changed.
    if (words.length === 0) expect(await run(...telling)).toMatchObject(repeated)
  }
  await publishFrom(dist, ['unpublish', ...target, ...telling])
  expect(readFileSync(told, 'utf8')).toBe('alpha\nalpha\n')
})

test('the folder of the builds is no target, because the next build would remove what is published', async () => {
  writeSmallSite(dist, 'alpha', 'first')
  symlinkSync(dist, join(folder.path, 'linked'))
  const before = readdirSync(dist, { recursive: true })
  for (const target of [dist, join(dist, 'new/www'), join(folder.path, 'linked', 'www')])
    expect(await publishFrom(dist, ['--target', `dir:${target}`])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('A build would remove what is published there')
    })
  expect(readdirSync(dist, { recursive: true })).toEqual(before)
  // What is there can be seen and taken down.
  expect(await publishFrom(dist, ['status', '--target', `dir:${dist}`])).toMatchObject({ status: 0 })
})

test('reading a site back does not count as what --after has left undone', () => {
  const publishing = markPublishing(undefined, { id: 'b', from: null }, [])
  const live = markLive(publishing, [], '2026-11-27T12:00:00.000Z')
  expect(withoutDue(live, ['read_back']).follow_up_due).toEqual(['after'])
  expect(withoutDue(live, ['after', 'read_back']).follow_up_due).toEqual([])
})
