// The data directory of a server that a test starts. Initialising the engine takes seven times as long as copying the result, so it is done once for
// each state of the code.

import { cpSync } from 'node:fs'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded } from '#server/database/open.ts'
import { digestOf, madeOnce } from './made-once.ts'

/** Puts a migrated database without content into a directory. */
export async function initialiseData(directory: string): Promise<void> {
  const state = digestOf([], ['package.json', 'src/server/database/**/*.ts'])
  const made = await madeOnce(`data-${state}`, async path => {
    const store = await openEmbedded(path)
    await migrate(store.database)
    await store.close()
  })
  cpSync(made, directory, { recursive: true })
}
