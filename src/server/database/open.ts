import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, types as pgliteTypes } from '@electric-sql/pglite'
import { Kysely, PostgresQueryCompiler, type CompiledQuery, type Dialect } from 'kysely'
import pg from 'pg'
import { limitedPool } from './connections/limited-pool.ts'
import { RetryingDialect } from './connections/retrying-driver.ts'
import { dataEntries } from './data-entries.ts'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { lockDirectory } from './lock.ts'
import { makePrivate, PrivateFiles } from './private-files.ts'
import type { Database, DatabaseSchema } from './schema.ts'

export interface OpenDatabase {
  database: Database
  close(): Promise<void>
  /** Closes the connections to a database elsewhere at once, whatever they are doing; it may have gone silent. */
  abandon?: () => void
  /** Closes an embedded database that opening it has created, and removes its files before another process can open them. */
  discard?: () => Promise<void>
}

const INT8: number = pgliteTypes.INT8
const POOL_SIZE = 10

/** How every embedded database is opened: 64-bit integers are read as numbers, ids and counts stay far below 2^53. */
export const pgliteOptions = { parsers: { [INT8]: Number } }

/** The type of `array(select id …)`. */
const INT8_LIST = 1016

const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)
const readList = types.getTypeParser(INT8_LIST, 'text') as unknown as (text: string) => string[]
types.setTypeParser(INT8_LIST, text => readList(text).map(Number))

/**
 * Called with every statement and its parameters before it runs; if it throws, the statement does not run.
 * Parameters contain people's data and must not be logged.
 */
export type QueryListener = (statement: string, parameters: readonly unknown[]) => void

class ListeningCompiler extends PostgresQueryCompiler {
  readonly #onQuery: QueryListener
  constructor(onQuery: QueryListener) {
    super()
    this.#onQuery = onQuery
  }

  override compileQuery(...query: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    const compiled = super.compileQuery(...query)
    this.#onQuery(compiled.sql, compiled.parameters)
    return compiled
  }
}

/** Listens where statements are compiled: after every plugin, before they run. */
function withQueryListener(onQuery: QueryListener | undefined, dialect: Dialect): Dialect {
  if (onQuery === undefined) return dialect
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => dialect.createDriver(),
    createIntrospector: database => dialect.createIntrospector(database),
    createQueryCompiler: () => new ListeningCompiler(onQuery)
  }
}

/** Other databases have URLs too: a wrong one is refused before anything is tried. */
export const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)

const UNREACHABLE_CODE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|28P01|28000|3D000)$/

/** Whether an error says that PostgreSQL cannot be reached, or refuses the name, the password or the database. */
export const isUnreachable = (error: unknown): error is Error =>
  error instanceof Error &&
  (('code' in error && UNREACHABLE_CODE.test(String(error.code))) ||
    error.message === 'Connection terminated due to connection timeout')

/** A real PostgreSQL, read like the embedded one. */
export function openPostgres(url: string, onQuery?: QueryListener, maxSilenceMs?: number): OpenDatabase {
  const options = { connectionString: url, max: POOL_SIZE, connectionTimeoutMillis: 5000, types }
  const pool = limitedPool(options, maxSilenceMs)
  const dialect = new RetryingDialect({ pool })
  const database = new Kysely<DatabaseSchema>({ dialect: withQueryListener(onQuery, dialect) })
  return { database, close: () => database.destroy(), abandon: () => pool.abandon() }
}

const filesIn = (directory: string): string => join(directory, dataEntries.database)

/** Whether a directory contains an embedded database: opening a directory without one creates it. Throws if this user may not look. */
export const hasEmbedded = (directory: string): boolean =>
  statSync(filesIn(directory), { throwIfNoEntry: false }) !== undefined

/**
 * The embedded engine in its own directory, or in memory without one. One process may open the directory;
 * `reset` empties it.
 */
export async function openEmbedded(directory?: string, { reset = false } = {}): Promise<OpenDatabase> {
  if (directory === undefined) return embedDatabase(await PGlite.create(pgliteOptions))
  makePrivate(directory)
  const unlock = await lockDirectory(directory)
  const files = filesIn(directory)
  const remove = () => rm(files, { recursive: true, force: true })
  const isNew = reset || !hasEmbedded(directory)
  try {
    if (reset) await remove()
    const pglite = await PGlite.create({ ...pgliteOptions, fs: new PrivateFiles(files) })
    return embedDatabase(pglite, { unlock, ...(isNew && { remove }) })
  } catch (error) {
    if (isNew) await remove()
    await unlock()
    throw error
  }
}

interface EmbeddedOptions {
  onQuery?: QueryListener | undefined
  /** Releases the directory. */
  unlock?: () => Promise<void>
  /** Removes the files of a new database. */
  remove?: () => Promise<void>
}

export function embedDatabase(
  pglite: PGlite,
  { onQuery, unlock, remove }: EmbeddedOptions = {}
): OpenDatabase {
  const database = new Kysely<DatabaseSchema>({
    dialect: withQueryListener(onQuery, new EmbeddedDialect(pglite))
  })
  const closeThen = async (last?: () => Promise<void>) => {
    await database.destroy()
    if (!pglite.closed) await pglite.close()
    await last?.()
    await unlock?.()
  }
  return {
    database,
    close: () => closeThen(),
    ...(remove && { discard: () => closeThen(remove) })
  }
}
