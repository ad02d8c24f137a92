// Deletes rows that are no longer needed, so that the database does not grow without end, and keeps peer groups by rule up to date.

import { sql, type RawBuilder } from 'kysely'
import { messageOf } from '#lib/text/message-of.ts'
import { HOUR_MS, DAY_MS } from '#lib/time/clock.ts'
import { hasExpiredCode, removeExpiredCodes } from '#server/accounts/mail-queue.ts'
import { fillRuleGroups, HAS_FILE_RULE } from '#server/benchmarks/peer-groups/rule-groups.ts'
import type { Database, DatabaseSchema } from '#server/database/schema.ts'
import { transaction } from '#server/database/transaction.ts'
import type { Log } from '#server/http/log.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { repeatJob } from './repeat.ts'

export const CLEANUP_INTERVAL_MS = 6 * HOUR_MS
const CLEANUP_FAULT = 'cleanup failed'
/** Few enough to delete within the statement limit. */
const MAX_DELETED = 1000
/** Programmes that one statement searches for work. No index finds what is old, so it reads their tables and must stay within the statement limit. */
const SEARCHED_AT_ONCE = 100

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

/** Something to clean up in one programme. If one task fails, the others still run. */
interface Task {
  name: string
  /** Selects `programme_id` of each programme that has work for the task. */
  search: (programmeIds: RawBuilder<unknown>, now: Date) => RawBuilder<unknown>
  run: (database: Database, programmeId: number, now: Date) => Promise<unknown>
}

const TASKS: readonly Task[] = [
  ...AGEING.map((ageing): Task => ({
    name: 'old rows',
    search: (ids, now) =>
      sql`select programme_id from ${sql.table(ageing.table)} where programme_id = ${ids} and ${isOld(ageing, now)}`,
    run: (database, programmeId, now) => deleteOld(database, programmeId, ageing, now)
  })),
  // An expired code is also kept so that its request can be sent again. Requests of earlier versions contain a password hash, which nothing needs.
  {
    name: 'expired codes',
    search: (ids, now) =>
      sql`select programme_id from one_time_codes where programme_id = ${ids} and expires_at < ${now} and ${HAS_PASSWORD_HASH}`,
    run: (database, programmeId, now) =>
      database
        .updateTable('one_time_codes')
        .set({ confirms: sql<string>`confirms - 'password_hash'` })
        .where('programme_id', '=', programmeId)
        .where('expires_at', '<', now)
        .where(HAS_PASSWORD_HASH)
        .execute()
  },
  {
    name: 'mailed codes',
    search: (ids, now) =>
      sql`select programme_id from mails where programme_id = ${ids} and ${hasExpiredCode(now)}`,
    run: removeExpiredCodes
  },
  // Files of editions that were made when a project promised its members something else: nobody can download them.
  {
    name: 'releases',
    search: ids => sql`select programme_id from release_parts where programme_id = ${ids}`,
    run: (database, programmeId) =>
      sql`delete from release_parts r
        where r.programme_id = ${programmeId} and not exists (
          select 1 from editions e
          join projects p on p.programme_id = e.programme_id and p.project_id = e.project_id
          where e.programme_id = ${programmeId} and e.edition_id = r.edition_id
            and p.visibility = r.visibility and p.minimum_count = r.minimum_count)`.execute(database)
  },
  {
    name: 'peer groups',
    search: ids => sql`select programme_id from peer_groups where programme_id = ${ids} and ${HAS_FILE_RULE}`,
    run: (database, programmeId) => transaction(database, tx => fillRuleGroups(tx, programmeId))
  }
]

const HAS_PASSWORD_HASH = sql<boolean>`confirms ->> 'password_hash' is not null`

const isOld = ({ since, keptMs }: Ageing, now: Date): RawBuilder<boolean> =>
  sql`${sql.ref(since)} < ${new Date(now.getTime() - keptMs)}`

/** Deletes rows in batches, so that no statement exceeds its time limit and is rolled back. Rows that another transaction has locked are left for the next time, so that neither waits for the other. */
async function deleteOld(database: Database, programmeId: number, ageing: Ageing, now: Date): Promise<void> {
  const { table, key } = ageing
  const columns = sql.join(key.map(column => sql.ref(column)))
  for (let deleted = MAX_DELETED; deleted === MAX_DELETED;) {
    const result = await sql`with old as (
        select ${columns} from ${sql.table(table)}
        where programme_id = ${programmeId} and ${isOld(ageing, now)}
        order by ${columns} limit ${sql.lit(MAX_DELETED)} for update skip locked)
      delete from ${sql.table(table)}
      where programme_id = ${programmeId} and (${columns}) in (select ${columns} from old)`.execute(database)
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
  },
  tasks: readonly Task[] = TASKS
): Promise<void> {
  for (const { name, run } of tasks) {
    try {
      await run(database, programmeId, now)
    } catch (error) {
      onFault(name, error)
    }
  }
}

/** The tasks that have work, by programme. One statement for all tasks, because most programmes have none most of the time. */
async function searchForWork(
  database: Database,
  programmeIds: readonly number[],
  now: Date
): Promise<ReadonlyMap<number, readonly Task[]>> {
  const ids = sql`any(${programmeIds}::bigint[])`
  const searches = TASKS.map(
    ({ search }, index) =>
      sql`select programme_id, ${sql.lit(index)} as task from (${search(ids, now)}) found`
  )
  const { rows } = await sql<{ programme_id: number; task: number }>`
    select distinct programme_id, task from (${sql.join(searches, sql` union all `)}) due order by task`.execute(
    database
  )
  const due = Map.groupBy(rows, row => row.programme_id)
  return new Map([...due].map(([id, found]) => [id, found.map(({ task }) => TASKS[task]!)]))
}

/** Cleans up every programme: a failure is logged, and the rest continues. */
export async function cleanUpAll({ database, programmes, clock, log }: CleanupOptions): Promise<void> {
  for (let from = 0; from < programmes.length; from += SEARCHED_AT_ONCE) {
    const searched = programmes.slice(from, from + SEARCHED_AT_ONCE)
    const now = clock()
    // If together they are too much for one statement, each programme's tasks look for themselves.
    const due = await searchForWork(
      database,
      searched.map(({ programmeId }) => programmeId),
      now
    ).catch((error: unknown) => {
      log('error', CLEANUP_FAULT, { task: 'search', message: messageOf(error) })
      return null
    })
    for (const { programmeId, code } of searched) {
      const tasks = due === null ? TASKS : (due.get(programmeId) ?? [])
      const logFault = (task: string, error: unknown): void =>
        log('error', CLEANUP_FAULT, { programme: code, task, message: messageOf(error) })
      await cleanUp(database, programmeId, now, logFault, tasks)
    }
  }
}

/** Cleans up every programme at once, because servers may be restarted more often, and then every six hours. Returns a function that stops it. */
export const startCleanup = (options: CleanupOptions): (() => Promise<void>) =>
  repeatJob(() => cleanUpAll(options), CLEANUP_INTERVAL_MS, { log: options.log, fault: CLEANUP_FAULT })
