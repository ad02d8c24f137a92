import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addProgramme, contents, programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Programmes `alpha` and `beta`, and a way to run a command on them. */
function workshop() {
  const folder = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1, { siteConfig: { intro_title: 'Hello' } })
  addProgramme(folder, 'beta', 2)
  const run = (command: string, ...words: string[]) =>
    spawnSync(
      process.execPath,
      [join(root, `scripts/${command}-programme.ts`), ...words, '--root', folder.path],
      {
        cwd: root,
        encoding: 'utf8'
      }
    )
  /** Runs the command where no file can be longer than 1024 bytes, as on a disk that fills up while it writes. */
  const runOnFullDisk = (command: string, ...words: string[]) =>
    spawnSync(
      'bash',
      [
        '-c',
        'ulimit -f 1 && exec "$0" "$@"',
        process.execPath,
        join(root, `scripts/${command}-programme.ts`),
        ...words,
        '--root',
        folder.path
      ],
      { cwd: root, encoding: 'utf8' }
    )
  return {
    folder,
    run,
    runOnFullDisk,
    all: () => contents(folder.path),
    [Symbol.dispose]: () => folder[Symbol.dispose]()
  }
}

test('a programme is renamed: file, code and logo, and nothing else in the file', () => {
  using work = workshop()
  const before = work.all()
  expect(work.run('rename', 'alpha', 'omega')).toMatchObject({ status: 0, stderr: '' })
  const { 'programmes/alpha.json': file = '', 'public/images/logos/alpha.svg': logo, ...others } = before
  expect(work.all()).toEqual({
    ...others,
    'programmes/omega.json': file.replace(
      '"code": "alpha",',
      '"code": "omega",\n  "formerCodes": [\n    "alpha"\n  ],'
    ),
    'public/images/logos/omega.svg': logo
  })
})

test.each([
  ['a code that is taken', ['alpha', 'beta'], /beta\.json already exists\. Nothing was renamed\./],
  ['a code that is a path', ['alpha', '../evil'], /"\.\.\/evil" cannot be a code/],
  [
    'a reserved code',
    ['alpha', 'www'],
    /programmes\/www\.json:2:11 code is a reserved name\nNothing was renamed\./
  ],
  [
    'a programme that is not there',
    ['alhpa', 'omega'],
    /there is no programme "alhpa" \(did you mean "alpha"\?\)/
  ]
])('%s is refused, and nothing changes', (_name, words, said) => {
  using work = workshop()
  const before = work.all()
  expect(work.run('rename', ...words)).toMatchObject({ status: 2, stderr: expect.stringMatching(said) })
  expect(work.all()).toEqual(before)
})

test('a disk that is full changes nothing', () => {
  using work = workshop()
  addProgramme(work.folder, 'gamma', 3, { siteConfig: { intro_html: `<p>${'Hello '.repeat(300)}</p>` } })
  const before = work.all()
  expect(work.runOnFullDisk('rename', 'gamma', 'omega')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/EFBIG.*\nNothing was renamed\.\n$/)
  })
  expect(work.runOnFullDisk('new', 'omega', '--name', 'Hello '.repeat(200))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/EFBIG.*\nNothing was written\.\n$/)
  })
  expect(work.all()).toEqual(before)
})

test.each([
  ['new', ['omega'], 'public/images/logos/omega.svg', 'Nothing was written.'],
  ['rename', ['alpha', 'omega'], 'programmes/omega.json', 'Nothing was renamed.']
])('%s: a file that appears meanwhile stays, and nothing changes', (command, words, path, said) => {
  using work = workshop()
  const before = work.all()
  // It does not exist until it is created, as one that another process creates at the same moment.
  symlinkSync('nowhere', join(work.folder.path, path))
  const run = work.run(command, ...words)
  expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining(said) })
  expect(readlinkSync(join(work.folder.path, path))).toBe('nowhere')
  rmSync(join(work.folder.path, path))
  expect(work.all()).toEqual(before)
})

test('a programme is removed only with --yes, with its logo and nothing else', () => {
  using work = workshop()
  const before = work.all()
  expect(work.run('remove', 'alpha')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing has been removed. Add --yes to remove them.')
  })
  expect(work.all()).toEqual(before)
  expect(work.run('remove', 'alpha', '--yes')).toMatchObject({ status: 0, stderr: '' })
  expect(Object.keys(work.all())).toEqual([
    'programmes/alpha.json.removed',
    'programmes/beta.json',
    'public/images/logos/beta.svg'
  ])
})

