// While a call waits for another one, what it has read may change: it reads again under the lock.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { postComment } from '#contract/comments.ts'
import { closeCorrectionWindow, openCorrectionWindows } from '#contract/correction-windows.ts'
import { generateOtp } from '#contract/otp.ts'
import { raiseQueries } from '#contract/queries.ts'
import { sendReminders } from '#contract/reminders.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { deleteUser } from '#contract/user-admin.ts'
import { updateUser } from '#contract/users.ts'
import { takeStructure } from '#server/database/structure-lock.ts'
import { admitProgrammes } from '#server/prepared-database.ts'
import { saveProgramme } from '#server/projects/programme-record.ts'
import { mailDueQueries } from '#server/questionnaires/queries/query-mails.ts'
import { acceptanceActs, opening } from '#tests/support/pairs/acceptance-acts.ts'
import { signedOff } from '#tests/support/pairs/answer-acts.ts'
import { openStage, selection, type Stage } from '#tests/support/pairs/stage.ts'
import { mailsTo, newUser, PROGRAMME, SECRET } from '#tests/support/races/race-accounts.ts'
import { useServer, wards } from '#tests/support/server.ts'
import { holding, holdingRows, untilWaiting } from '#tests/support/waiting.ts'

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

  /** Somebody is asked about an answer, and will be mailed. */
  async function asked(): Promise<Stage> {
    const stage = await openStage(here)
    const cells = [{ ...cellOf(stage, 'Staff', 1), query_text: 'Right?' }]
    const body = { ...selection(stage), rules: [], cells, due_at: null }
    expect((await here.call(raiseQueries, { body }, stage.tokens.admin)).status).toBe(200)
    return stage
  }

  const holdingInserts = (table: 'mails' | 'query_mails') =>
    holding(here.database, tx => sql`lock table ${sql.table(table)} in share mode`.execute(tx))

  const mailQueries = (): Promise<number> => mailDueQueries(there.database, wards, here.clock.now)

  test('a lead is reminded: the day’s mail about queries is not sent as well', async () => {
    const stage = await asked()
    const { lead, tokens } = stage
    const held = await holdingInserts('mails')
    const body = { ...selection(stage), user_ids: [lead.user_id], is_requested: true }
    const reminding = here.call(sendReminders, { body }, tokens.admin)
    await waiting(1)
    const mailing = mailQueries()
    await waiting(2)
    await held.release()
    expect((await reminding).body.sent_user_ids).toEqual([lead.user_id])
    await mailing
    expect(await mailsTo(here, lead.email_address)).toBe(1)
  })

  test('a lead is mailed about queries: the reminder waits and is left out', async () => {
    const stage = await asked()
    const { lead, tokens } = stage
    const held = await holdingInserts('query_mails')
    const mailing = mailQueries()
    await waiting(1)
    const body = { ...selection(stage), user_ids: [lead.user_id], is_requested: true }
    const reminding = here.call(sendReminders, { body }, tokens.admin)
    await waiting(2)
    await held.release()
    await mailing
    expect((await reminding).body.sent_user_ids).toEqual([])
    expect(await mailsTo(here, lead.email_address)).toBe(1)
  })

  test('a lead is deleted: they get no mail about queries', async () => {
    const { lead, tokens } = await asked()
    const held = await holdingRows(
      here.database,
      sql`select 1 from users where programme_id = ${PROGRAMME} and user_id = ${lead.user_id} for update`
    )
    const deleting = here.call(deleteUser, { params: { id: lead.user_id }, body: {} }, tokens.admin)
    await waiting(1)
    const mailing = mailQueries()
    await waiting(2)
    await held.release()
    expect((await deleting).status).toBe(200)
    await mailing
    expect(await mailsTo(here, lead.email_address)).toBe(0)
  })

  test('a lead is mailed that their section was reopened: only then are they deleted', async () => {
    const stage = await openStage(here)
    const { standard, submission_id, lead, tokens } = stage
    await signedOff(stage)
    const section = { questionnaire_id: standard.questionnaire_id, section_id: standard.section_ids[0]! }
    const held = await holdingInserts('mails')
    const body = { ...section, submission_id, client_change_id: randomUUID() }
    const ended: string[] = []
    const reopening = here
      .call(saveSection, { body: { ...body, action: 'reopen', answers: [] } }, tokens.admin)
      .then(({ status }) => ended.push(`reopened ${status}`))
    await waiting(1)
    const deleting = there
      .call(deleteUser, { params: { id: lead.user_id }, body: {} }, tokens.admin)
      .then(({ status }) => ended.push(`deleted ${status}`))
    await Promise.race([deleting, waiting(2)])
    await held.release()
    await Promise.all([reopening, deleting])
    expect(ended).toEqual(['reopened 200', 'deleted 200'])
    expect(await mailsTo(here, lead.email_address)).toBe(1)
  })

  test('the author is suspended: nothing is saved in their name', async () => {
    const stage = await openStage(here)
    const { place, contributor, tokens } = stage
    const { question_id, row_id, column_id, ...section } = cellOf(stage, 'Staff', 1)
    const answers = [{ question_id, row_id, column_id, value: 5, base_version: 0 }]
    const body = { ...section, client_change_id: randomUUID(), action: 'save' as const, answers }
    const held = await holding(here.database, tx => takeStructure(tx, PROGRAMME, place.project_id))
    const saving = there.call(saveSection, { body }, tokens.contributor)
    await waiting(1)
    const change = { params: { id: contributor.user_id }, body: { status: 'suspended' as const } }
    expect((await here.call(updateUser, change, tokens.admin)).status).toBe(200)
    await held.release()
    expect((await saving).status).toBe(401)
    const saved = await here.database
      .selectFrom('answers')
      .select('value')
      .where(eb => eb.and({ programme_id: PROGRAMME, submission_id: stage.submission_id }))
      .execute()
    expect(saved).toEqual([])
  })

  test('a correction window is replaced: it is closed once', async () => {
    const stage = await openStage(here)
    const { place, submission_id, tokens } = stage
    const { input } = await acceptanceActs.closeCorrectionWindow[0]!(stage)
    const noon = here.clock.now
    const later = (seconds: number): void => {
      here.clock.now = new Date(noon.getTime() + seconds * 1000)
    }
    const held = await holding(here.database, tx => takeStructure(tx, PROGRAMME, place.project_id))
    later(2)
    const replacing = here.call(openCorrectionWindows, opening(stage), tokens.admin)
    await waiting(1)
    // A call that came earlier and gets the lock later.
    later(1)
    const closing = there.call(closeCorrectionWindow, input as never, tokens.admin)
    await waiting(2)
    later(3)
    await held.release()
    expect([(await replacing).status, (await closing).status]).toEqual([200, 423])
    const events = await here.database
      .selectFrom('audit_events')
      .select('event_kind')
      .where(eb => eb.and({ programme_id: PROGRAMME, submission_id, event_kind: 'window_closed' }))
      .execute()
    expect(events).toHaveLength(1)
    here.clock.now = noon
  })

  test('two-factor authentication is turned on: no other secret is given out', async () => {
    const { user_id, email_address } = await newUser(here, 'viewer')
    const token = await here.tokenOfUser(email_address)
    const { generating } = await here.database.transaction().execute(async tx => {
      await tx
        .updateTable('users')
        .set({ otp_enabled: true, otp_secret: SECRET })
        .where(eb => eb.and({ programme_id: PROGRAMME, user_id }))
        .execute()
      const started = there.call(generateOtp, {}, token)
      await waiting(1)
      return { generating: started }
    })
    expect((await generating).status).toBe(403)
  })

  test('another deployment takes the id of a new programme: the second one is refused', async () => {
    const programmeId = 900
    const { admitting } = await here.database.transaction().execute(async tx => {
      await saveProgramme(tx, { ...wards, programmeId, code: 'first' })
      const started = admitProgrammes(there.database, [{ ...wards, programmeId, code: 'second' }])
      await waiting(1)
      return { admitting: started }
    })
    const { programmes, refused } = await admitting
    expect(programmes).toEqual([])
    expect(refused).toMatchObject([{ code: 'second', message: expect.stringContaining('"first"') }])
  })
})
