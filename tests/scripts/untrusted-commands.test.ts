// Every command that reads untrusted input ends with a sentence, follows no link and prints no control character.

import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { programmeJson, TemporaryFolder } from '#tests/support/programme-folder.ts'

const scripts = fileURLToPath(new URL('../../scripts', import.meta.url))
const HOSTILE = '\u001b]0;gone\u0007\u009b2J\u202e'
/** Escaped as JSON, or raw where JSON is not used. */
const inJson = JSON.stringify(HOSTILE).slice(1, -1)

interface Said {
  status: number
  text: string
}

const run = (cwd: string, script: string, ...words: string[]): Promise<Said> =>
  new Promise(resolve => {
    const env = {
      ...process.env,
      DATA_DIRECTORY: join(cwd, 'data'),
      AWS_ACCESS_KEY_ID: '',
      DATABASE_URL: undefined
    }
    const child = execFile(
      process.execPath,
      [join(scripts, `${script}.ts`), ...words],
      { cwd, env },
      (_, out, wrong) => resolve({ status: child.exitCode ?? -1, text: out + wrong })
    )
  })

function expectQuoted({ status, text }: Said): void {
  expect(status).toBeGreaterThan(0)
  expect(text).toContain('\\u001b]0;gone\\u0007\\u009b2J\\u202e')
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u)
  expect(text).not.toMatch(/\n {4}at /)
}

/** Programmes with one unknown field with a hostile name. */
function badProgrammes(): TemporaryFolder {
  const folder = new TemporaryFolder()
  folder.write('programmes/alpha.json', programmeJson({ [HOSTILE]: 1 }))
  return folder
}

const QUOTED: [script: string, words: string[]][] = [
  ['check-programmes', []],
  ['build', []],
  ['rename-programme', ['alpha', 'beta']],
  ['colours', ['--out', 'colours.html']],
  ['new-programme', ['alpha', '--logo-only']]
]

test.each(QUOTED)('%s quotes a programme’s file without its controls', async (script, words) => {
  using folder = badProgrammes()
  expectQuoted(await run(folder.path, script, ...words, '--root', folder.path))
})

test('doctor quotes a programme’s file without its controls', async () => {
  using folder = badProgrammes()
  expectQuoted(await run(folder.path, 'doctor'))
})

test('provision quotes a folder’s files without their controls', async () => {
  using folder = new TemporaryFolder()
  folder.write('content/programme.json', `{"programme": "wards", "${inJson}": 1}`)
  folder.write('content/organisations.csv', 'organisation_code,organisation_name\n')
  expectQuoted(
    await run(fileURLToPath(new URL('../..', import.meta.url)), 'provision', folder.file('content'))
  )
})

test('publish quotes files at the target without their controls', async () => {
  using folder = new TemporaryFolder()
  mkdirSync(folder.file(`dist/alpha${HOSTILE}`), { recursive: true })
  writeFileSync(folder.file(`dist/alpha${HOSTILE}/manifest.json`), '{}')
  expectQuoted(
    await run(folder.path, 'publish', '--dist', folder.file('dist'), '--target', `dir:${folder.file('www')}`)
  )
})

test('backup quotes a file without its controls', async () => {
  using folder = new TemporaryFolder()
  writeFileSync(folder.file('all.backup'), gzipSync(`[${HOSTILE}\n`))
  expectQuoted(await run(folder.path, 'backup', folder.file('all.backup'), '--check'))
})

test('restore quotes a file without its controls', async () => {
  using folder = new TemporaryFolder()
  writeFileSync(folder.file('all.backup'), gzipSync(`[${HOSTILE}\n`))
  expectQuoted(await run(folder.path, 'restore', folder.file('all.backup'), '--data', folder.file('new')))
})

/** Commands that are not tried here, and why. */
const NOT_TRIED: Record<string, string> = {
  start: 'reads programmes as build and api do, which are tried',
  dev: 'reads programmes as build and api do, which are tried',
  api: 'answers over the network: tests/server',
  'move-data': 'reads the data folder, which is for its owner alone',
  'remove-data': 'reads the data folder, which is for its owner alone',
  'remove-programme': 'looks only whether the files are there',
  openapi: 'prints the contract',
  'module-diagram': 'reads the product’s own source',
  'row-types': 'reads the product’s own migrations',
  texts: 'reads the product’s own source',
  test: 'reads the product’s own source',
  'test-long': 'reads the product’s own source'
}

test('every command is tried here, or it says why not', () => {
  const { scripts: lines } = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8')
  ) as { scripts: Record<string, string> }
  const commands = Object.values(lines).flatMap(line =>
    [...line.matchAll(/scripts\/([\w-]+)\.ts/g)].map(([, name = '']) => name)
  )
  const tried = [...QUOTED.map(([script]) => script), 'doctor', 'provision', 'publish', 'backup', 'restore']
  expect([...new Set(commands)].toSorted()).toEqual([...tried, ...Object.keys(NOT_TRIED)].toSorted())
})

test.each([
  ['check-programmes', (folder: TemporaryFolder) => ['--root', folder.path]],
  ['build', (folder: TemporaryFolder) => ['--root', folder.path]],
  ['doctor', () => []],
  ['backup', (folder: TemporaryFolder) => [folder.file('linked.backup'), '--check']],
  [
    'publish',
    (folder: TemporaryFolder) => ['--dist', folder.file('dist'), '--target', `dir:${folder.file('www')}`]
  ]
])('%s follows no link', async (script, wordsFor) => {
  using folder = new TemporaryFolder()
  folder.write('secret.txt', 'a secret of this machine')
  folder.write('dist/alpha/manifest.json', JSON.stringify({ code: 'alpha', id: 'a'.repeat(16), files: [] }))
  mkdirSync(folder.file('www/alpha'), { recursive: true })
  folder.write('programmes/beta.json', programmeJson({ code: 'beta', programmeId: 2 }))
  for (const path of ['programmes/alpha.json', 'linked.backup', 'www/alpha/current.json'])
    symlinkSync(folder.file('secret.txt'), folder.file(path))
  const said = await run(folder.path, script, ...wordsFor(folder))
  expect(said.status).toBeGreaterThan(0)
  expect(said.text).toMatch(/is a link/)
  expect(said.text).not.toContain('a secret')
})
