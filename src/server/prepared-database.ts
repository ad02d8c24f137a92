// The configured database, migrated to the current schema, with the served programmes.

import { messageOf } from '#lib/text/message-of.ts'
import { saveOutputTypes } from './benchmarks/output-types.ts'
import { SchemaError } from './database/before-baseline.ts'
import { DataDirectoryError } from './database/lock.ts'
import { migrate } from './database/migrate.ts'
import { isUnreachable, openEmbedded, openPostgres, type OpenDatabase } from './database/open.ts'
import type { Database } from './database/schema.ts'
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

export interface AdmittedProgrammes {
  /** Programmes whose ids have no data of another programme. */
  programmes: RunningProgramme[]
  /** Why the others are not served. */
  refused: { code: string; message: string }[]
}

export interface PreparedDatabase extends OpenDatabase, AdmittedProgrammes {}

/** Stores what programmes' files say, except those whose id has the data of another programme. */
export async function admitProgrammes(
  database: Database,
  programmes: readonly RunningProgramme[]
): Promise<AdmittedProgrammes> {
  const admitted: AdmittedProgrammes = { programmes: [], refused: [] }
  for (const programme of programmes) {
    const owner = await saveProgramme(database, programme)
    if (owner !== undefined) {
      admitted.refused.push({ code: programme.code, message: foreignData(programme, owner) })
      continue
    }
    await saveOutputTypes(database, programme.programmeId)
    admitted.programmes.push(programme)
  }
  return admitted
}

/** Creates no content: a new programme has only what its file says. */
export async function openPrepared(options: DatabaseOptions): Promise<PreparedDatabase> {
  const store = await openStore(options)
  try {
    await migrate(store.database)
    const { programmes, refused } = await admitProgrammes(store.database, options.programmes)
    if (programmes.length === 0 && refused.length > 0)
      throw new StartupError(`${refused.map(({ message }) => message).join('. ')}.`)
    return { ...store, programmes, refused }
  } catch (error) {
    await store.close()
    if (error instanceof SchemaError) throw new StartupError(error.message)
    if (isUnreachable(error))
      throw new StartupError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}.`)
    throw error
  }
}

const foreignData = ({ code, programmeId }: RunningProgramme, owner: string): string =>
  `programmes/${code}.json has the programmeId ${programmeId}, under which the database has the data of "${owner}". Give it an id that was never used, or write "formerCodes": ["${owner}"] if it is the same programme`

async function openStore({ dataDirectory, databaseUrl, reset }: DatabaseOptions): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  try {
    return await openEmbedded(dataDirectory, { reset: reset ?? false })
  } catch (error) {
    if (error instanceof DataDirectoryError) throw new StartupError(error.message)
    throw error
  }
}
