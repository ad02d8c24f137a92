// What the server does without a call: each statement of a background job is bound to one programme, as those of calls are.

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS } from '#lib/time/clock.ts'
import { createMailWorker } from '#server/accounts/mail-worker.ts'
import { watchOutbox } from '#server/accounts/outbox-page.ts'
import { publishDue } from '#server/benchmarks/editions/publish.ts'
import { EDITION_TABLES } from '#server/benchmarks/editions/store.ts'
import type { Log } from '#server/http/log.ts'
import { CLEANUP_INTERVAL_MS, cleanUp, cleanUpAll } from '#server/jobs/cleanup.ts'
import { PUBLISHING_INTERVAL_MS, publishAll } from '#server/jobs/publish-results.ts'
import { mailAllQueries } from '#server/jobs/query-mailing.ts'
import { repeatJob } from '#server/jobs/repeat.ts'
import { SENDING_INTERVAL_MS } from '#server/jobs/sending.ts'
import { requireOneProgramme } from '#tests/support/one-programme.ts'
import { NOON, openSeeded, sites, wards, type SeededDatabase } from '#tests/support/seeded-database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let store: SeededDatabase
let statements: string[] | undefined
/** Statements that look for work in all programmes at once: a run of a job may have one. */
let searches: string[] = []
let canSearch = true
const SEARCHES_FOR_WORK = [
  /^select (?!.*\bjoin\b).* from "mails" where "programme_id" = any\(.* and ("due_at" <=|"mail_id" >) /,
  /^select "programme_id" from "queries" where "programme_id" = any\(.* union select "programme_id" from "correction_windows" where "programme_id" = any\(/,
  /^\s*select distinct programme_id, task from \(select programme_id, 0 as task from \(select programme_id from "sessions" where programme_id = any\(/,
  /^\s*select .*\s+from project_periods d\s+join projects p on [^,()]*\s+where d.programme_id = any\(/
]

beforeAll(async () => {
  store = await openSeeded(14, (statement, parameters) => {
    if (statements === undefined) return
    statements.push(statement)
    const isSearch = SEARCHES_FOR_WORK.some(search => search.test(statement))
    if (isSearch && !canSearch) throw new Error('canceling statement due to statement timeout')
    if (isSearch) searches.push(statement)
    else requireOneProgramme(statement, parameters)
  })
})
afterAll(() => store.close())

async function checked(job: () => Promise<unknown>): Promise<number> {
  statements = []
  searches = []
  try {
    await job()
    return statements.length
  } finally {
    statements = undefined
  }
}

test('stops a statement that is not bound to a programme', async () => {
  await expect(checked(() => store.database.selectFrom('mails').selectAll().execute())).rejects.toThrow(
    'Not bound to one programme'
  )
})

test('binds each statement of the cleanup to one programme', async () => {
  const seen = await checked(async () => {
    for (const { programmeId } of [wards, sites]) await cleanUp(store.database, programmeId, NOON)
  })
  expect(seen).toBeGreaterThanOrEqual(12)
})

const ATTEMPT = { programme_id: 1, attempt_kind: 'mail', subject: 'someone', attempted_at: NOON } as const
const later = (days: number) => (): Date => new Date(NOON.getTime() + days * DAY_MS)

async function attemptsAfter(
  days: number,
  programmes: Parameters<typeof cleanUpAll>[0]['programmes'] = [wards, sites]
) {
  const seen = await checked(() =>
    cleanUpAll({ database: store.database, programmes, clock: later(days), log: silentLog })
  )
  const left = await store.database
    .selectFrom('attempts')
    .select('attempt_id')
    .where('programme_id', 'in', [1, 2])
    .execute()
  return { seen, attempts: left.length }
}

test('cleans up only where there is something to clean, after one search for a hundred programmes', async () => {
  const { database } = store
  for (const { programmeId } of [wards, sites]) await cleanUp(database, programmeId, NOON)
  await sql`delete from release_parts`.execute(database)
  await sql`delete from peer_groups where member_rule ->> 'kind' = 'file'`.execute(database)
  const many = Array.from({ length: 250 }, (_, index) => ({ ...wards, programmeId: 1 + index }))
  expect(await attemptsAfter(0, many)).toEqual({ seen: 3, attempts: 0 })
  expect(searches).toHaveLength(3)
  await database.insertInto('attempts').values(ATTEMPT).execute()
  expect(await attemptsAfter(0)).toEqual({ seen: 1, attempts: 1 })
  expect(await attemptsAfter(2)).toEqual({ seen: 2, attempts: 0 })
})

test('cleans up programme by programme if the search takes too long', async () => {
  await store.database.insertInto('attempts').values(ATTEMPT).execute()
  canSearch = false
  const { seen, attempts } = await attemptsAfter(2)
  canSearch = true
  expect(seen).toBeGreaterThan(20)
  expect(attempts).toBe(0)
})

test('reads the outbox of all programmes in one statement', async () => {
  expect(await checked(async () => (await watchOutbox(store.database, [wards, sites], () => {}))())).toBe(1)
})

test('emails about queries in statements of their own programme, after one search for all', async () => {
  const options = { database: store.database, programmes: [wards, sites], log: silentLog }
  const at = (time: string) => () => new Date(time)
  expect(await checked(() => mailAllQueries({ ...options, clock: at('2026-11-20T16:00Z') }))).toBe(0)
  expect(await checked(() => mailAllQueries({ ...options, clock: at('2026-11-20T17:00Z') }))).toBe(1)
  const { rows } = await sql<{ user_id: number }>`
    select user_id from users where programme_id = 1 and role_type_id = 2 limit 1`.execute(store.database)
  await sql`insert into queries (programme_id, questionnaire_id, submission_id, section_id, question_id, query_text, rules, status, version,
      raised_by_user_id, raised_at, status_at)
    select 1, c.questionnaire_id, s.submission_id, c.section_id, m.question_id, 'Right?', '[]'::jsonb, 'open', 1,
      ${rows[0]!.user_id}::bigint, now(), now()
    from submissions s
    join users u on u.programme_id = 1 and u.organisation_id = s.organisation_id and u.email_address = 'lead@wards.example'
    join questionnaires q on q.programme_id = 1 and q.project_id = s.project_id and q.questionnaire_type = 'standard'
    join sections c on c.programme_id = 1 and c.questionnaire_id = q.questionnaire_id
    join sub_sections t on t.programme_id = 1 and t.section_id = c.section_id
    join question_memberships m on m.programme_id = 1 and m.sub_section_id = t.sub_section_id
    where s.programme_id = 1 limit 1`.execute(store.database)
  expect(await checked(() => mailAllQueries({ ...options, clock: at('2026-11-20T17:00Z') }))).toBeGreaterThan(
    4
  )
  expect(searches).toHaveLength(1)
})

test('publishes each period in statements of its own programme', async () => {
  const { numUpdatedRows } = await store.database
    .updateTable('project_periods')
    .set({ closed_at: NOON })
    .where('programme_id', '=', sites.programmeId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  expect(numUpdatedRows).toBeGreaterThan(0n)
  const seen = await checked(() => publishDue(store.database, [1, sites.programmeId], NOON))
  expect(seen).toBeGreaterThan(5)
  // The period that it found, once more under the lock.
  expect(searches).toHaveLength(2)
})

/** No section is complete, and no submission has cases enough for a figure. */
async function leaveNoFigures(): Promise<void> {
  const { database } = store
  await database
    .updateTable('section_submissions')
    .set({ status: 'in_progress' })
    .where('programme_id', '=', wards.programmeId)
    .execute()
  await sql`update case_codes set status = 'started' where programme_id = ${wards.programmeId} and case_code_id not in (
    select min(case_code_id) from case_codes where programme_id = ${wards.programmeId} and status = 'completed'
    group by submission_id)`.execute(database)
  for (const table of EDITION_TABLES)
    await database.deleteFrom(table).where('programme_id', '=', wards.programmeId).execute()
}

test('looks once at periods that have ended without anything to publish', async () => {
  await leaveNoFigures()
  const publish = () => publishDue(store.database, [wards.programmeId], NOON)
  expect(await checked(publish)).toBe(1)
  const cases = store.database.updateTable('case_codes').where('programme_id', '=', wards.programmeId)
  await cases.set({ status: 'completed' }).execute()
  const charts = store.database.updateTable('charts').where('programme_id', '=', wards.programmeId)
  await charts.where('chart_name', '=', 'Easy to find the way').set({ is_active: false }).execute()
  // No chart counts the cases.
  expect(await checked(publish)).toBe(1)
  await charts.set({ is_active: true }).execute()
  expect(await checked(publish)).toBeGreaterThan(5)
})

const PROCESSES = 4
const PROGRAMMES = 1000
/** With fewer it is counted; at the most, statements grow with the programmes. */
const COUNTED_PROGRAMMES = 100
const MAX_STATEMENTS_A_SECOND = 20

test('four idle processes with 1,000 programmes run fewer than 20 statements a second together', async () => {
  const { database } = store
  const programmes = Array.from({ length: COUNTED_PROGRAMMES }, (_, index) => ({
    ...wards,
    programmeId: 1 + index,
    code: `programme-${1 + index}`
  }))
  await leaveNoFigures()
  const options = { database, programmes, clock: () => NOON, log: silentLog }
  const worker = createMailWorker({ ...options, smtpUrl: 'smtp://127.0.0.1:1', from: 'post@wards.example' })
  const runs: [intervalMs: number, run: () => Promise<unknown>][] = [
    [SENDING_INTERVAL_MS, () => worker.round()],
    [PUBLISHING_INTERVAL_MS, () => publishAll({ ...options, publishDue })],
    [CLEANUP_INTERVAL_MS, () => cleanUpAll(options)]
  ]
  let aSecond = 0
  for (const [intervalMs, run] of runs) aSecond += (1000 * (await checked(run))) / intervalMs
  aSecond *= PROGRAMMES / COUNTED_PROGRAMMES
  await worker.close()
  expect(aSecond * PROCESSES).toBeGreaterThan(0)
  expect(aSecond * PROCESSES).toBeLessThan(MAX_STATEMENTS_A_SECOND)
})

test('leases and delays a mail that cannot be sent in statements of its own programme', async () => {
  await store.database
    .insertInto('mails')
    .values(
      [wards, sites].map(({ programmeId }) => ({
        programme_id: programmeId,
        recipient: 'lead@wards.example',
        subject: 'Subject',
        body_text: 'Text',
        created_at: NOON,
        due_at: NOON
      }))
    )
    .execute()
  // Nobody listens there: a mail is leased, not delivered and put off.
  const worker = createMailWorker({
    database: store.database,
    programmes: [wards, sites],
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'post@wards.example',
    clock: () => NOON,
    log: silentLog
  })
  // The server is found to be out of order at the first mail, which is leased and put off.
  expect(await checked(() => worker.round())).toBe(3)
  expect(searches).toHaveLength(1)
  await worker.close()
})

test('repeats a job after random pauses until it is stopped', async () => {
  vi.useFakeTimers()
  const pauses: number[] = []
  let last = Date.now()
  const job = (): Promise<void> => {
    pauses.push(Date.now() - last)
    last = Date.now()
    return Promise.resolve()
  }
  const stop = repeatJob(job, 10_000, { log: silentLog, fault: 'job failed' })
  await vi.advanceTimersByTimeAsync(500_000)
  await stop()
  const [first, ...others] = pauses
  expect(first).toBe(0)
  expect(Math.min(...others)).toBeGreaterThanOrEqual(8000)
  expect(Math.max(...others)).toBeLessThanOrEqual(12_001)
  expect(new Set(others).size).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(pauses).toHaveLength(others.length + 1)
  vi.useRealTimers()
})

test('logs a failed run of a job, and repeats it', async () => {
  vi.useFakeTimers()
  const logged: unknown[] = []
  let runs = 0
  const job = (): Promise<void> => {
    runs += 1
    return Promise.reject(new Error('No connection.'))
  }
  const log: Log = (...entry) => void logged.push(entry)
  const stop = repeatJob(job, 10_000, { log, fault: 'job failed' })
  await vi.advanceTimersByTimeAsync(13_000)
  await stop()
  expect(runs).toBe(2)
  expect(logged).toEqual(
    Array.from({ length: 2 }, () => ['error', 'job failed', { message: 'No connection.' }])
  )
  vi.useRealTimers()
})
