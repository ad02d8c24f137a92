// What `npm test` leaves out, in a temporary repository.

import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  extentFor,
  findCleanCommit,
  recordPassed,
  selectSince,
  selectSincePassed
} from '#scripts/test-selection.ts'
import { TemporaryFolder } from '#tests/support/programme-folder.ts'

const reads = { never: ['docs/'], byImport: ['src/browser/'] }

let folder: TemporaryFolder
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@test.example', ...words], {
    cwd: folder.path,
    encoding: 'utf8',
    // Inside a hook, git names the repository that runs it.
    env: { PATH: process.env['PATH'], HOME: folder.path }
  }).trim()

function commit(path: string, text: string): string {
  folder.write(path, text)
  git('add', '--all')
  git('commit', '--quiet', '--no-verify', '--message', `Change ${path}`)
  return git('rev-parse', 'HEAD')
}

beforeEach(() => {
  vi.stubEnv('CI', undefined)
  folder = new TemporaryFolder()
  git('init', '--quiet', '--initial-branch=main')
  folder.write('.gitignore', '.cache/\n')
  commit('src/browser/screen.tsx', 'export const a = 1')
})

afterEach(() => {
  vi.unstubAllEnvs()
  folder[Symbol.dispose]()
})

const passed = (): void => recordPassed(folder.path, git('rev-parse', 'HEAD'))
const select = () => selectSincePassed(folder.path)

describe('everything runs', () => {
  test.each<[string, string, () => void]>([
    ['without a record', 'no commit is recorded', () => {}],
    [
      'in continuous integration',
      'continuous integration',
      () => {
        passed()
        vi.stubEnv('CI', 'true')
      }
    ],
    [
      'after a commit of another branch passed',
      'not in this history',
      () => {
        git('switch', '--quiet', '--create', 'other')
        commit('src/browser/other.tsx', 'export {}')
        passed()
        git('switch', '--quiet', 'main')
      }
    ],
    ...[
      'package-lock.json',
      'vitest.config.ts',
      '.dependency-cruiser.mjs',
      'tests/support/server.ts',
      'scripts/test.ts'
    ].map((file): [string, string, () => void] => [
      `after a change of ${file}`,
      file,
      () => {
        passed()
        folder.write(file, 'changed')
      }
    ])
  ])('%s', (_, reason, prepare) => {
    prepare()
    const selection = select()
    expect(selection.since).toBeUndefined()
    expect(selection.says).toMatch(/^Everything runs: /)
    expect(selection.says).toContain(reason)
    expect(extentFor(selection, reads)).toBe('all')
  })
})

describe('what the changes since the record can break', () => {
  test.each<[string, readonly string[], ReturnType<typeof extentFor>]>([
    ['nothing has changed', [], 'none'],
    ['a text that the step never reads', ['docs/page.md'], 'none'],
    ['code that its tests import', ['docs/page.md', 'src/browser/screen.tsx'], 'importers'],
    ['a file that is opened, not imported', ['src/browser/words.json'], 'all'],
    ['code that its processes run', ['src/browser/screen.tsx', 'src/server/start.ts'], 'all'],
    ['a folder that nobody has named', ['new-folder/file.ts'], 'all']
  ])('%s', (_, files, extent) => {
    passed()
    // One committed, the others not.
    for (const [index, file] of files.entries())
      if (index === 0) commit(file, 'changed')
      else folder.write(file, 'changed')
    const selection = select()
    expect(selection.changed).toEqual(files)
    expect(extentFor(selection, reads)).toBe(extent)
  })

  test('a removed and a moved file count where they were', () => {
    commit('src/server/old.ts', 'export const moved = 1')
    passed()
    folder.write('docs/new.ts', 'export const moved = 1')
    git('rm', '--quiet', 'src/server/old.ts')
    git('add', '--all')
    git('rm', '--quiet', 'src/browser/screen.tsx')
    expect(select().changed).toEqual(['docs/new.ts', 'src/browser/screen.tsx', 'src/server/old.ts'])
    expect(extentFor(select(), reads)).toBe('all')
  })

  test('since a named commit, or everything where git does not know it', () => {
    const first = git('rev-parse', 'HEAD')
    commit('docs/page.md', 'text')
    expect(selectSince(folder.path, first)).toMatchObject({ since: first, changed: ['docs/page.md'] })
    expect(selectSince(folder.path, 'no-such-commit').since).toBeUndefined()
  })
})

test('only a clean checkout is recorded, and the record is never committed', () => {
  const first = findCleanCommit(folder.path)
  recordPassed(folder.path, first)
  expect(findCleanCommit(folder.path)).toBe(first)
  expect(select().changed).toEqual([])
  // Edited, or another commit checked out, while the tests ran.
  folder.write('src/browser/screen.tsx', 'export const a = 2')
  expect(findCleanCommit(folder.path)).toBeUndefined()
  recordPassed(folder.path, undefined)
  expect(select().since).toBe(first)
  commit('docs/page.md', 'text')
  recordPassed(folder.path, first)
  expect(select().changed).toEqual(['docs/page.md', 'src/browser/screen.tsx'])
})
