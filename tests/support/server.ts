// The real server in this process, on a small seeded database.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { seed } from '#demo/seed.ts'
import { createApp } from '#server/app.ts'
import { configuredSecret } from '#server/auth/secrets.ts'
import { userOfToken } from '#server/auth/sessions.ts'
import { openPostgres, type QueryListener } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { API_PATH_PREFIX } from '#server/http/environment.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { requireOneProgramme } from './one-programme.ts'
import { Plans } from './plans.ts'
import { isPartitioned, NOON, openSeeded, sites, wards, type SeededDatabase } from './seeded-database.ts'
import { logInAs } from './session.ts'
import { silentLog } from './silent-log.ts'
import { StructureRule } from './structure-rule.ts'

export { NOON, sites, wards }

const ORGANISATIONS = 14

export type Role = 'super' | 'admin' | 'lead' | 'contributor' | 'viewer'

export interface Reply<T> {
  status: number
  body: T & { detail?: string }
  headers: Headers
}

export interface TestServer {
  database: Database
  /** Where the database is, when it is on a real PostgreSQL. */
  url: string | undefined
  /** The time that the server reads. */
  clock: { now: Date }
  /** Forgets the statements that were stopped because they were not bound to one programme, and answers them. The file fails with any left. */
  takeStopped(): string[]
  /** Sends a request; text and bytes as they are, other bodies as JSON. `path` begins after the prefix. With an address it is as from there. */
  send(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string>; address?: string }
  ): Promise<Reply<Record<string, unknown>>>
  /** Takes a browser's requests in the place of the network. */
  fetch: typeof globalThis.fetch
  /** Calls an operation as its contract says. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<Reply<ReplyOf<E>>>
  /**
   * An access token of a demo account, without the cost of hashing a password: the last one while its session is valid and the clock stands still,
   * otherwise of a new session.
   */
  tokenOf(role: Role, programme?: RunningProgramme): Promise<string>
  /** The same of any user. */
  tokenOfUser(emailAddress: string, programme?: RunningProgramme): Promise<string>
  /** An access token of a new session of any user, which nothing else in the file uses. */
  logIn(emailAddress: string, programme?: RunningProgramme): Promise<string>
}

export interface TestServerOptions {
  log?: Log
  organisations?: number
  /** Single values that a chart's answer lists, where it is not the contract's number. */
  listedValues?: number
  /** Hears of every query of the server. */
  plugin?: KyselyPlugin
  /** The first programme demands a second factor of everyone. */
  demandsSecondFactor?: true
  /** Further programmes with the demo data of their theme. */
  programmes?: readonly RunningProgramme[]
  /** Opens another database than that of the tested engine. */
  open?: (onQuery: QueryListener) => Promise<SeededDatabase>
  /** Serve this server's database as well, over connections of its own: only on a real PostgreSQL. */
  beside?: TestServer
}

