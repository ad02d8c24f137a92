// What is over is deleted, what is in use stays.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { cleanUp } from '#server/jobs/cleanup.ts'
import { savingOn } from '../../support/save-answers.ts'
import { cellOf } from '../../support/seeded.ts'
import { NOON, useServer } from '../../support/server.ts'

const server = useServer()
const { blankWard, save } = savingOn(server)

const DAY = 24 * 60 * 60 * 1000
const later = (days: number): Date => new Date(NOON.getTime() + days * DAY)

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

test('sessions, attempts and remembered changes go when they are over, each at its own time', async () => {
  const ward = await blankWard()
  await save(ward, await cellOf(server, ward, 'Staffed beds'), [{ value: 12 }])
  await server.database
    .insertInto('attempts')
    .values({ programme_id: 1, attempt_kind: 'password', subject: 'someone', attempted_at: NOON })
    .execute()
  const before = await rows()
  expect(before).toEqual({ sessions: 1, attempts: before.attempts, changes: 1 })
  expect(before.attempts).toBeGreaterThan(0)
  await cleanUp(server.database, 1, NOON)
  expect(await rows(), 'nothing is over yet').toEqual(before)
  await cleanUp(server.database, 1, later(2))
  expect(await rows()).toEqual({ sessions: 0, attempts: 0, changes: 1 })
  await cleanUp(server.database, 1, later(91))
  expect(await rows()).toEqual({ sessions: 0, attempts: 0, changes: 0 })
})

test('a row whose parent is deleted while it is written is a conflict, not a failure of the server', async () => {
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
  expect([reply.status, reply.body.detail]).toEqual([
    409,
    'What this belongs to has been removed. Reload the page.'
  ])
})
