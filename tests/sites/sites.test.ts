import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sha256 } from '#sites/digest.ts'
import type { ManifestEntry } from '#sites/hosting/file-kinds.ts'
import {
  addProgramme,
  contents,
  programmeJson,
  type TemporaryFolder
} from '#tests/support/programme-folder.ts'
import { latest, workshop } from '#tests/support/site-workshop.ts'

test('a second build of the same input writes nothing and keeps id and timestamp', async () => {
  using work = workshop()
  await work.build()
  const first = work.dist()
  expect(await work.written({ now: Date.UTC(2027, 0, 1) })).toEqual({ alpha: 0, beta: 0, gamma: 0 })
  expect(work.dist()).toEqual(first)
})

test('two builds in two places are byte-identical', async () => {
  using one = workshop()
  using other = workshop()
  await one.build()
  await other.build()
  expect(other.dist()).toEqual(one.dist())
})

test('a new colour changes the pages of its programme and nothing else', async () => {
  using work = workshop()
  await work.build()
  const before = work.dist()
  work.folder.write(
    'programmes/beta.json',
    programmeJson({ code: 'beta', programmeId: 2, primaryColour: '#b4470b' })
  )
  expect(await work.written({ now: Date.UTC(2027, 0, 1) })).toMatchObject({ alpha: 0, gamma: 0 })
  const after = work.dist()
  const changed = Object.keys(after).filter(path => after[path] !== before[path])
  expect(changed).toEqual(
    [
      '404.html',
      'app.html',
      'builds/latest.json',
      'index.html',
      'login.html',
      'manifest.json',
      'surveys/404.html'
    ].map(path => `beta/${path}`)
  )
  expect(latest(after, 'beta').id).not.toBe(latest(before, 'beta').id)
  expect(latest(after, 'beta').timestamp).toBe('2027-01-01T00:00:00.000Z')
  expect(latest(after, 'alpha')).toEqual(latest(before, 'alpha'))
})

const isOf = (code: string) => (path: string) =>
  path.startsWith(`${code}/`) || path.startsWith(`_hosting/${code}/`)

test.each<[string, (folder: TemporaryFolder) => void]>([
  ['with a fault', folder => folder.write('programmes/gamma.json', '{"programmeId": 3')],
  [
    'with another name',
    folder => renameSync(folder.file('programmes/gamma.json'), folder.file('programmes/delta.json'))
  ],
  [
    'with another ending',
    folder => renameSync(folder.file('programmes/gamma.json'), folder.file('programmes/gamma.JSON'))
  ],
  ['without its logo', folder => rmSync(folder.file('public/images/logos/gamma.svg'))]
])('the site of a file %s is unchanged, and the others are built', async (_what, spoil) => {
  using work = workshop()
  await work.build()
  const before = work.dist()
  spoil(work.folder)
  work.folder.write('programmes/alpha.json', programmeJson({ programmeName: 'Changed' }))
  const built = await work.build()
  expect(built).toMatchObject({ ok: true, value: { removedSites: [] } })
  expect(built.ok && built.value.sites.map(({ code }) => code)).toEqual(['alpha', 'beta'])
  expect(built.ok && built.value.faults.length).toBeGreaterThan(0)
  const after = work.dist()
  expect(Object.keys(after).filter(isOf('gamma'))).toEqual(Object.keys(before).filter(isOf('gamma')))
  for (const path of Object.keys(before).filter(isOf('gamma'))) expect(after[path]).toBe(before[path])
  expect(after['alpha/index.html']).toContain('<title>Changed</title>')
  expect(await work.build({ codes: ['beta'] })).toMatchObject({ ok: true, value: { faults: [] } })
  expect(await work.build({ codes: ['gamma'] })).toMatchObject({ ok: false })
})

test('a site carries only its own logo and its own configuration', async () => {
  using work = workshop()
  await work.build()
  expect(readdirSync(work.folder.file('dist/beta/images/logos'))).toEqual(['beta.svg'])
  expect(Object.keys(JSON.parse(work.folder.read('dist/beta/site-config.json')) as object)).toEqual(['beta'])
  expect(
    Object.keys(contents(work.folder.file('dist/beta'))).filter(path => path.includes('_hosting'))
  ).toEqual([])
  const foreign = Object.entries(contents(work.folder.file('dist/beta'))).filter(([, content]) =>
    /gamma|"alpha"|\/alpha/.test(content)
  )
  expect(foreign.map(([path]) => path)).toEqual([])
})

test('the manifest names every file but itself, with its hash, size, type and cache class', async () => {
  using work = workshop()
  await work.build()
  const site = contents(work.folder.file('dist/alpha'))
  const manifest = JSON.parse(site['manifest.json'] ?? '') as {
    code: string
    id: string
    files: ManifestEntry[]
  }
  expect(manifest).toMatchObject({ code: 'alpha', id: latest(work.dist(), 'alpha').id })
  expect(manifest.files.map(file => file.path)).toEqual(
    Object.keys(site).filter(path => path !== 'manifest.json')
  )
  for (const file of manifest.files) {
    expect(file).toMatchObject({
      sha256: sha256(site[file.path] ?? ''),
      size: Buffer.byteLength(site[file.path] ?? ''),
      type: expect.stringMatching(/^\w+\/[\w+-]+/)
    })
  }
  const classes = Object.fromEntries(manifest.files.map(file => [file.path, file.cache]))
  expect(classes).toMatchObject({
    'assets/app.0a1b2c3d.js': 'immutable',
    'index.html': 'revalidate',
    'site-config.json': 'revalidate',
    'builds/latest.json': 'never',
    _headers: 'hosting'
  })
})

