// Deletes rows that are no longer needed, so that the database does not grow without end, and keeps peer groups by rule up to date.
import { sql } from 'kysely'
import { messageOf } from '#lib/message-of.ts'
import { fillRuleGroups } from '../benchmarks/peer-groups/rule-groups.ts'
import type { Database } from '../database/schema.ts'
import { transaction } from '../database/transaction.ts'
import type { Log } from '../http/log.ts'
import type { Programme } from '../http/programme.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
const INTERVAL_MS = 6 * HOUR_MS

/** Deletes one programme's expired rows. Several servers may do so at once. */
export async function cleanUp(database: Database, programmeId: number, now: Date): Promise<void> {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds)
  await database
    .deleteFrom('sessions')
    .where('programme_id', '=', programmeId)
    .where('expires_at', '<', before(DAY_MS))
    .execute()
  await database
    .deleteFrom('attempts')
    .where('programme_id', '=', programmeId)
    .where('attempted_at', '<', before(DAY_MS))
    .execute()
  await database
    .deleteFrom('chart_cache')
    .where('programme_id', '=', programmeId)
    .where('calculated_at', '<', before(30 * DAY_MS))
    .execute()
  // An expired code is kept for a month, to say that it has expired and to send its request again. Requests of
  // earlier versions contain a password hash, which nothing needs.
  await database
    .updateTable('one_time_codes')
    .set({ confirms: sql<string>`confirms - 'password_hash'` })
    .where('programme_id', '=', programmeId)
    .where('expires_at', '<', now)
    .where(sql`confirms ->> 'password_hash'`, 'is not', null)
    .execute()
  await database
    .deleteFrom('one_time_codes')
    .where('programme_id', '=', programmeId)
    .where('expires_at', '<', before(30 * DAY_MS))
    .execute()
  // A device that repeats a change after three months finds its own answers there, which is no conflict.
  await database
    .deleteFrom('client_changes')
    .where('programme_id', '=', programmeId)
    .where('created_at', '<', before(90 * DAY_MS))
    .execute()
}

interface CleanupOptions {
  database: Database
  programmes: readonly Programme[]
  clock: () => Date
  log: Log
}

/** Looks after every programme every six hours. Returns a function that stops it. */
export function startCleanup({ database, programmes, clock, log }: CleanupOptions): () => Promise<void> {
  let running = Promise.resolve()
  const run = async (): Promise<void> => {
    try {
      for (const { programmeId } of programmes) {
        await cleanUp(database, programmeId, clock())
        await transaction(database, tx => fillRuleGroups(tx, programmeId))
      }
    } catch (error) {
      log('error', 'cleanup failed', { message: messageOf(error) })
    }
  }
  const timer = setInterval(() => {
    running = running.then(run)
  }, INTERVAL_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
