// The server: the app on a port, with its database and jobs.

import { createMailWorker } from './accounts/mail-worker.ts'
import { watchOutbox, type OutboxMail } from './accounts/outbox-page.ts'
import { createApp } from './app.ts'
import { configuredSecret, secretInDatabase, secretInDirectory } from './auth/secrets.ts'
import { publishDue } from './benchmarks/editions/publish.ts'
import type { ProgrammeFolder } from './config.ts'
import { watchDisk } from './database/disk.ts'
import type { OpenDatabase } from './database/open.ts'
import type { Database } from './database/schema.ts'
import { API_PATH_PREFIX } from './http/environment.ts'
import { listen, type ListenOptions } from './http/listen.ts'
import { standardLog, type Log } from './http/log.ts'
import type { MetricsAccess } from './http/metrics.ts'
import type { RunningProgramme } from './http/programme.ts'
import type { SecretFor } from './http/route.ts'
import { startAnalysing } from './jobs/analysing.ts'
import { startCleanup } from './jobs/cleanup.ts'
import { startPublishing } from './jobs/publish-results.ts'
import { startQueryMailing } from './jobs/query-mailing.ts'
import { repeatJob } from './jobs/repeat.ts'
import { startSending } from './jobs/sending.ts'
import {
  admitProgrammes,
  openPrepared,
  type DatabaseOptions,
  type PreparedDatabase
} from './prepared-database.ts'
import { programmeWatch, type ServedProgrammes } from './programme-changes.ts'
import { tellStatementLimit } from './statement-limit.ts'

export interface EmbeddedData {
  database: Database
  directory: string
  clock: () => Date
  log: Log
}

/** The data directory also holds the secret, with `databaseUrl` as well. */
export interface ServeOptions extends ListenOptions, DatabaseOptions {
  jwtSecret?: string
  previousJwtSecret?: string
  /** Fills the database before the first call, and returns what it has filled. The server itself creates no data. */
  fill?: (database: Database, programmes: readonly RunningProgramme[]) => Promise<string[]>
  /** Serves backups of an embedded database, until the returned function is called: no other process can open it. */
  serveBackups?: (data: EmbeddedData) => Promise<() => Promise<void>>
  log?: Log
  /** Show the outbox at /outbox, on this machine only; never with a mail server or behind a proxy. */
  showsOutbox?: boolean
  /** Serve /metrics, to this machine and to callers with the token. */
  metrics?: MetricsAccess
  /** A mail server. Without one, mails stay in the outbox. */
  mail?: { smtpUrl: string; from: string }
  /** Programmes that are not served because of faults in their files. */
  leftOutCount?: number
  /** Files whose changes are served without a restart. */
  programmeFiles?: ProgrammeFolder
  /** How often to look for changed files: for tests. */
  programmePollMs?: number
  /** Called for every mail that stays in the outbox. */
  onMail?: (mail: OutboxMail) => void
}

export interface RunningServer {
  /** Base address of the API, without the prefix. */
  url: string
  /** Programmes that were filled at this start. */
  seeded: string[]
  /** Programmes without an account, so that nobody can log in. */
  emptyProgrammes: string[]
  /**
   * Stops accepting calls, finishes those that run, closes the database. For `noticeMs` before that, calls are still served while /readyz
   * fails, so that load balancers send theirs elsewhere.
   */
  close(options?: { noticeMs?: number }): Promise<void>
}

export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const log = options.log ?? standardLog
  // The port first: if it is taken, nothing else starts.
  const listener = await listen(options)
  let store: PreparedDatabase | undefined
  try {
    store = await openPrepared(options)
    const { database, programmes, refused } = store
    for (const { message } of refused) log('error', 'programme left out', { message })
    const offered: ServedProgrammes = {
      programmes,
      leftOutCount: (options.leftOutCount ?? 0) + refused.length
    }
    const served = { ...options, programmes }
    const seeded = (await options.fill?.(database, programmes)) ?? []
    const emptyProgrammes = await programmesWithoutUsers(database, programmes)
    const secretFor = await chooseSecret(served, store)
    const clock = () => new Date()
    let isClosing = false
    const leftOutCount = (): number => offered.leftOutCount
    const running = { database, secretFor, clock, log, leftOutCount, isClosing: () => isClosing }
    listener.handleWith(createHandler(served, running))
    const stopJobs = await startJobs(served, database, { clock, log })
    const stopWatching = watchProgrammes(options, offered, database, log)
    log('info', 'listening', { port: listener.port, prefix: API_PATH_PREFIX })
    const opened = store
    const close: RunningServer['close'] = ({ noticeMs = 0 } = {}) =>
      closeInTime(async () => {
        isClosing = true
        await new Promise(done => setTimeout(done, noticeMs))
        await listener.close()
        await stopWatching()
        await stopJobs()
        await opened.close()
      }, opened.abandon)
    return { url: `http://localhost:${listener.port}`, seeded, emptyProgrammes, close }
  } catch (error) {
    listener.abandon()
    await store?.close()
    throw error
  }
}

