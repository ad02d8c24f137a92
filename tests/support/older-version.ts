// An earlier version of the code, from the history of this repository.

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { allMigrations } from '#server/database/migrate.ts'

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e8 }).trim()

/** The migration that a process must know to run beside this version: no later one removes what such a process needs. */
export function oldestBeside(): string {
  const needed = ['001-baseline', ...allMigrations.flatMap(({ contracts }) => contracts ?? [])]
  return `src/server/database/migrations/${needed.toSorted().at(-1)}.ts`
}

/** The commit that added a file; undefined if the history does not go back that far. */
export function commitThatAdded(path: string): string | undefined {
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') return undefined
    return git('log', '--diff-filter=A', '--format=%H', '-1', '--', path) || undefined
  } catch {
    return undefined
  }
}

/** Checks out the code of a commit into a folder, with the packages of this checkout. */
export function checkOut(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const parts = ['package.json', 'tsconfig.json', 'src', 'scripts', 'programmes', 'public']
  const archive = execFileSync('git', ['archive', commit, ...parts], { maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(resolve('node_modules'), `${folder}/node_modules`)
}
