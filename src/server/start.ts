import { createServer, type Server as HttpServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { startCourier } from './accounts/outbox.ts'
import { watchOutbox, type OutboxMail } from './accounts/outbox-page.ts'
import { createApp } from './http/app.ts'
import { CONNECTION_LIMITS, limitConnections, type ConnectionLimits } from './http/connection-limits.ts'
import { migrate } from './database/migrate.ts'
import type { Database } from './database/schema.ts'
import { API_PREFIX } from './http/environment.ts'
import { openEmbedded, openPostgres, type OpenDatabase } from './database/open.ts'
import { DirectoryInUse } from './database/lock.ts'
import { standardLog, type Log } from './http/log.ts'
import type { Programme } from './http/programme.ts'
import { configuredSecret, secretInDatabase, secretInDirectory, type SecretFor } from './auth/secrets.ts'
import { saveProgramme } from '#demo/programmes.ts'
import { seed } from '#demo/seed.ts'
import { startTidying } from './jobs/cleanup.ts'

export interface ServeOptions {
  port: number
  /** Where the embedded database and the secret live; not used with `databaseUrl`, except for the secret. */
  dataDirectory: string
  databaseUrl?: string
  jwtSecret?: string
  programmes: readonly Programme[]
  /** Begin again with an empty embedded database. */
  reset?: boolean
  /** Size of the demo data that an empty programme is filled with. */
  organisations?: number
  /** Fill the first programme up to so many submissions, to see how the server bears them. */
  submissions?: number
  log?: Log
  /** Other software runs in this process: Request and Response stay the platform's own, which costs some speed. */
  isGuest?: boolean
  /** How many proxies stand before this server; their word on who called is taken. */
  trustedProxies?: number
  /** Fill empty programmes with demo data and demo accounts, whose password is published. */
  isDemo?: boolean
  /** Show the outbox at /outbox, on this machine alone: never with a mail server or behind a proxy. */
  showsOutbox?: boolean
  /** Answer /metrics, to anyone who reaches the port. */
  showsMetrics?: boolean
  /** Other limits than the usual ones: for tests. */
  connectionLimits?: Partial<ConnectionLimits>
  /** A mail server. Without one, mails stay in the outbox. */
  mail?: { smtpUrl: string; from: string }
  /** Told of every mail that stays in the outbox. */
  onMail?: (mail: OutboxMail) => void
}

export interface RunningServer {
  /** Base address of the API, without the prefix. */
  url: string
  /** Programmes that were filled with demo data at this start. */
  seeded: string[]
  /** Programmes that nobody can sign in to: they have no account. */
  emptyProgrammes: string[]
  /** Takes no more calls, finishes those that run, closes the database. */
  close(): Promise<void>
}

/** A start that cannot succeed, said in one sentence. */
export class StartFailure extends Error {}

const CLOSE_MS = 10_000

type RequestHandler = (request: Request, environment: object) => Response | Promise<Response>

export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const log = options.log ?? standardLog
  let handle: RequestHandler = () => Response.json({ detail: 'The server is starting.' }, { status: 503, headers: { 'Retry-After': '1' } })
  const server = createServer(
    getRequestListener((request, environment) => handle(request, environment), { overrideGlobalObjects: !options.isGuest })
  )
  // A client that sends slowly is dropped: 15 s for the head, 30 s for all of a request.
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than load balancers keep an idle connection (60 s), so that none sends into one that is being closed; and a member who pauses
  // between cells saves the next one without a new handshake.
  server.keepAliveTimeout = 65_000
  limitConnections(server, { ...CONNECTION_LIMITS, ...options.connectionLimits }, { isBehindProxy: (options.trustedProxies ?? 0) > 0 })
  // The port first: when it is taken nothing else is begun.
  await listen(server, options.port)
  let store: OpenDatabase | undefined
  try {
    store = await openStore(options)
    await migrate(store.database)
    for (const programme of options.programmes) await saveProgramme(store.database, programme)
    const seeded = options.isDemo === true ? await seedDemo(store.database, options) : []
    const emptyProgrammes = await programmesWithoutUsers(store.database, options.programmes)
    const secretFor = await chooseSecret(options, store)
    const clock = () => new Date()
    const { programmes, trustedProxies = 0, showsMetrics = false } = options
    const showsOutbox = options.showsOutbox === true && options.mail === undefined && trustedProxies === 0
    handle = createApp({ database: store.database, programmes, secretFor, clock, log, showsOutbox, showsMetrics, trustedProxies }).fetch
    const stopMail = await handleMail(options, store.database, log)
    const stopTidying = startTidying({ database: store.database, programmes, clock, log })
    const stopWork = async (): Promise<void> => {
      await stopTidying()
      await stopMail()
    }
    log('info', 'listening', { port: portOf(server), prefix: API_PREFIX })
    const opened = store
    return { url: `http://localhost:${portOf(server)}`, seeded, emptyProgrammes, close: () => close(server, opened, stopWork) }
  } catch (error) {
    server.close()
    server.closeAllConnections()
    await store?.close()
    throw error
  }
}

const seedDemo = (database: Database, { programmes, organisations, submissions }: ServeOptions): Promise<string[]> =>
  seed(database, programmes, {
    now: new Date(),
    ...(organisations !== undefined && { organisations }),
    ...(submissions !== undefined && { submissions })
  })

async function programmesWithoutUsers(database: Database, programmes: readonly Programme[]): Promise<string[]> {
  const codes: string[] = []
  for (const { programmeId, code } of programmes) {
    const user = await database.selectFrom('users').select('user_id').where('programme_id', '=', programmeId).limit(1).executeTakeFirst()
    if (user === undefined) codes.push(code)
  }
  return codes
}

async function openStore({ dataDirectory, databaseUrl, reset }: ServeOptions): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return openPostgres(databaseUrl)
  try {
    return await openEmbedded(dataDirectory, { reset: reset ?? false })
  } catch (error) {
    if (error instanceof DirectoryInUse) throw new StartFailure(error.message)
    throw error
  }
}

function chooseSecret(
  { jwtSecret, databaseUrl, dataDirectory, programmes }: ServeOptions,
  store: OpenDatabase
): SecretFor | Promise<SecretFor> {
  if (jwtSecret !== undefined) return configuredSecret(jwtSecret)
  return databaseUrl === undefined ? secretInDirectory(dataDirectory) : secretInDatabase(store.database, programmes)
}

function listen(server: HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new StartFailure(`Port ${port} is in use. Stop what listens there, or choose another with --api-port.`)
          : error
      )
    )
    server.listen(port, resolve)
  })
}

function portOf(server: HttpServer): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Delivers mails, or tells of those that stay in the outbox. Answers how to stop. */
async function handleMail({ mail, onMail, programmes }: ServeOptions, database: Database, log: Log): Promise<() => Promise<void> | void> {
  if (mail !== undefined) {
    const courier = startCourier({ database, programmes, ...mail, clock: () => new Date(), log })
    return () => courier.close()
  }
  return onMail === undefined ? () => undefined : watchOutbox(database, programmes, onMail)
}

async function close(server: HttpServer, store: OpenDatabase, stopWork: () => Promise<void>): Promise<void> {
  // What runs is finished, and then its connection is not kept for more.
  server.keepAliveTimeout = 1
  await new Promise<void>(resolve => {
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
    server.close(() => {
      clearTimeout(late)
      resolve()
    })
    server.closeIdleConnections()
  })
  await stopWork()
  await store.close()
}