/** Starts a server for the tests of one file. Use it inside tests only: it is ready when they begin. */
export function useServer(options: TestServerOptions = {}): TestServer {
  const clock = options.beside?.clock ?? { now: NOON }
  const secretFor = configuredSecret('a secret of the tests that is long enough')
  let store: SeededDatabase
  let plans: Plans | undefined
  let app: ReturnType<typeof createApp>
  // A call's statements are held to one programme each, and write answers under a lock; those of the tests themselves look into both.
  const calls = new AsyncLocalStorage<StructureRule>()
  const stopped = new Set<string>()
  /** The last session of each user. */
  const sessions = new Map<string, { token: string; startedAt: number }>()
  /** A page's requests that are not answered yet. */
  const underway = new Set<Promise<Response>>()
  const onQuery = (statement: string, parameters: readonly unknown[]): void => {
    const rule = calls.getStore()
    if (rule === undefined) return
    try {
      requireOneProgramme(statement, parameters)
      rule.require(statement)
    } catch (error) {
      stopped.add((error as Error).message)
      throw error
    }
    plans?.note(statement, parameters)
  }

  beforeAll(async () => {
    store = await openStore(options, onQuery)
    const { log = silentLog, programmes = [] } = options
    // Partitioned by programme, each statement of a call may touch one partition of each table.
    if (store.url !== undefined && isPartitioned) plans = new Plans(store.url)
    app = createApp({
      database: options.plugin ? store.database.withPlugin(options.plugin) : store.database,
      programmes: [
        options.demandsSecondFactor ? { ...wards, otpRequired: true } : wards,
        sites,
        ...programmes
      ],
      secretFor,
      clock: () => clock.now,
      log,
      checksReplies: true,
      ...(options.listedValues !== undefined && { listedValues: options.listedValues })
    })
  })
  afterAll(async () => {
    await Promise.allSettled(underway)
    const wide = await plans?.statementsOverPartitions()
    await store.close()
    expect(wide ?? []).toEqual([])
    expect([...stopped]).toEqual([])
  })

  const send: TestServer['send'] = async (method, path, { body, token, headers, address } = {}) => {
    const init = {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers
      },
      ...(body !== undefined && {
        body:
          body instanceof Uint8Array
            ? Uint8Array.from(body)
            : typeof body === 'string'
              ? body
              : JSON.stringify(body)
      })
    }
    const bindings = address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } }
    // A streamed reply asks the database while it is read.
    const { response, text } = await calls.run(new StructureRule(), async () => {
      const reply = await app.request(`${API_PATH_PREFIX}/${path}`, init, bindings)
      return { response: reply, text: await reply.text() }
    })
    const isJson = response.headers.get('Content-Type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }
  const logIn: TestServer['logIn'] = (emailAddress, { programmeId } = wards) =>
    logInAs(store.database, secretFor, { programmeId, emailAddress }, clock.now)
  const tokenOfUser: TestServer['tokenOfUser'] = async (emailAddress, programme = wards) => {
    const { now } = clock
    const user = `${programme.programmeId} ${emailAddress}`
    const last = sessions.get(user)
    const check = { database: store.database, programmes: [programme], secretFor }
    if (last?.startedAt === now.getTime() && (await userOfToken(check, last.token, now))) return last.token
    const token = await logIn(emailAddress, programme)
    sessions.set(user, { token, startedAt: now.getTime() })
    return token
  }
  return {
    get database() {
      return store.database
    },
    get url() {
      return store.url
    },
    clock,
    takeStopped() {
      const statements = [...stopped]
      stopped.clear()
      return statements
    },
    send,
    fetch: (input, init) => {
      const reply = calls.run(new StructureRule(), async () => app.fetch(new Request(input, init)))
      underway.add(reply)
      return reply.finally(() => underway.delete(reply))
    },
    logIn,
    tokenOfUser,
    call: async (endpoint, input, token) => {
      const { params, query, body } = input as {
        params?: Record<string, unknown>
        query?: Record<string, unknown>
        body?: unknown
      }
      const reply = await send(endpoint.method, `${pathOf(endpoint, params ?? {})}${queryOf(query ?? {})}`, {
        body,
        ...(token !== undefined && { token })
      })
      return reply as unknown as Reply<ReplyOf<typeof endpoint>>
    },
    tokenOf: (role, programme = wards) => tokenOfUser(`${role}@${programme.code}.example`, programme)
  }
}

async function openStore(
  { open, beside, organisations = ORGANISATIONS, programmes = [] }: TestServerOptions,
  onQuery: QueryListener
): Promise<SeededDatabase> {
  if (open) return open(onQuery)
  if (beside) return openBeside(beside, onQuery)
  const store = await openSeeded(organisations, onQuery)
  await seed(store.database, programmes, { now: NOON, organisations })
  return store
}

function openBeside({ url }: TestServer, onQuery: QueryListener): SeededDatabase {
  if (url === undefined) throw new Error('The embedded database has one server.')
  return { ...openPostgres(url, onQuery), url }
}

export const allEndpoints: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints)

const pathOf = (endpoint: Endpoint, params: Record<string, unknown>): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

function queryOf(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}
