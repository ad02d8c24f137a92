// A pool of PostgreSQL connections with time limits. The database's own limit ends a slow statement; ours closes the connection to a
// database that no longer responds, which its own limit cannot do.

import type { Duplex } from 'node:stream'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { isOutdatedPlan } from '#server/database/retry.ts'
import { BusyDatabaseError } from './busy.ts'
import { nameOfPrepared } from './prepared.ts'

/** After which PostgreSQL ends a statement, unless the role or the database has a limit of its own. */
const MAX_STATEMENT_TIME = '30s'
/** Longer than the database's limit, which should apply first. */
export const MAX_SILENCE_MS = 35_000

/** The limit of a connection. A pooler refuses it at the start of a connection, and would apply a later setting to other clients. */
const LIMIT_CONNECTION = `select set_config('statement_timeout', case
  when pg_backend_pid() = $1 and current_setting('statement_timeout') = '0' then '${MAX_STATEMENT_TIME}'
  else current_setting('statement_timeout') end, false) as statement_limit, pg_backend_pid() = $1 as is_direct`

/** The connection was closed because the database did not respond in time. */
class SilentDatabaseError extends Error {
  constructor(milliseconds: number) {
    super(`The database has not answered for ${milliseconds / 1000} seconds; its connection was closed.`)
  }
}

/** A pool whose connections can all be closed at once, without notifying a database that would not respond. */
export interface LimitedPool extends PostgresPool {
  abandon(): void
}

export function limitedPool(
  options: pg.PoolConfig & { max: number },
  maxSilenceMs: number = MAX_SILENCE_MS
): LimitedPool {
  // Statements that are asked at once are sent at once; each waits for its own reply.
  const pool = new pg.Pool({ ...options, pipeline: true })
  // A connection that breaks leaves the pool by itself, and what used it fails; without listeners it would end the process. The pool
  // hears of idle ones, each client of its own between two statements of a transaction.
  pool.on('error', () => {})
  const streams = new Set<Duplex>()
  pool.on('connect', client => {
    client.on('error', () => {})
    const stream = streamOf(client)
    streams.add(stream)
    stream.once('close', () => streams.delete(stream))
  })
  const known = new WeakMap<pg.PoolClient, LimitedClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    abandon() {
      for (const stream of streams) stream.destroy()
    },
    async connect() {
      const client = await pool.connect().catch(throwIfFull)
      const limited = known.get(client) ?? new LimitedClient(client, maxSilenceMs)
      if (!known.has(client)) {
        await limited.limitStatements()
        known.set(client, limited)
      }
      return limited
    }
  }
}

/** pg's words for a pool without a free connection; a database that does not let us in has others. */
const FULL_POOL = 'timeout exceeded when trying to connect'

function throwIfFull(error: unknown): never {
  throw error instanceof Error && error.message === FULL_POOL ? new BusyDatabaseError() : error
}

/** Missing in pg's types; every connected client has it. */
const streamOf = (client: pg.PoolClient): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

interface ConnectionState {
  statement_limit: string
  is_direct: boolean
}

class LimitedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #maxSilenceMs: number
  #isGivenUp = false
  /** Begins a transaction with a limit if the connection itself has none. */
  #afterBegin = ''
  /** Without a pooler, which would give the next transaction another connection. */
  #mayPrepare = false
  /** How to fail the statements that the database has not replied to. */
  readonly #unanswered = new Set<(error: Error) => void>()
  #timer: NodeJS.Timeout | undefined

  constructor(client: pg.PoolClient, maxSilenceMs: number) {
    this.#client = client
    this.#maxSilenceMs = maxSilenceMs
  }

  async limitStatements(): Promise<void> {
    try {
      const { rows } = await this.#run<ConnectionState>(LIMIT_CONNECTION, [this.processID])
      this.#mayPrepare = rows[0]?.is_direct === true
      if (rows[0]?.statement_limit === '0')
        this.#afterBegin = `; set local statement_timeout = '${MAX_STATEMENT_TIME}'`
    } catch (error) {
      this.release(true)
      throw error
    }
  }

  /** As reported at the start by the database, or by a pooler, which has its own numbers. */
  get processID(): number {
    return 'processID' in this.#client ? Number(this.#client.processID) : 0
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query(): never
  query<R>(text = '', parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    // The transaction ended with its connection; the waiting caller gets the error.
    if (this.#isGivenUp && text === 'rollback')
      return Promise.resolve({ command: 'ROLLBACK', rowCount: 0, rows: [] })
    const isBegin = /^(begin|start transaction)\b/.test(text)
    return this.#run<R>(isBegin ? text + this.#afterBegin : text, parameters)
  }

  release(isBroken = false): void {
    if (!this.#isGivenUp) this.#client.release(isBroken)
    this.#isGivenUp ||= isBroken
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const silence = Promise.withResolvers<never>()
    this.#unanswered.add(silence.reject)
    this.#limitSilence()
    this.#gatherWrites()
    const name = this.#mayPrepare ? nameOfPrepared(text) : undefined
    try {
      return (await Promise.race([
        this.#client.query({ text, values: [...parameters], ...(name !== undefined && { name }) }),
        silence.promise
      ])) as PostgresQueryResult<R>
    } catch (error) {
      // A migration of a newer version has changed the columns that it returns. It is run again (src/server/database/retry.ts).
      if (name !== undefined && isOutdatedPlan(error)) this.#mayPrepare = false
      throw error
    } finally {
      this.#unanswered.delete(silence.reject)
      this.#limitSilence()
    }
  }

  /** Each reply gives the database the whole time for the next one. */
  #limitSilence(): void {
    clearTimeout(this.#timer)
    if (this.#unanswered.size === 0) return
    this.#timer = setTimeout(() => {
      this.release(true)
      // The pool would wait for the replies before it closes the connection.
      streamOf(this.#client).destroy()
      for (const reject of this.#unanswered) reject(new SilentDatabaseError(this.#maxSilenceMs))
    }, this.#maxSilenceMs)
  }

  /** Sends in one packet what is asked before this process does anything else. */
  #gatherWrites(): void {
    const stream = streamOf(this.#client)
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}
