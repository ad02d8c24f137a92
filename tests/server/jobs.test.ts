// What the server does without a call: each statement of a background job is bound to one programme, as those of calls are.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailWorker } from '#server/accounts/outbox.ts'
import { watchOutbox } from '#server/accounts/outbox-page.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { requireOneProgramme } from '../support/one-programme.ts'
import { NOON, openSeeded, sites, wards, type SeededDatabase } from '../support/seeded-database.ts'
import { silentLog } from '../support/silent-log.ts'

let store: SeededDatabase
let statements: string[] | undefined

beforeAll(async () => {
  store = await openSeeded(14, (statement, parameters) => {
    if (statements === undefined) return
    statements.push(statement)
    requireOneProgramme(statement, parameters)
  })
})
afterAll(() => store.close())

async function checked(job: () => Promise<unknown>): Promise<number> {
  statements = []
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
        created_at: NOON
      }))
    )
    .execute()
  // Nobody listens there: each mail is claimed, refused and released.
  const worker = startMailWorker({
    database: store.database,
    programmes: [wards, sites],
    smtpUrl: 'smtp://127.0.0.1:1',
    from: 'post@wards.example',
    clock: () => NOON,
    log: silentLog
  })
  expect(await checked(() => worker.round())).toBeGreaterThanOrEqual(6)
  await worker.close()
})
