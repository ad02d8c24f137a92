// Reminders of data collection: seen before they are sent, to people of organisations with work left, and not too often.

import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import { listReminders, previewReminders, sendReminders } from '#contract/reminders.ts'
import { randomFrom } from '#demo/random.ts'
import { ROLE } from '#domain/people/roles.ts'
import { DAY_MS, HOUR_MS } from '#lib/time/clock.ts'
import { dayIn } from '#lib/time/time-zone.ts'
import type { Row } from '#server/database/column-types.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { addQuestionnaire } from '#tests/support/ask-twice.ts'
import { mailsTo, newUser, PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer } from '#tests/support/server.ts'
import { whileNotTakingPart } from '#tests/support/taking-part.ts'

const server = useServer()
let place: { project_id: number; time_period_id: number }
let organisationId: number
beforeAll(async () => {
  place = {
    project_id: await projectCoded(server, 'ward-staffing'),
    time_period_id: await periodNamed(server, '2026')
  }
  const { organisation_id } = await server.database
    .selectFrom('users')
    .select('organisation_id')
    .where('programme_id', '=', PROGRAMME)
    .where('email_address', '=', 'lead@wards.example')
    .executeTakeFirstOrThrow()
  organisationId = organisation_id!
})

const preview = async (is_requested = false) =>
  server.call(
    previewReminders,
    { body: { ...place, organisation_ids: [organisationId], is_requested } },
    await server.tokenOf('admin')
  )
const send = async (user_ids: number[], is_requested = false) =>
  server.call(sendReminders, { body: { ...place, user_ids, is_requested } }, await server.tokenOf('admin'))

const newLead = () => newUser(server, 'lead', { role_type_id: ROLE.lead })

test('sends the email that was previewed, and records the recipient and the time', async () => {
  const lead = await newLead()
  const shown = (await preview()).body.recipients.find(({ user_id }) => user_id === lead.user_id)!
  expect(shown).toMatchObject({ email_address: lead.email_address, obstacle: null, reminded_at: null })
  expect(shown.subject).toMatch(/^Ward staffing.*by \d+ \w+ 20\d\d$/)
  expect(shown.text).toMatch(/\* Ward.*: (not started|\d+ answers to do)/)
  expect((await send([lead.user_id])).body).toEqual({ sent_user_ids: [lead.user_id], left_out: [] })
  const [mail] = await server.database
    .selectFrom('mails')
    .select(['subject', 'body_text'])
    .where('programme_id', '=', PROGRAMME)
    .where('recipient', '=', lead.email_address)
    .execute()
  expect(mail).toEqual({ subject: shown.subject, body_text: shown.text })
  const token = await server.tokenOf('admin')
  const listed = (await server.call(listReminders, { query: place }, token)).body
  expect(listed.reminders[0]).toMatchObject({
    organisation_id: organisationId,
    sent_at: server.clock.now.toISOString()
  })
  const progress = (await server.call(listOrganisationProgress, { query: place }, token)).body
  expect(progress.organisations.find(row => row.organisation_id === organisationId)?.reminded_at).toBe(
    server.clock.now.toISOString()
  )
})

test('sends a person at most one reminder a day, and one in three days unless the sender insists', async () => {
  const random = randomFrom('reminders')
  const lead = await newLead()
  const sent: { at: Date; isRequested: boolean }[] = []
  const start = NOON.getTime()
  for (let hour = 0; hour < 21 * 24; hour += random.whole(1, 30)) {
    server.clock.now = new Date(start + hour * HOUR_MS)
    const isRequested = random.chance(0.3)
    const reply = await send([lead.user_id], isRequested)
    // Once collection has closed nothing is sent.
    if (reply.status === 423) break
    if (reply.body.sent_user_ids.length > 0) sent.push({ at: server.clock.now, isRequested })
    else expect(reply.body.left_out[0]?.detail).toMatch(/Has had a reminder/)
  }
  server.clock.now = NOON
  expect(sent.length).toBeGreaterThan(3)
  expect(await mailsTo(server, lead.email_address)).toBe(sent.length)
  for (const [index, { at, isRequested }] of sent.entries()) {
    if (index === 0) continue
    const before = sent[index - 1]!.at
    expect(dayIn(at, 'Europe/London')).not.toBe(dayIn(before, 'Europe/London'))
    if (!isRequested) expect(at.getTime() - before.getTime()).toBeGreaterThanOrEqual(3 * DAY_MS)
  }
})

test('sends none to viewers, to organisations without open work, or to unknown users', async () => {
  const viewer = await newUser(server, 'viewer')
  expect((await send([viewer.user_id])).body).toMatchObject({
    sent_user_ids: [],
    left_out: [{ user_id: viewer.user_id }]
  })
  expect((await send([99_999_999])).status).toBe(404)
})

test('none to organisations that have withdrawn or are retired, because they can enter nothing', async () => {
  const lead = await newLead()
  const participant = { ...place, organisation_id: organisationId }
  const act = async () => {
    const { recipients, unreachable } = (await preview()).body
    return [recipients, unreachable[0]?.unreachable_reason, (await send([lead.user_id])).body.sent_user_ids]
  }
  const nobody = [[], 'takes_no_part', []]
  expect(await whileNotTakingPart(server, participant, act)).toEqual([nobody, nobody])
})

test('nothing is shown or sent while collection is closed', async () => {
  const lead = await newLead()
  server.clock.now = new Date(NOON.getTime() + 300 * DAY_MS)
  expect((await preview()).status).toBe(423)
  expect((await send([lead.user_id])).status).toBe(423)
  server.clock.now = NOON
  expect(await mailsTo(server, lead.email_address)).toBe(0)
})