function createHandler(
  { programmes, trustedProxies, metrics, mail, ...options }: ServeOptions,
  running: Pick<
    Parameters<typeof createApp>[0],
    'database' | 'secretFor' | 'clock' | 'log' | 'leftOutCount' | 'isClosing'
  >
): (request: Request) => Response | Promise<Response> {
  const showsOutbox = options.showsOutbox === true && mail === undefined && trustedProxies === undefined
  return createApp({
    ...running,
    programmes,
    showsOutbox,
    ...(options.databaseUrl === undefined && { diskFault: watchDisk(options.dataDirectory) }),
    ...(metrics && { metrics }),
    ...(trustedProxies && { trustedProxies })
  }).fetch
}

/** Before what runs the server kills it: most wait for 10 seconds. */
const MAX_CLOSE_MS = 8000

/**
 * Closes in its order. Calls, jobs and connections that wait for a silent database would hold that up, so they lose their connections after a
 * while; an embedded database answers, and is always closed whole.
 */
export async function closeInTime(
  close: () => Promise<void>,
  abandon: (() => void) | undefined,
  maxMs = MAX_CLOSE_MS
): Promise<void> {
  const timer = abandon && setInterval(abandon, maxMs)
  try {
    await close()
  } finally {
    clearInterval(timer)
  }
}

/** Starts the background jobs. Returns a function that stops them. */
async function startJobs(
  options: ServeOptions,
  database: Database,
  { clock, log }: { clock: () => Date; log: Log }
): Promise<() => Promise<void>> {
  const { programmes, databaseUrl, dataDirectory: directory } = options
  const stopMail = await handleMail(options, database, log)
  const stopOwn =
    databaseUrl === undefined ? await serveEmbedded(options, { database, directory, clock, log }) : undefined
  if (databaseUrl !== undefined) await tellStatementLimit(database, log)
  const stopCleanup = startCleanup({ database, programmes, clock, log })
  const stopPublishing = startPublishing({ database, programmes, clock, log, publishDue })
  const stopQueryMailing = startQueryMailing({ database, programmes, clock, log })
  return async () => {
    await stopOwn?.()
    await stopQueryMailing()
    await stopPublishing()
    await stopCleanup()
    await stopMail()
  }
}

const PROGRAMME_POLL_MS = 5000

/** Serves changes of the programmes' files. Each process looks for itself, as each may have files of its own. Returns a function that stops it. */
function watchProgrammes(
  { programmeFiles: files, programmePollMs = PROGRAMME_POLL_MS }: ServeOptions,
  served: ServedProgrammes,
  database: Database,
  log: Log
): () => Promise<void> {
  if (files === undefined) return () => Promise.resolve()
  const admit = (programmes: readonly RunningProgramme[]) => admitProgrammes(database, programmes)
  const fault = 'programmes not read'
  return repeatJob(programmeWatch({ files, served, admit, log }), programmePollMs, { log, fault })
}

/** Adds what a PostgreSQL server has by itself: backups while it runs, and current statistics. */
async function serveEmbedded(
  { serveBackups }: ServeOptions,
  data: EmbeddedData
): Promise<() => Promise<void>> {
  const stopBackups = await serveBackups?.(data)
  const stopAnalysing = startAnalysing(data.database, data.log)
  return async () => {
    await stopBackups?.()
    await stopAnalysing()
  }
}

async function programmesWithoutUsers(
  database: Database,
  programmes: readonly RunningProgramme[]
): Promise<string[]> {
  const codes: string[] = []
  for (const { programmeId, code } of programmes) {
    const user = await database
      .selectFrom('users')
      .select('user_id')
      .where('programme_id', '=', programmeId)
      .limit(1)
      .executeTakeFirst()
    if (user === undefined) codes.push(code)
  }
  return codes
}

function chooseSecret(
  { jwtSecret, previousJwtSecret, databaseUrl, dataDirectory, programmes }: ServeOptions,
  store: OpenDatabase
): SecretFor | Promise<SecretFor> {
  if (jwtSecret !== undefined) return configuredSecret(jwtSecret, previousJwtSecret)
  return databaseUrl === undefined
    ? secretInDirectory(dataDirectory)
    : secretInDatabase(store.database, programmes)
}

/** Sends mails, or reports those that stay in the outbox. Returns a function that stops it. */
async function handleMail(
  { mail, onMail, programmes }: ServeOptions,
  database: Database,
  log: Log
): Promise<() => Promise<void> | void> {
  if (mail !== undefined) {
    const worker = createMailWorker({ database, programmes, ...mail, clock: () => new Date(), log })
    return startSending(worker, log)
  }
  return onMail === undefined ? () => undefined : watchOutbox(database, programmes, onMail)
}
