// Writes src/server/database/row-types.ts, the rows of every table, from a database that it migrates in memory.

import { writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { migrate } from '#server/database/migrate.ts'
import { embedDatabase, pgliteOptions } from '#server/database/open.ts'
import { createCommand } from './command.ts'
import { writeRowInterfaces } from './row-interfaces.ts'

createCommand('row-types').description('Writes src/server/database/row-types.ts').parse()

const store = embedDatabase(await PGlite.create(pgliteOptions))
await migrate(store.database)
writeFileSync(
  new URL('../src/server/database/row-types.ts', import.meta.url),
  await writeRowInterfaces(store.database)
)
await store.close()
