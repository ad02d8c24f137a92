// The one email a day about a project's open queries.

import { expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { answerQueries } from '#contract/queries.ts'
import { listQuestionnaires } from '#contract/questionnaires.ts'
import { previewReminders } from '#contract/reminders.ts'
import { isMailDue } from '#domain/queries/query-state.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { mailAllQueries } from '#server/jobs/query-mailing.ts'
import { queryingOn } from '#tests/support/querying.ts'
import { PROGRAMME } from '#tests/support/races/race-accounts.ts'
import { whileRetired } from '#tests/support/retired.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, type SeededCell } from '#tests/support/seeded.ts'
import { useServer, wards } from '#tests/support/server.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { whileNotTakingPart } from '#tests/support/taking-part.ts'

const server = useServer()
const { blankWard } = savingOn(server)
const { list, raised, queryNumbered, decide, place } = queryingOn(server)

/** Runs the job at a time, and returns the emails that it has queued. */
async function mailedAt(time: string) {
  const newest = await server.database
    .selectFrom('mails')
    .select(({ fn }) => fn.max('mail_id').as('id'))
    .where('programme_id', '=', PROGRAMME)
    .executeTakeFirstOrThrow()
  server.clock.now = new Date(time)
  const options = { database: server.database, programmes: [wards], clock: () => server.clock.now }
  await mailAllQueries({ ...options, log: silentLog })
  return server.database
    .selectFrom('mails')
    .select(['recipient', 'subject', 'body_text'])
    .where('programme_id', '=', PROGRAMME)
    .where('mail_id', '>', newest.id ?? 0)
    .orderBy('recipient')
    .execute()
}

const LEAD = 'lead@wards.example'
const CONTRIBUTOR = 'contributor@wards.example'

/** Opens something for corrections a few days before the window ends. */
async function openWindow(
  submission_id: number,
  { questionnaire_id, place: cell }: SeededCell,
  [window_kind, section_id]: ['change' | 'cells' | 'complete', number | null],
  open_until: string
) {
  const { user_id } = await server.database
    .selectFrom('users')
    .select('user_id')
    .where('programme_id', '=', PROGRAMME)
    .where('email_address', '=', 'admin@wards.example')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('correction_windows')
    .values({
      programme_id: PROGRAMME,
      submission_id,
      questionnaire_id,
      section_id,
      window_kind,
      cells: window_kind === 'cells' ? JSON.stringify([cell]) : null,
      opened_at: new Date(new Date(open_until).getTime() - 7 * DAY_MS),
      opened_by_user_id: user_id,
      open_until: new Date(open_until),
      reason_text: 'Counted twice.'
    })
    .execute()
}

test('emails go out at 17:00, one a day for each person and project, without any figure', async () => {
  const ward = await blankWard()
  const asked = await raised(ward, await cellOf(server, ward, 'Staffed beds'), '2027-01-18')
  await raised(ward, await cellOf(server, ward, 'Joiners'))
  expect(await mailedAt('2026-11-20T16:59Z')).toEqual([])
  const mails = await mailedAt('2026-11-20T17:00Z')
  expect(mails.map(({ recipient }) => recipient)).toEqual([CONTRIBUTOR, LEAD])
  const [{ subject, body_text: text }] = mails as [(typeof mails)[0]]
  expect(subject).toBe('Ward staffing: questions from the programme')
  expect(text).toContain('by 18 January 2027')
  const { submission_name } = await queryNumbered(asked.query_id)
  const rest = text
    .replace('18 January 2027', '')
    .replaceAll(submission_name, '')
    .replaceAll(/https?:\S+/g, '')
  expect(rest).not.toMatch(/\d/)
  expect(text).not.toContain('Is this right?')
  expect(await mailedAt('2026-11-20T17:01Z')).toEqual([])
  expect(await mailedAt('2026-11-21T17:00Z')).toEqual([])

  const body = { queries: [{ query_id: asked.query_id }], entry_text: 'It is.' }
  server.clock.now = new Date('2026-11-22T16:50Z')
  await server.call(answerQueries, { body }, await server.tokenOf('contributor'))
  await decide('return', await queryNumbered(asked.query_id), 'Which store?')
  // The contributor is at work, and is emailed once they are not.
  expect((await mailedAt('2026-11-22T17:00Z')).map(({ recipient }) => recipient)).toEqual([LEAD])
  expect((await mailedAt('2026-11-22T17:21Z')).map(({ recipient }) => recipient)).toEqual([CONTRIBUTOR])

  const reminders = await server.call(
    previewReminders,
    { body: { ...(await place()), organisation_ids: [asked.organisation_id], is_requested: true } },
    await server.tokenOf('admin')
  )
  expect(reminders.body.recipients.map(({ obstacle }) => obstacle)).toEqual(['today'])

  // Once more two days before the date.
  expect(await mailedAt('2027-01-16T17:00Z')).toEqual([])
  expect(await mailedAt('2027-01-17T17:00Z')).toHaveLength(2)
  expect(await mailedAt('2027-01-18T17:00Z')).toEqual([])
  expect(await mailedAt('2027-01-20T17:00Z')).toEqual([])
})

test('a reminder on the same day replaces the email about queries', async () => {
  const ward = await blankWard()
  await raised(ward, await cellOf(server, ward, 'Contracted days'))
  const { user_id, organisation_id } = await server.database
    .selectFrom('users')
    .select(['user_id', 'organisation_id'])
    .where('programme_id', '=', PROGRAMME)
    .where('email_address', '=', LEAD)
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('reminders')
    .values({
      programme_id: PROGRAMME,
      ...(await place()),
      organisation_id: organisation_id!,
      user_id,
      sent_at: new Date('2027-01-21T09:00Z'),
      sent_by_user_id: user_id
    })
    .execute()
  expect((await mailedAt('2027-01-21T17:00Z')).map(({ recipient }) => recipient)).toEqual([CONTRIBUTOR])
  expect((await mailedAt('2027-01-22T17:00Z')).map(({ recipient }) => recipient)).toEqual([LEAD])
})

test('a question asked before an email went out, but stored afterwards, is in the next one', async () => {
  const ward = await blankWard()
  await raised(ward, await cellOf(server, ward, 'Leavers'))
  expect(await mailedAt('2027-02-01T17:00:40Z')).toHaveLength(2)
  server.clock.now = new Date('2027-02-01T17:00:20Z')
  await raised(ward, await cellOf(server, ward, 'Days lost to sickness'))
  expect(await mailedAt('2027-02-01T17:01:40Z')).toEqual([])
  expect(await mailedAt('2027-02-02T17:00Z')).toHaveLength(2)
  expect(await mailedAt('2027-02-03T17:00Z')).toEqual([])
})

test('an email names what is open for corrections and until when, without any figure', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  await openWindow(ward, beds, ['cells', beds.section_id], '2027-03-06T00:00Z')
  await openWindow(ward, beds, ['complete', null], '2027-03-08T12:00Z')
  const [mail] = await mailedAt('2027-03-01T17:00Z')
  expect(mail?.body_text).toContain('. Some answers are open for corrections until 5 March 2027.')
  expect(mail?.body_text).toContain(
    '. Sections can be marked complete and signed off until 8 March 2027, 12:00.'
  )
  expect(mail?.body_text).not.toContain('Counted twice.')
  expect(await mailedAt('2027-03-02T17:00Z')).toEqual([])
  // Once more two days before the first closes, and before the second.
  expect(await mailedAt('2027-03-04T17:00Z')).toHaveLength(2)
  expect(await mailedAt('2027-03-05T17:00Z')).toEqual([])
  expect(await mailedAt('2027-03-06T17:00Z')).toHaveLength(2)
  expect(await mailedAt('2027-03-09T17:00Z')).toEqual([])
})

