// The real server in process, on a small seeded database of its own. With TEST_DATABASE_URL that database is made on a real PostgreSQL,
// with TEST_PARTITIONS every table is partitioned by programme; otherwise it is the embedded engine in memory.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { API_PREFIX, createApp } from '#server/app.ts'
import { migrate } from '#server/database/migrate.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/schema.ts'
import { silentLog, type Log } from '#server/log.ts'
import type { Programme } from '#server/programme.ts'
import { configuredSecret } from '#server/secrets.ts'
import { seed } from '#server/seed/seed.ts'
import { startSession } from '#server/sessions.ts'

export const NOON = new Date('2026-11-20T12:00:00.000Z')
const ORGANISATIONS = 14

const explorerTypes = [
  { explorer_type: 'results', label: 'Results' },
  { explorer_type: 'trends', label: 'Trends' }
]

export const wards: Programme = {
  programmeId: 1,
  code: 'wards',
  programmeName: 'Wards',
  minimumPeerCount: 5,
  origins: ['https://wards.example'],
  explorerTypes
}
/** A second tenant, of which nothing may ever be seen in the first. */
export const sites: Programme = { ...wards, programmeId: 2, code: 'sites', programmeName: 'Sites', origins: ['https://sites.example'] }

export type Role = 'super' | 'admin' | 'lead' | 'contributor' | 'viewer'
export const ROLES: readonly Role[] = ['super', 'admin', 'lead', 'contributor', 'viewer']

export interface Reply<T> {
  status: number
  body: T & { detail?: string }
  headers: Headers
}

export interface TestServer {
  database: Database
  /** The time that the server reads. */
  clock: { now: Date }
  /** Sends a request as it is. `path` begins after the prefix. */
  send(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string; headers?: Record<string, string> }
  ): Promise<Reply<Record<string, unknown>>>
  /** Calls an operation as its contract says. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, token?: string): Promise<Reply<ReplyOf<E>>>
  /** An access token of a demo account, without the time that a password takes. */
  tokenOf(role: Role, programme?: Programme): Promise<string>
  /** An access token of any user. */
  tokenOfUser(emailAddress: string, programme?: Programme): Promise<string>
}

/** Starts a server for the tests of one file. Use it inside tests only: it is ready when they begin. */
export function useServer(options: { log?: Log; organisations?: number } = {}): TestServer {
  const clock = { now: NOON }
  const secretFor = configuredSecret('a secret of the tests that is long enough')
  let store: OpenDatabase
  let app: ReturnType<typeof createApp>

  beforeAll(async () => {
    store = await openTestDatabase()
    await migrate(store.database, { partitions: Number(process.env['TEST_PARTITIONS'] ?? 0) })
    await seed(store.database, [wards, sites], { now: NOON, organisations: options.organisations ?? ORGANISATIONS })
    const log = options.log ?? silentLog
    app = createApp({ database: store.database, programmes: [wards, sites], secretFor, clock: () => clock.now, log, checksReplies: true })
  })
  afterAll(() => store.close())

  const send: TestServer['send'] = async (method, path, { body, token, headers } = {}) => {
    const response = await app.request(`${API_PREFIX}/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json') === true
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }
  const tokenOfUser: TestServer['tokenOfUser'] = async (emailAddress, programme = wards) => {
    const user = await store.database
      .selectFrom('users')
      .select(['programme_id', 'user_id', 'role_type_id'])
      .where('programme_id', '=', programme.programmeId)
      .where('email_address', '=', emailAddress)
      .executeTakeFirstOrThrow()
    return startSession(store.database, secretFor, user, clock.now)
  }
  return {
    get database() {
      return store.database
    },
    clock,
    send,
    tokenOfUser,
    call: async (endpoint, input, token) => {
      const { params, query, body } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
      const reply = await send(endpoint.method, `${pathOf(endpoint, params ?? {})}${queryOf(query ?? {})}`, { body, token })
      return reply as unknown as Reply<ReplyOf<typeof endpoint>>
    },
    tokenOf: (role, programme = wards) => tokenOfUser(`${role}@${programme.code}.example`, programme)
  }
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

async function openTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) return openEmbedded()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const store = openPostgres(own.href)
  return {
    database: store.database,
    async close() {
      await store.close()
      await administer(url, `drop database ${name}`)
    }
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}