test('asks only for what can be entered now, until its earliest end', async () => {
  const { database } = server
  const lead = await newLead()
  const asked = async () => {
    const { recipients, unreachable } = (await preview()).body
    const mail = recipients.find(({ user_id }) => user_id === lead.user_id)
    return mail?.subject.split(' by ')[1] ?? unreachable[0]?.unreachable_reason
  }
  const periods = await database
    .selectFrom('questionnaire_periods as w')
    .innerJoin('questionnaires as q', join => inProgramme(join, 'q', 'w', 'questionnaire_id'))
    .selectAll('w')
    .where(eb => eb.and({ 'w.programme_id': PROGRAMME, 'w.time_period_id': place.time_period_id }))
    .where(eb => eb.and({ 'q.project_id': place.project_id, 'q.questionnaire_type': 'standard' }))
    .execute()
  const set = async (dates: Partial<Row<'questionnaire_periods'>>) => {
    for (const { programme_id, questionnaire_id, time_period_id, ...own } of periods)
      await database
        .updateTable('questionnaire_periods')
        .set({ ...own, ...dates })
        .where(eb => eb.and({ programme_id, questionnaire_id, time_period_id }))
        .execute()
  }
  const askedWith = async (dates: Partial<Row<'questionnaire_periods'>>) => {
    await set(dates)
    const shown = await asked()
    await set({})
    return shown
  }
  const inDays = (days: number) => new Date(NOON.getTime() + days * DAY_MS)
  expect(await askedWith({ closes_at: inDays(14) })).toBe('4 December 2026, 12:00')
  expect(await askedWith({ closes_at: new Date('2026-12-05T00:00Z') })).toBe('4 December 2026')
  const closed = [{ is_locked: true }, { closes_at: inDays(-1) }, { opens_at: inDays(1) }]
  for (const dates of closed) expect(await askedWith(dates)).toBe('nothing_to_do')

  const submissions = await database
    .selectFrom('submissions')
    .select('submission_id')
    .where(eb => eb.and({ programme_id: PROGRAMME, organisation_id: organisationId, ...place }))
    .execute()
  await database
    .insertInto('acceptances')
    .values(
      submissions.flatMap(({ submission_id }) =>
        periods.map(({ questionnaire_id }) => ({
          programme_id: PROGRAMME,
          submission_id,
          questionnaire_id,
          accepted_at: NOON,
          accepted_by_user_id: lead.user_id
        }))
      )
    )
    .execute()
  expect(await asked()).toBe('nothing_to_do')
  await database.deleteFrom('acceptances').where('accepted_by_user_id', '=', lead.user_id).execute()
  expect(await asked()).toMatch(/^\d+ \w+ 20\d\d$/)
})

test('what was started in a locked questionnaire counts as started', async () => {
  const { database } = server
  const lead = await newLead()
  const begun = await ownSubmission(server, 'ward-staffing', '2026')
  const { questionnaire_id: first, place: cell } = await cellOf(server, begun, 'Staffed beds')
  const lock = (is_locked: boolean) =>
    database
      .updateTable('questionnaire_periods')
      .set({ is_locked })
      .where(eb => eb.and({ programme_id: PROGRAMME, questionnaire_id: first }))
      .execute()
  const { questionnaire_id } = await addQuestionnaire(database, place.project_id, [cell.question_id])
  const added = { programme_id: PROGRAMME, questionnaire_id }
  await database
    .insertInto('questionnaire_periods')
    .values({ ...added, time_period_id: place.time_period_id })
    .execute()
  await lock(true)
  const { recipients } = (await preview()).body
  const text = recipients.find(({ user_id }) => user_id === lead.user_id)?.text
  const lines = text?.split('\n').filter(line => line.startsWith('* '))
  expect(lines).toEqual([
    '* Ward 1A, medical: 1 answer to do',
    '* Ward 3C, older people: not started',
    '* Ward 8B, surgical: 1 answer to do'
  ])
  await lock(false)
  await database
    .deleteFrom('questionnaire_periods')
    .where(eb => eb.and(added))
    .execute()
})

test('asks contributors, who are reminded where there is no lead, only for what they can do', async () => {
  const { database } = server
  await database
    .updateTable('users')
    .set({ status: 'suspended' })
    .where(eb => eb.and({ programme_id: PROGRAMME, role_type_id: ROLE.lead }))
    .execute()
  const contributor = await newUser(server, 'contributor')
  const asked = async () => {
    const { recipients, unreachable } = (await preview()).body
    return recipients.find(({ user_id }) => user_id === contributor.user_id)?.text ?? unreachable[0]
  }
  expect(await asked()).toContain('Complete it by ')
  expect(await asked()).not.toContain('sign')
  await sql`
    insert into section_submissions (programme_id, submission_id, section_id, status, updated_at)
    select s.programme_id, s.submission_id, c.section_id, 'complete', ${NOON}
    from submissions s
    join questionnaires q on q.programme_id = s.programme_id and q.project_id = s.project_id
    join sections c on c.programme_id = q.programme_id and c.questionnaire_id = q.questionnaire_id
    where s.programme_id = ${PROGRAMME} and s.organisation_id = ${organisationId} and s.time_period_id = ${place.time_period_id}
    on conflict (programme_id, submission_id, section_id, case_code_id) do update set status = 'complete'`.execute(
    database
  )
  expect(await asked()).toMatchObject({ unreachable_reason: 'no_recipient' })
})
