import type { Hono } from 'hono'
import { sql } from 'kysely'
import { messageOf } from '#lib/text/message-of.ts'
import type { AppEnvironment } from './environment.ts'
import type { Server } from './route.ts'

export interface HealthOptions {
  /** Programmes that are not served because of faults in their files. */
  leftOutCount?: () => number
  /** The fault of the embedded database's disk; null if there is none. */
  diskFault?: () => Promise<string | null>
  /** Whether the server is about to close. */
  isClosing?: () => boolean
  /** How long /readyz waits for the database. */
  maxWaitMs?: number
}

type Checked = Pick<Server, 'database'> & HealthOptions

/** /healthz responds while the process runs; /readyz also checks that answers can be stored and will be for a while. */
export function healthRoutes(
  app: Hono<AppEnvironment>,
  {
    log,
    leftOutCount = () => 0,
    isClosing = () => false,
    maxWaitMs = MAX_HEALTH_WAIT_MS,
    ...checked
  }: Checked & Pick<Server, 'log'>
): void {
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    if (isClosing()) return context.json({ detail: CLOSING }, 503)
    const fault = await faultInTime(checked, maxWaitMs)
    if (fault !== null) {
      log('error', 'not ready', { message: fault.message })
      return context.json({ detail: fault.detail }, 503)
    }
    // Only a count, because everyone can read it; the log has the names.
    const count = leftOutCount()
    return context.json({ status: 'ready', ...(count > 0 && { programmes_left_out: count }) })
  })
}

/** The public detail, and the reason for the log. */
async function healthFault({
  database,
  diskFault
}: Checked): Promise<{ detail: string; message: string } | null> {
  try {
    const { rows } = await sql<{ is_read_only: boolean }>`
      select current_setting('transaction_read_only') = 'on' as is_read_only`.execute(database)
    const detail = rows[0]?.is_read_only ? READ_ONLY : ((await diskFault?.()) ?? null)
    return detail === null ? null : { detail, message: detail }
  } catch (error) {
    return { detail: NO_DATABASE, message: messageOf(error) }
  }
}

/** Load balancers wait a few seconds; a database that no longer responds would block for half a minute. */
const MAX_HEALTH_WAIT_MS = 3000

/** Times out a check, so that repeated probes do not wait for a silent database. */
async function faultInTime(
  checked: Checked,
  maxWaitMs: number
): Promise<{ detail: string; message: string } | null> {
  const silence = Promise.withResolvers<{ detail: string; message: string }>()
  const message = `The database has not answered for ${maxWaitMs / 1000} seconds.`
  const timer = setTimeout(() => silence.resolve({ detail: NO_DATABASE, message }), maxWaitMs)
  try {
    return await Promise.race([healthFault(checked), silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

const CLOSING = 'The server is closing.'
const NO_DATABASE = 'The database does not respond.'
const READ_ONLY = 'The database is read-only. Connect to the primary, or make this one writable.'
