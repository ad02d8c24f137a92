// Selects the tests of a run. `npm test` records the commit on which everything passed; the next run covers only what the files changed since
// then can break. A fresh clone has no record, so everything runs there.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Ignored by git, so that the record never leaves the checkout. */
const RECORD = '.cache/last-passed-commit'

/** How much of a step runs: all of it, the tests that import what has changed, or nothing. */
export type Extent = 'all' | 'importers' | 'none'

export interface Selection {
  /** The commit to compare with; without one everything runs. */
  since?: string
  changed: readonly string[]
  /** Printed before the run. */
  says: string
}

/** What a step's tests depend on beyond their imports. */
export interface Reads {
  /** Beginnings of paths that they never read. */
  never: readonly string[]
  /** Beginnings of paths that they only import: they start no process with such a file and open none. */
  byImport: readonly string[]
}

const CODE = /\.tsx?$/

/** Files that decide how every test runs. */
const OF_EVERYTHING = [
  /^[^/]+\.(json|ts|mjs)$/,
  /^\.(?!github\/|githooks\/)/,
  /^scripts\/(install|test)/,
  /^tests\/support\//
]

function git(root: string, ...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

const linesOf = (text = ''): string[] => text.split('\n').filter(line => line !== '')

const selectEverything = (reason: string): Selection => ({ changed: [], says: `Everything runs: ${reason}.` })

/** Selects by the files changed since a commit, including uncommitted ones. */
export function selectSince(root: string, since: string): Selection {
  // A moved file counts at both of its places.
  const differing = git(root, 'diff', '--name-only', '--no-renames', since)
  if (differing === undefined) return selectEverything(`git does not know ${since}`)
  const changed = [
    ...linesOf(differing),
    ...linesOf(git(root, 'ls-files', '--others', '--exclude-standard'))
  ].toSorted()
  const wide = changed.find(file => OF_EVERYTHING.some(pattern => pattern.test(file)))
  if (wide !== undefined) return selectEverything(`${wide} has changed, which concerns every test`)
  return {
    since,
    changed,
    says: `Files changed since ${since.slice(0, 8)}: ${changed.length}. Only what they can break runs; \`npm test -- --all\` runs everything.`
  }
}

/** Compares with the last commit on which everything passed in this checkout. */
export function selectSincePassed(root: string): Selection {
  if (process.env['CI']) return selectEverything('this is continuous integration')
  const record = join(root, RECORD)
  if (!existsSync(record)) return selectEverything('no commit is recorded on which everything passed')
  const passed = readFileSync(record, 'utf8').trim()
  // From another branch Vitest would count the changes since both parted, which may hide some.
  if (git(root, 'merge-base', '--is-ancestor', passed, 'HEAD') === undefined)
    return selectEverything('the commit on which everything passed is not in this history')
  return selectSince(root, passed)
}

export const runAll = (): Selection => selectEverything('it was asked for')

/** How much of a step the changes can break. */
export function extentFor({ since, changed }: Selection, { never, byImport }: Reads): Extent {
  if (since === undefined) return 'all'
  const begins = (file: string, starts: readonly string[]): boolean =>
    starts.some(start => file.startsWith(start))
  const read = changed.filter(file => !begins(file, never))
  if (read.length === 0) return 'none'
  return read.every(file => CODE.test(file) && begins(file, byImport)) ? 'importers' : 'all'
}

/** The commit that is checked out, if nothing differs from it. */
export function findCleanCommit(root: string): string | undefined {
  return git(root, 'status', '--porcelain') === '' ? git(root, 'rev-parse', 'HEAD') : undefined
}

/** Records that everything passed on a commit, now or before an irrelevant change; not if anything was edited in the meantime. */
export function recordPassed(root: string, commit: string | undefined): void {
  if (commit === undefined || commit !== findCleanCommit(root)) return
  const record = join(root, RECORD)
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, `${commit}\n`)
}
