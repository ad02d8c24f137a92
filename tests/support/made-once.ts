// Expensive fixtures of test files, in files or folders that are kept for later runs.

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withFolderLock } from '#sites/lock.ts'

const CACHE = '.cache/test-databases'

/** A digest of values and of the files that match the patterns. */
export function digestOf(values: unknown, patterns: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(values))
  for (const file of globSync(patterns).toSorted()) hash.update(readFileSync(file))
  return hash.digest('hex').slice(0, 20)
}

/** Makes a file or folder unless it exists, and returns its path. Other processes that need it at the same time wait for it. */
export async function madeOnce(
  name: string,
  make: (path: string) => Promise<void>,
  cache = CACHE
): Promise<string> {
  const folder = join(cache, name)
  const made = join(folder, 'made')
  if (existsSync(made)) return made
  await withFolderLock(folder, async () => {
    if (existsSync(made)) return
    const unfinished = join(folder, 'unfinished')
    // A killed run may have left it.
    rmSync(unfinished, { recursive: true, force: true })
    await make(unfinished)
    renameSync(unfinished, made)
  })
  return made
}
