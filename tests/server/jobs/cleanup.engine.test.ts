// Deletes expired rows and keeps those in use.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { cleanUpAll, startCleanup } from '#server/jobs/cleanup.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf } from '#tests/support/seeded.ts'
import { NOON, sites, useServer, wards } from '#tests/support/server.ts'
import { holdingRows } from '#tests/support/waiting.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)

const DAY = 24 * 60 * 60 * 1000
const later = (days: number): Date => new Date(NOON.getTime() + days * DAY)

const failures: unknown[] = []
const cleanAt = (now: Date, programmes = [wards]) =>
  cleanUpAll({
    database: server.database,
    programmes,
    clock: () => now,
    log: (...entry) => failures.push(entry)
  })

async function rows() {
  const count = async (table: string): Promise<number> => {
    const { rows: found } = await sql<{
      count: number
    }>`select count(*) as count from ${sql.table(table)} where programme_id = 1`.execute(server.database)
    return Number(found[0]?.count)
  }
  return {
    sessions: await count('sessions'),
    attempts: await count('attempts'),
    changes: await count('client_changes')
  }
}

test('deletes sessions, attempts and idempotency keys, each after its own time', async () => {
  const ward = await blankWard()
  await save(ward, await cellOf(server, ward, 'Staffed beds'), [{ value: 12 }])
  await server.database
    .insertInto('attempts')
    .values({ programme_id: 1, attempt_kind: 'password', subject: 'someone', attempted_at: NOON })
    .execute()
  const before = await rows()
  expect(before).toEqual({ sessions: 1, attempts: before.attempts, changes: 1 })
  expect(before.attempts).toBeGreaterThan(0)
  await cleanAt(NOON)
  expect(await rows(), 'nothing is over yet').toEqual(before)
  await cleanAt(later(2))
  expect(await rows()).toEqual({ sessions: 0, attempts: 0, changes: 1 })
  await cleanAt(later(91))
  expect(await rows()).toEqual({ sessions: 0, attempts: 0, changes: 0 })
})

test('more rows than one statement deletes go, all of them, and those in use stay', async () => {
  await sql`insert into attempts (programme_id, attempt_kind, subject, attempted_at)
    select 1, 'mail', 'someone', ${NOON}::timestamptz + n * interval '1 second' from generate_series(1, 2500) n`.execute(
    server.database
  )
  await cleanAt(new Date(later(1).getTime() + 2_400_500))
  const left = await server.database
    .selectFrom('attempts')
    .select('attempt_id')
    .where('programme_id', '=', 1)
    .execute()
  expect(left).toHaveLength(100)
  await cleanAt(later(3))
  expect((await rows()).attempts).toBe(0)
})

test.runIf(process.env['TEST_DATABASE_URL'])('waits for no row that another call has locked', async () => {
  await server.database
    .insertInto('attempts')
    .values(
      ['locked', 'free'].map(subject => ({
        programme_id: 1,
        attempt_kind: 'mail' as const,
        subject,
        attempted_at: NOON
      }))
    )
    .execute()
  const held = await holdingRows(
    server.database,
    sql`select 1 from attempts where programme_id = 1 and subject = 'locked' for update`
  )
  await cleanAt(later(3))
  const left = await server.database
    .selectFrom('attempts')
    .select('subject')
    .where('programme_id', '=', 1)
    .execute()
  await held.release()
  expect(left).toEqual([{ subject: 'locked' }])
  await cleanAt(later(3))
  expect((await rows()).attempts).toBe(0)
})

test('removes an expired code from its mail, and keeps other mails', async () => {
  const mail = (code_expires_at: Date | null, sent_at: Date | null) => ({
    programme_id: 1,
    recipient: 'lead@wards.example',
    subject: 'Subject',
    body_text: 'https://wards.example/verify/abc',
    created_at: NOON,
    code_expires_at,
    sent_at
  })
  const ids = await server.database
    .insertInto('mails')
    .values([mail(later(1), null), mail(later(3), null), mail(later(3), NOON), mail(null, null)])
    .returning('mail_id')
    .execute()
  await cleanAt(later(2))
  const kept = await server.database
    .selectFrom('mails')
    .select('body_text')
    .where('programme_id', '=', 1)
    .where('mail_id', '>=', ids[0]!.mail_id)
    .orderBy('mail_id')
    .execute()
  expect(kept.map(({ body_text }) => body_text !== '')).toEqual([false, true, false, true])
})

test('a server that starts cleans up at once', async () => {
  await server.database
    .insertInto('attempts')
    .values({ programme_id: 1, attempt_kind: 'mail', subject: 'someone', attempted_at: NOON })
    .execute()
  const stop = startCleanup({
    database: server.database,
    programmes: [wards],
    clock: () => later(30),
    log: (...entry) => failures.push(entry)
  })
  await stop()
  expect((await rows()).attempts).toBe(0)
})

test('logs a failure for one programme, and cleans up the others', async () => {
  failures.length = 0
  await server.database
    .insertInto('attempts')
    .values(
      [1, 2].map(programme_id => ({
        programme_id,
        attempt_kind: 'mail' as const,
        subject: 'x',
        attempted_at: NOON
      }))
    )
    .execute()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
    server.database
  )
  await sql`create trigger refuse before delete on attempts for each row when (old.programme_id = 1) execute function refuse()`.execute(
    server.database
  )
  await cleanAt(later(2), [wards, sites])
  expect(failures).toEqual([
    ['error', 'cleanup failed', { programme: 'wards', task: 'old rows', message: 'no room' }]
  ])
  const left = await server.database.selectFrom('attempts').select('programme_id').execute()
  expect(new Set(left.map(({ programme_id }) => programme_id))).toEqual(new Set([1]))
  await sql`drop trigger refuse on attempts`.execute(server.database)
})

test('answers 409, not 500, if a row’s parent is deleted while it is written', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Staffed beds')
  // As someone's deletion would in that instant: the look-up still finds the submission, the reference does not.
  await sql`create function forget_submission() returns trigger language plpgsql as
    $$ begin new.submission_id := -1; return new; end $$`.execute(server.database)
  await sql`create trigger forget before insert on comments for each row execute function forget_submission()`.execute(
    server.database
  )
  const { place, questionnaire_id, section_id } = cell
  const body = { questionnaire_id, section_id, submission_id: ward, ...place, comment_text: 'Why?' }
  const reply = await server.call(postComment, { body }, await server.tokenOf('contributor'))
  expect([reply.status, reply.body.detail]).toEqual([409, 'This no longer exists. Reload the page.'])
})
