import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildSites } from '#sites/build-sites.ts'
import { withFolderLock } from '#sites/lock.ts'
import { describeShared, cachedShell } from '#sites/shell/shell-cache.ts'
import { addProgramme, contents, fixtureShell, TemporaryFolder } from '#tests/support/programme-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ASSET = 'assets/app.0a1b2c3d.js'

/** Programmes `alpha` and `beta`, and a build whose shell is cached in the same folder. */
function workshop() {
  const folder = new TemporaryFolder()
  for (const [index, name] of ['alpha', 'beta'].entries()) addProgramme(folder, name, index + 1)
  let made = 0
  const make = async (directory: string) => {
    made++
    using fixture = new TemporaryFolder()
    const { pages, hashes, files } = fixtureShell(fixture)
    for (const { path } of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), fixture.read(path))
    }
    return {
      pages,
      hashes,
      copies: [],
      weights: [],
      files: files.map(({ path }) => describeShared(directory, path))
    }
  }
  const build = (dist = 'dist') =>
    buildSites({
      root: folder.path,
      dist: folder.file(dist),
      records: folder.file('records'),
      staticPaths: ['/', '/login', '/surveys/404'],
      prepareShell: () => cachedShell(folder.file('store'), 'inputs', make),
      now: 0
    })
  return { folder, build, made: () => made, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

test('a folder that was not made by a build is refused and unchanged', async () => {
  using work = workshop()
  work.folder.write('home/letters.txt', 'mine')
  work.folder.write('home/alpha/photo.txt', 'mine')
  await expect(work.build('home')).rejects.toThrow(/home is not empty and was not made by a build/)
  expect(contents(work.folder.file('home'))).toEqual({ 'letters.txt': 'mine', 'alpha/photo.txt': 'mine' })
  work.folder.write('file', 'mine')
  await expect(work.build('file')).rejects.toThrow(/file is a file/)
  expect(work.folder.read('file')).toBe('mine')
})

test("a foreign folder with a site's name in an output folder is refused", async () => {
  using work = workshop()
  await work.build()
  addProgramme(work.folder, 'gamma', 3)
  work.folder.write('dist/gamma/photo.txt', 'mine')
  await expect(work.build()).rejects.toThrow(/gamma is not empty and was not made by a build/)
  expect(work.folder.read('dist/gamma/photo.txt')).toBe('mine')
})

test('a published site in an output folder is not removed', async () => {
  using work = workshop()
  await work.build()
  work.folder.write('dist/alpha/current.json', '{}')
  await expect(work.build()).rejects.toThrow(/alpha has a published site\./)
  work.folder.remove('programmes/alpha.json')
  await expect(work.build()).rejects.toThrow(/alpha has a published site\./)
  expect(work.folder.read('dist/alpha/current.json')).toBe('{}')
})

test('a new folder, an empty one and one of an older build are accepted', async () => {
  using work = workshop()
  mkdirSync(work.folder.file('empty'))
  expect(await work.build('empty')).toMatchObject({ ok: true })
  expect(await work.build('new/deep')).toMatchObject({ ok: true })
  rmSync(work.folder.file('empty/.sites.json'))
  expect(await work.build('empty')).toMatchObject({ ok: true })
})

test('leftovers of a killed build are recovered', async () => {
  using work = workshop()
  await work.build()
  const before = contents(work.folder.file('dist'))
  // Killed before the manifest, in the middle of replacing files, in a folder of its own draft.
  rmSync(work.folder.file('dist/alpha/manifest.json'))
  work.folder.write('dist/alpha/index.html', '<!doctype')
  work.folder.write('dist/alpha/index.html.new', '<!doc')
  linkSync(work.folder.file(`store/inputs/${ASSET}`), work.folder.file(`dist/alpha/${ASSET}.new`))
  rmSync(work.folder.file(`dist/alpha/${ASSET}`))
  work.folder.write(`dist/alpha/${ASSET}`, 'half')
  work.folder.write('store/inputs.new/half.js', 'half')
  work.folder.write('store/other.4711/half.js', 'half')
  for (const name of readdirSync(work.folder.file('records'))) work.folder.write(`records/${name}.new`, '[')
  expect(await work.build()).toMatchObject({ ok: true })
  expect(contents(work.folder.file('dist'))).toEqual(before)
  expect(readdirSync(work.folder.file('records')).filter(name => name.endsWith('.new'))).toEqual([])
  expect(readdirSync(work.folder.file('store'))).toEqual(['inputs'])
  work.folder.write('store/inputs.new/half.js', 'half')
  rmSync(work.folder.file('store/inputs'), { recursive: true })
  await work.build()
  expect(readdirSync(work.folder.file('store'))).toEqual(['inputs'])
})

test('the next build repairs one that failed on a full disk', async () => {
  using work = workshop()
  await work.build()
  const before = contents(work.folder.file('dist'))
  rmSync(work.folder.file('dist'), { recursive: true })
  rmSync(work.folder.file('store'), { recursive: true })
  // A full disk leaves truncated files, here in the cache and in a first output.
  work.folder.write('store/inputs/shell.json', '{"pages":[')
  work.folder.write('dist/.sites.json', '{"sites":["alpha","beta"]}')
  work.folder.write('dist/alpha/index.html', '')
  work.folder.write('dist/alpha/builds/latest.json', '{"id"')
  expect(await work.build()).toMatchObject({ ok: true })
  expect({ ...contents(work.folder.file('dist')), '.sites.json': '' }).toEqual({
    ...before,
    '.sites.json': ''
  })
})

test('a write through one site into a shared file is repaired in all sites by the next build', async () => {
  using work = workshop()
  await work.build()
  const before = contents(work.folder.file('dist'))
  const asset = work.folder.file(`dist/alpha/${ASSET}`)
  chmodSync(asset, 0o644)
  writeFileSync(asset, 'stolen()\n')
  expect(work.folder.read(`dist/beta/${ASSET}`)).toBe('stolen()\n')
  expect(await work.build()).toMatchObject({ ok: true, value: { isCodeNew: true } })
  expect(contents(work.folder.file('dist'))).toEqual(before)
  expect(work.made()).toBe(2)
  expect(await work.build()).toMatchObject({ value: { isCodeNew: false } })
})

test('two builds at once into an empty folder both succeed, one after the other', async () => {
  using work = workshop()
  const [one, other] = await Promise.all([work.build(), work.build()])
  expect([one, other]).toMatchObject([{ ok: true }, { ok: true }])
  expect(work.made()).toBe(1)
  expect(other.ok && other.value.sites.map(site => site.written)).toEqual([0, 0])
})

test('a lock is waited for, and the kernel releases that of a killed process', async () => {
  using folder = new TemporaryFolder()
  const code = `import { withFolderLock } from ${JSON.stringify(join(root, 'src/sites/lock.ts'))}
await withFolderLock(process.argv[1], () => { console.log('locked'); return new Promise(resolve => setTimeout(resolve, 60_000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code, folder.path], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  await once(holder.stdout, 'data')
  let waits = 0
  let isDone = false
  const waiting = withFolderLock(
    folder.path,
    () => (isDone = true),
    () => waits++
  )
  await pause(300)
  expect([waits, isDone]).toEqual([1, false])
  holder.kill('SIGKILL')
  await waiting
  expect(isDone).toBe(true)
})

test('a lock is released when the work fails, and the folder is unchanged', async () => {
  using folder = new TemporaryFolder()
  await expect(withFolderLock(folder.path, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  expect(await withFolderLock(folder.path, () => 'again')).toBe('again')
  expect(readdirSync(folder.path)).toEqual([])
})