test('organisations that have withdrawn or are retired are not mailed or asked, because they can enter nothing', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 6')
  const { organisation_id } = await raised(ward, cell)
  const period = await place()
  const days = ['2027-04-01', '2027-04-02', '2027-04-03']
  const act = async () => {
    const mails = await mailedAt(`${days.shift()}T17:00Z`)
    const inSection = async (role: 'lead' | 'admin') => {
      const query = { ...period, submission_id: ward }
      const { body } = await server.call(listQuestionnaires, { query }, await server.tokenOf(role))
      const sections = body.questionnaires.flatMap(questionnaire => questionnaire.sections ?? [])
      return sections.find(section => section.section_id === cell.section_id)?.open_query_count
    }
    const listed = (await list('lead', { submission_id: ward })).counts.open
    return [mails.length, listed > 0, await inSection('lead'), await inSection('admin')]
  }
  expect(await whileNotTakingPart(server, { ...period, organisation_id }, act)).toEqual([
    [0, false, 0, 1],
    [0, false, 0, 1]
  ])
  expect(await act()).toEqual([2, true, 1, 1])
})

test('what is retired, or no longer asked in the period, is neither mailed nor counted, nor listed for members', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Vacant WTE', 'Band 5')
  const { query_id } = await raised(ward, cell)
  await openWindow(ward, cell, ['change', cell.section_id], '2027-05-20T00:00Z')
  const { project_id, time_period_id } = await place()
  const days = ['2027-05-01', '2027-05-02', '2027-05-03', '2027-05-04']
  const act = async () => {
    const mails = await mailedAt(`${days.shift()}T17:00Z`)
    const token = await server.tokenOf('lead')
    const { body } = await server.call(
      listProjects,
      { query: { programme_id: PROGRAMME, time_period_id } },
      token
    )
    const isListed = (await list('lead')).queries.some(query => query.query_id === query_id)
    const count = body.projects.find(project => project.project_id === project_id)?.open_query_count
    return { mails: mails.length, count: count ?? 0, isListed }
  }
  const nothing = { mails: 0, count: 0, isListed: false }
  expect(await whileRetired(server, 'questionnaires', cell.questionnaire_id, act)).toEqual(nothing)
  const bySection = await whileRetired(server, 'sections', cell.section_id, act)
  expect(bySection).toMatchObject({ mails: 0, isListed: false })
  const { database } = server
  const asked = { programme_id: PROGRAMME, questionnaire_id: cell.questionnaire_id, time_period_id }
  const [period] = await database
    .deleteFrom('questionnaire_periods')
    .where(eb => eb.and(asked))
    .returningAll()
    .execute()
  expect(await act()).toEqual(nothing)
  await database.insertInto('questionnaire_periods').values(period!).execute()
  const all = await act()
  expect(all).toMatchObject({ mails: 2, isListed: true })
  expect(all.count).toBeGreaterThan(bySection.count)
})

