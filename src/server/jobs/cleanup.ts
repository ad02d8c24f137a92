// Deletes rows that are no longer needed, so that the database does not grow without end, and keeps peer groups by rule up to date.

import { sql } from 'kysely'
import { messageOf } from '#lib/text/message-of.ts'
import { HOUR_MS, DAY_MS } from '#lib/time/clock.ts'
import { removeExpiredCodes } from '#server/accounts/mail-queue.ts'
import { fillRuleGroups } from '#server/benchmarks/peer-groups/rule-groups.ts'
import type { Database, DatabaseSchema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { repeatJob } from './repeat.ts'

export const CLEANUP_INTERVAL_MS = 6 * HOUR_MS
const CLEANUP_FAULT = 'cleanup failed'
/** Few enough to delete within the statement limit. */
const MAX_DELETED = 1000

interface Ageing {
  table: keyof DatabaseSchema
  /** Which rows they are within the programme. */
  key: readonly string[]
  /** The column from which their age counts. */
  since: string
  keptMs: number
}

const AGEING: readonly Ageing[] = [
  { table: 'sessions', key: ['session_id'], since: 'expires_at', keptMs: DAY_MS },
  // An expired key is listed for a month.
  { table: 'api_keys', key: ['api_key_id'], since: 'expires_at', keptMs: 30 * DAY_MS },
  { table: 'attempts', key: ['attempt_id'], since: 'attempted_at', keptMs: DAY_MS },
  {
    table: 'chart_cache',
    key: ['chart_id', 'selection_hash'],
    since: 'calculated_at',
    keptMs: 30 * DAY_MS
  },
  // An expired code is kept for a month, to say that it has expired.
  { table: 'one_time_codes', key: ['code_hash'], since: 'expires_at', keptMs: 30 * DAY_MS },
  // A device that repeats a change after three months finds its own answers there, which is no conflict.
  {
    table: 'client_changes',
    key: ['submission_id', 'client_change_id'],
    since: 'created_at',
    keptMs: 90 * DAY_MS
  }
]

type Task = (database: Database, programmeId: number, now: Date) => Promise<unknown>

/**
 * The tasks for each programme, by name. If one fails, the others still run. They run for one programme after the other, because no index
 * finds what is old: one statement over the tables of all programmes would exceed its limit.
 */
const TASKS: Record<string, Task> = {
  'old rows': async (database, programmeId, now) => {
    for (const ageing of AGEING) await deleteOld(database, programmeId, ageing, now)
  },
  // An expired code is also kept so that its request can be sent again. Requests of earlier versions contain a password hash, which nothing needs.
  'expired codes': (database, programmeId, now) =>
    database
      .updateTable('one_time_codes')
      .set({ confirms: sql<string>`confirms - 'password_hash'` })
      .where('programme_id', '=', programmeId)
      .where('expires_at', '<', now)
      .where(sql`confirms ->> 'password_hash'`, 'is not', null)
      .execute(),
  'mailed codes': removeExpiredCodes,
  // Files of editions that were made when a project promised its members something else: nobody can download them.
  releases: (database, programmeId) =>
    sql`delete from release_parts r
      where r.programme_id = ${programmeId} and not exists (
        select 1 from editions e
        join projects p on p.programme_id = e.programme_id and p.project_id = e.project_id
        where e.programme_id = ${programmeId} and e.edition_id = r.edition_id
          and p.visibility = r.visibility and p.minimum_count = r.minimum_count)`.execute(database),
  'peer groups': (database, programmeId) => transaction(database, tx => fillRuleGroups(tx, programmeId))
}

/** Deletes rows in batches, so that no statement exceeds its time limit and is rolled back. */
async function deleteOld(
  database: Database,
  programmeId: number,
  { table, key, since, keptMs }: Ageing,
  now: Date
): Promise<void> {
  const columns = sql.join(key.map(column => sql.ref(column)))
  for (let deleted = MAX_DELETED; deleted === MAX_DELETED;) {
    const result = await sql`delete from ${sql.table(table)}
      where programme_id = ${programmeId} and (${columns}) in (
        select ${columns} from ${sql.table(table)}
        where programme_id = ${programmeId} and ${sql.ref(since)} < ${new Date(now.getTime() - keptMs)}
        limit ${sql.lit(MAX_DELETED)})`.execute(database)
    deleted = Number(result.numAffectedRows ?? 0)
  }
}

interface CleanupOptions {
  database: Database
  programmes: readonly Pick<RunningProgramme, 'programmeId' | 'code'>[]
  clock: () => Date
  log: Log
}

/** Cleans up one programme; without `onFault`, stops at the first failure. Several servers may do so at once. */
export async function cleanUp(
  database: Database,
  programmeId: number,
  now: Date,
  onFault: (task: string, error: unknown) => void = (_, error) => {
    throw error
  }
): Promise<void> {
  for (const [task, run] of Object.entries(TASKS)) {
    try {
      await run(database, programmeId, now)
    } catch (error) {
      onFault(task, error)
    }
  }
}

/** Cleans up every programme: a failure is logged, and the rest continues. */
export async function cleanUpAll({ database, programmes, clock, log }: CleanupOptions): Promise<void> {
  for (const { programmeId, code } of programmes)
    await cleanUp(database, programmeId, clock(), (task, error) =>
      log('error', CLEANUP_FAULT, { programme: code, task, message: messageOf(error) })
    )
}

/** Cleans up every programme at once, because servers may be restarted more often, and then every six hours. Returns a function that stops it. */
export const startCleanup = (options: CleanupOptions): (() => Promise<void>) =>
  repeatJob(() => cleanUpAll(options), CLEANUP_INTERVAL_MS, { log: options.log, fault: CLEANUP_FAULT })
