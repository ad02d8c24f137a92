// What the server does without a call: each statement of a background job is bound to one programme, as those of calls are.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailWorker } from '#server/accounts/mail-worker.ts'
import { watchOutbox } from '#server/accounts/outbox-page.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { requireOneProgramme } from '#tests/support/one-programme.ts'
import { NOON, openSeeded, sites, wards, type SeededDatabase } from '#tests/support/seeded-database.ts'
import { silentLog } from '#tests/support/silent-log.ts'

let store: SeededDatabase
let statements: string[] | undefined
/** Statements that look for work in all programmes at once: a job may have one. */
let searches: string[] = []
const SEARCH_FOR_WORK =
  /^select (?!.*\bjoin\b).* from "mails" where "programme_id" = any\(.* and "due_at" <= /

beforeAll(async () => {
  store = await openSeeded(14, (statement, parameters) => {
    if (statements === undefined) return
    statements.push(statement)
    if (SEARCH_FOR_WORK.test(statement)) searches.push(statement)
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

test('a statement that looks into all programmes is stopped', async () => {
  await expect(checked(() => store.database.selectFrom('mails').selectAll().execute())).rejects.toThrow(
    'Not bound to one programme'
  )
})

test('the cleanup', async () => {
  const seen = await checked(async () => {
    for (const { programmeId } of [wards, sites]) await cleanUp(store.database, programmeId, NOON)
  })
  expect(seen).toBeGreaterThanOrEqual(12)
})

test('the outbox that a developer reads', async () => {
  const seen = await checked(async () => (await watchOutbox(store.database, [wards, sites], () => {}))())
  expect(seen).toBeGreaterThanOrEqual(2)
})

test('the mail worker, also for a mail that cannot be sent', async () => {
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
  const worker = startMailWorker({
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
