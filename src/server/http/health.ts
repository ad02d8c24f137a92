import type { Hono } from 'hono'
import { sql } from 'kysely'
import { messageOf } from '#lib/message-of.ts'
import type { AppEnvironment } from './environment.ts'
import type { Server } from './route.ts'

/** /healthz says that the process runs, /readyz that the database does as well. */
export function healthRoutes(
  app: Hono<AppEnvironment>,
  { database, log, leftOutCount = 0 }: Server & { leftOutCount?: number }
): void {
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    try {
      await sql`select 1`.execute(database)
      // A count, because the address is open to everyone: the log names them.
      return context.json({ status: 'ready', ...(leftOutCount > 0 && { programmes_left_out: leftOutCount }) })
    } catch (error) {
      log('error', 'database unreachable', {
        message: messageOf(error)
      })
      return context.json({ detail: 'The database does not respond.' }, 503)
    }
  })
}