test('the id of a removed programme is not given to another one', () => {
  using work = workshop()
  expect(work.run('new', 'gamma').status).toBe(0)
  expect(work.all()['programmes/gamma.json']).toContain('"programmeId": 3')
  expect(work.run('remove', 'gamma', '--yes').status).toBe(0)
  expect(work.run('new', 'delta').status).toBe(0)
  expect(work.all()['programmes/delta.json']).toContain('"programmeId": 4')
  expect(work.run('new', 'gamma').status).toBe(0)
  expect(work.run('remove', 'gamma', '--yes').status).toBe(0)
  expect(work.all()['programmes/gamma.json.removed']).toBe('"programmeId": 3\n"programmeId": 5\n')
})

test('no other programme takes the id of a removed one by --id', () => {
  using work = workshop()
  expect(work.run('new', 'gamma').status).toBe(0)
  expect(work.run('remove', 'gamma', '--yes').status).toBe(0)
  const before = work.all()
  expect(work.run('new', 'delta', '--id', '3')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'programmeId 3 belongs to a removed programme (programmes/gamma.json.removed reserves it; choose another id, or delete that file to take over its data)'
    )
  })
  expect(work.all()).toEqual(before)
  expect(work.run('new', 'gamma', '--id', '3').status).toBe(0)
})

test('removing a copy with the same id does not reserve the id of the original', () => {
  using work = workshop()
  work.folder.write('programmes/gamma.json', work.all()['programmes/alpha.json']!)
  expect(work.run('remove', 'gamma', '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Another programme has its id, and keeps it.')
  })
  expect(work.all()).not.toHaveProperty(['programmes/gamma.json.removed'])
})

test('a programme is not removed without its id, which no other may get', () => {
  using work = workshop()
  work.folder.write('programmes/alpha.json', '{ "code": "alpha" }')
  const before = work.all()
  expect(work.run('remove', 'alpha', '--yes')).toMatchObject({
    status: 2,
    stderr:
      'No programmeId can be read in programmes/alpha.json, so its id cannot be reserved. Give it with --id, or delete the file yourself if it never had one. Nothing was removed.\n'
  })
  expect(work.all()).toEqual(before)
  expect(work.run('remove', 'alpha', '--yes', '--id', '7').status).toBe(0)
  expect(work.all()['programmes/alpha.json.removed']).toBe('"programmeId": 7\n')
  work.folder.write('programmes/alpha.json.removed', '')
  expect(work.run('new', 'delta').stderr).toContain(
    'No programmeId can be read in programmes/alpha.json.removed'
  )
})

test('a programme keeps every id that its file shows, whatever --id says', () => {
  using work = workshop()
  work.folder.write('programmes/alpha.json', '{ "programmeId": 1, "programmeId": 8')
  const before = work.all()
  expect(work.run('remove', 'alpha', '--yes', '--id', '7')).toMatchObject({
    status: 2,
    stderr: 'programmes/alpha.json shows programmeId 1, 8, not 7. Nothing was removed.\n'
  })
  expect(work.all()).toEqual(before)
  expect(work.run('remove', 'alpha', '--yes', '--id', '8').status).toBe(0)
  expect(work.all()['programmes/alpha.json.removed']).toBe('"programmeId": 1\n"programmeId": 8\n')
})

test('a programme with a broken file can be removed; other files cannot', () => {
  using work = workshop()
  work.folder.write('programmes/alpha.json', '{ "programmeId": 1')
  work.folder.write('programmes/schema.json', programmeJson())
  for (const code of ['gamma', 'schema', '../beta', ''])
    expect(work.run('remove', code, '--yes').status).toBe(2)
  expect(work.run('remove', 'alpha', '--yes').status).toBe(0)
  expect(Object.keys(work.all())).toEqual([
    'programmes/alpha.json.removed',
    'programmes/beta.json',
    'programmes/schema.json',
    'public/images/logos/beta.svg'
  ])
})

test('the colours of all programmes are one self-contained page', () => {
  using work = workshop()
  const out = join(work.folder.path, 'colours.html')
  const said = spawnSync(
    process.execPath,
    [join(root, 'scripts/colours.ts'), '--root', work.folder.path, '--out', out],
    { cwd: root, encoding: 'utf8' }
  )
  expect(said).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^2 programmes: file:/) })
  const page = readFileSync(out, 'utf8')
  for (const code of ['alpha', 'beta']) expect(page).toContain(`· ${code} ·`)
  expect(page).not.toMatch(/(?:src|href)="(?!data:|#)/)
  expect(page.match(/at least (?:3|4\.5)</g)?.length).toBeGreaterThanOrEqual(10)
  expect(page).not.toContain('below')
})
