// The data directory of a server that a test starts. Initialising the engine takes seven times as long as copying the result, so it is done once for
// each state of the code.

import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded } from '#server/database/open.ts'
import { CACHE, digestOf } from './seeded-database.ts'

/** Puts a migrated database without content into a directory. */
export async function initialiseData(directory: string): Promise<void> {
  const made = join(CACHE, `data-${digestOf([], ['package.json', 'src/server/database/**/*.ts'])}`)
  if (!existsSync(made)) await makeData(made)
  cpSync(made, directory, { recursive: true })
}

async function makeData(path: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(`${path}.`)
  const store = await openEmbedded(unfinished)
  await migrate(store.database)
  await store.close()
  // Renaming is atomic: another test file sees the whole directory or nothing. It never replaces an existing one, which another file may be copying.
  try {
    renameSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw error
    rmSync(unfinished, { recursive: true })
  }
}
