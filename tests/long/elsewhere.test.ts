// The id says what is served, not where it was built: two checkouts in folders of different names and depths agree.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addProgramme, contents, TemporaryFolder } from '#tests/support/programme-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PARTS = [
  'src',
  'scripts',
  'public',
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'uno.config.ts',
  'tsconfig.json'
]

/** A checkout of its own. The packages are copied: a link to the folder would lead modules back to this checkout. */
function checkout(folder: TemporaryFolder, path: string): string {
  const directory = folder.file(path)
  mkdirSync(directory, { recursive: true })
  for (const part of PARTS) cpSync(join(root, part), join(directory, part), { recursive: true })
  execFileSync('cp', ['-a', join(root, 'node_modules'), join(directory, 'node_modules')])
  return directory
}

function build(directory: string, programmes: string): Record<string, string> {
  const words = [join(directory, 'scripts/build.ts'), '--root', programmes, '--out', join(directory, 'dist')]
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: directory,
    encoding: 'utf8',
    // builds/latest.json tells when it was built, and the manifest has its hash.
    env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' }
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return contents(join(directory, 'dist/alpha'))
}

test('builds from two folders are the same, id and all', () => {
  using folder = new TemporaryFolder()
  addProgramme(folder, 'alpha', 1)
  const one = build(checkout(folder, 'one'), folder.path)
  const other = build(checkout(folder, 'deeper/down/another'), folder.path)
  expect(Object.keys(other)).toEqual(Object.keys(one))
  const differing = Object.keys(one).filter(path => one[path] !== other[path])
  expect(differing).toEqual([])
  const idOf = (site: Record<string, string>) =>
    (JSON.parse(site['builds/latest.json'] ?? '') as { id: string }).id
  expect(idOf(other)).toBe(idOf(one))
  expect(readFileSync(join(folder.path, 'one/dist/alpha/index.html'), 'utf8')).toContain(
    `"buildId":"${idOf(one)}"`
  )
}, 1_200_000)
