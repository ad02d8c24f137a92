// While a call waits for another one, what it has read may change: it reads again under the lock.

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { openStage, type Stage } from '#tests/support/pairs/stage.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { useServer } from '#tests/support/server.ts'
import { holdingRows, untilWaiting } from '#tests/support/waiting.ts'

// The embedded database has one connection, so no call waits there.
describe.runIf(process.env['TEST_DATABASE_URL'])('while it waits', () => {
  const here = useServer()
  const there = useServer({ beside: here })

  const waiting = (count: number): Promise<void> => untilWaiting(here.database, count)

  const cellOf = ({ standard, submission_id }: Stage, question: string, section: number) => ({
    questionnaire_id: standard.questionnaire_id,
    section_id: standard.section_ids[section]!,
    submission_id,
    ...standard.cell(question)
  })

  test('a thread is resolved: so is the reply that came before', async () => {
    const stage = await openStage(here)
    const { submission_id, tokens } = stage
    const cell = cellOf(stage, 'Rooms', 0)
    const first = await here.call(
      postComment,
      { body: { ...cell, comment_text: 'First.' } },
      tokens.contributor
    )
    const thread = { ...cell, parent_comment_id: first.body.comment_id }
    // The reply is inserted once its question can be referred to.
    const held = await holdingRows(
      here.database,
      sql`select 1 from questions where programme_id = ${PROGRAMME} and question_id = ${cell.question_id} for update`
    )
    const reply = { ...thread, comment_text: 'Why?', is_resolved: false }
    const replying = here.call(postComment, { body: reply }, tokens.contributor)
    await waiting(1)
    const resolve = { ...thread, comment_text: '', is_resolved: true }
    const resolving = there.call(postComment, { body: resolve }, tokens.lead)
    await waiting(2)
    await held.release()
    expect([(await replying).status, (await resolving).status]).toEqual([200, 200])
    const comments = await here.database
      .selectFrom('comments')
      .select(['comment_text', 'is_resolved'])
      .where(eb => eb.and({ programme_id: PROGRAMME, submission_id }))
      .orderBy('comment_id')
      .execute()
    expect(comments).toEqual([
      { comment_text: 'First.', is_resolved: true },
      { comment_text: 'Why?', is_resolved: true }
    ])
  })
})