test('stale sites are removed, foreign files stay', async () => {
  using work = workshop()
  await work.build()
  work.folder.write('dist/alpha/assets/old.99999999.js', 'old')
  work.folder.write('dist/alpha/empty/deep/old.txt', 'old')
  work.folder.write('dist/notes/keep.txt', 'not ours')
  rmSync(work.folder.file('programmes/gamma.json'))
  expect(await work.build()).toMatchObject({ ok: true, value: { removedSites: ['gamma'] } })
  expect(existsSync(work.folder.file('dist/alpha/assets/old.99999999.js'))).toBe(false)
  expect(existsSync(work.folder.file('dist/alpha/empty'))).toBe(false)
  expect(existsSync(work.folder.file('dist/gamma'))).toBe(false)
  expect(existsSync(work.folder.file('dist/_hosting/gamma'))).toBe(false)
  expect(work.folder.read('dist/notes/keep.txt')).toBe('not ours')
})

test('a build of some programmes does not change the others', async () => {
  using work = workshop()
  await work.build()
  const before = work.dist()
  expect(await work.written({ codes: ['beta'], apiBase: 'https://other.example/' })).toEqual({
    beta: expect.any(Number)
  })
  const after = work.dist()
  expect(
    Object.keys(after).filter(path => after[path] !== before[path] && !path.startsWith('beta/'))
  ).toEqual([])
  expect(after['beta/index.html']).toContain('"apiBase":"https://other.example"')
})

test('a changed file is repaired without touching shared code', async () => {
  using work = workshop()
  await work.build()
  const before = work.dist()
  work.folder.write('dist/alpha/index.html', 'changed')
  rmSync(work.folder.file('dist/alpha/assets/app.0a1b2c3d.js'))
  work.folder.write('dist/alpha/assets/app.0a1b2c3d.js', 'changed')
  expect(await work.written()).toEqual({ alpha: 2, beta: 0, gamma: 0 })
  expect(work.dist()).toEqual(before)
})

test('with a record an unchanged site is not read again, and a touched one is still repaired', async () => {
  using work = workshop()
  const records = work.folder.file('records')
  await work.build({ records })
  const before = work.dist()
  expect(await work.written({ records })).toEqual({ alpha: 0, beta: 0, gamma: 0 })
  work.folder.write('dist/alpha/login.html', 'changed')
  rmSync(work.folder.file('dist/beta/assets/app.0a1b2c3d.js'))
  work.folder.write('dist/gamma/images/stray.txt', 'stray')
  expect(await work.build({ records })).toMatchObject({
    value: {
      sites: [
        { code: 'alpha', written: 1, removed: 0 },
        { code: 'beta', written: 1, removed: 0 },
        { code: 'gamma', written: 0, removed: 1 }
      ]
    }
  })
  expect(work.dist()).toEqual(before)
  rmSync(work.folder.file('dist'), { recursive: true })
  await work.build({ records })
  expect(work.dist()).toEqual(before)
  work.folder.write(
    'programmes/beta.json',
    programmeJson({ code: 'beta', programmeId: 2, primaryColour: '#b4470b' })
  )
  expect(await work.written({ records })).toMatchObject({ alpha: 0, beta: 7, gamma: 0 })
})

test('sites share the code instead of copying it', async () => {
  using work = workshop()
  await work.build()
  const inodes = ['alpha', 'beta', 'gamma'].map(
    code => statSync(work.folder.file(`dist/${code}/assets/app.0a1b2c3d.js`)).ino
  )
  expect(new Set(inodes).size).toBe(1)
})

/** What grows with their number shows with fewer, too. */
const MANY = process.env['LONG'] ? 1000 : 100

test(`${MANY} programmes are built, each complete and different`, async () => {
  using work = workshop()
  for (let index = 4; index <= MANY; index++)
    addProgramme(work.folder, `p${index}`, index, { programmeName: `Network ${index}` })
  const result = await work.build()
  expect(result.ok && result.value.sites.length).toBe(MANY)
  expect(readdirSync(work.folder.file('dist')).filter(name => /^[a-z]/.test(name)).length).toBe(MANY)
  const ids = result.ok ? new Set(result.value.sites.map(site => site.id)) : new Set()
  expect(ids.size).toBe(MANY)
  expect(work.folder.read(`dist/p${MANY}/index.html`)).toContain(`Network ${MANY}`)
  const again = await work.build()
  expect(again.ok && again.value.sites.reduce((sum, site) => sum + site.written, 0)).toBe(0)
})
