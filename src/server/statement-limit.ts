import { sql } from 'kysely'
import { MAX_SILENCE_MS } from './database/connections/limited-pool.ts'
import type { Database } from './database/schema.ts'
import type { Log } from './http/log.ts'

/** Logs PostgreSQL's limit for a statement, and what to do if there is none. */
export async function tellStatementLimit(database: Database, log: Log): Promise<void> {
  const { rows } = await sql<{ statement_limit: string }>`
    select current_setting('statement_timeout') as statement_limit`.execute(database)
  const limits = {
    statement_timeout: rows[0]?.statement_limit ?? '0',
    api_limit_seconds: MAX_SILENCE_MS / 1000
  }
  if (limits.statement_timeout !== '0') log('info', 'database limits', limits)
  else
    log('warning', 'database limits', {
      ...limits,
      message:
        "There is a pooler in front of the database, so the API can limit statements in transactions only. For the others set a limit once: alter role <user> set statement_timeout = '30s'."
    })
}
