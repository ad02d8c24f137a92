// The configured database, brought to the current schema, with the programmes that are served.

import { saveOutputTypes } from './benchmarks/output-types.ts'
import { SchemaError } from './database/before-baseline.ts'
import { DataDirectoryError } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from './database/open.ts'
import { StartupError } from './http/listen.ts'
import type { RunningProgramme } from './http/programme.ts'
import { saveProgramme } from './projects/programme-record.ts'

export interface DatabaseOptions {
  /** Where the embedded database is; not used with `databaseUrl`. */
  dataDirectory: string
  databaseUrl?: string
  programmes: readonly RunningProgramme[]
  /** Start again with an empty embedded database. */
  reset?: boolean
}

/** No content is created: a programme begins as what its file says and nothing more. */
export async function openPrepared(options: DatabaseOptions): Promise<OpenDatabase> {
  const store = await openStore(options)
  try {
    await migrate(store.database)
    for (const programme of options.programmes) {
      await saveProgramme(store.database, programme)
      await saveOutputTypes(store.database, programme.programmeId)
    }
    return store
  } catch (error) {
    await store.close()
    if (error instanceof SchemaError) throw new StartupError(error.message)
    throw error
  }
}

async function openStore({ dataDirectory, databaseUrl, reset }: DatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  try {
    return await openEmbedded(dataDirectory, { reset: reset ?? false })
  } catch (error) {
    if (error instanceof DataDirectoryError) throw new StartupError(error.message)
    throw error
  }
}
