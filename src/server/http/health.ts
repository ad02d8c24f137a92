import type { Hono } from 'hono'
import { sql } from 'kysely'
import { messageOf } from '#lib/message-of.ts'
import type { AppEnvironment } from './environment.ts'
import type { Server } from './route.ts'

/** /healthz says that the process runs, /readyz that the database does as well. */
export function healthRoutes(app: Hono<AppEnvironment>, { database, log }: Server): void {
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    try {
      await sql`select 1`.execute(database)
      return context.json({ status: 'ready' })
    } catch (error) {
      log('error', 'database unreachable', {
        message: messageOf(error)
      })
      return context.json({ detail: 'The database does not respond.' }, 503)
    }
  })
}