test('an email names the first day still to come, and marks the sections with overdue questions', async () => {
  const ward = await blankWard()
  const overdue = await cellOf(server, ward, 'Vacant WTE', 'Band 7')
  const coming = await cellOf(server, ward, 'Agency cost')
  await raised(ward, overdue, '2027-06-09')
  await raised(ward, coming, '2027-06-20')
  const [mail] = await mailedAt('2027-06-10T17:00Z')
  expect(mail?.body_text).toContain('Answer them by 20 June 2027:')
  const { submission_name, section_name } = (await list()).queries.find(
    query => query.section_id === overdue.section_id && query.submission_id === ward
  )!
  expect(mail?.body_text).toContain(`* ${submission_name}: ${section_name} (overdue)\n`)
})

test('an email is due for what was asked since the last one, and once before each date', () => {
  const at = (day: string) => new Date(`2027-01-${day}T17:00Z`)
  const query = { name: 'query 1', asked_at: at('05'), due_at: at('18') }
  const due = (sent: string[], now: string, named: string[] | null = null) =>
    isMailDue(
      [query],
      sent.map(day => ({ sent_at: at(day), named })),
      at(now)
    )
  expect([due([], '05'), due(['05'], '06'), due(['04'], '06')]).toEqual([true, false, true])
  expect([due(['06'], '15'), due(['06'], '16'), due(['06', '16'], '17'), due(['06'], '18')]).toEqual([
    false,
    true,
    false,
    false
  ])
  expect([due(['06'], '07', ['query 1']), due(['06'], '07', ['query 2'])]).toEqual([false, true])
})
