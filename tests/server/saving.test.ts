import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  getCompletion,
  getQuestionnaire,
  getSectionQuestions,
  listQuestionnaires,
  listSections,
  saveSection,
  type Question
} from '#contract/questionnaires.ts'
import { listProjects } from '#contract/projects.ts'
import { cellKey } from '#domain/cell-place.ts'
import { cellOf, ownSubmission, periodNamed, projectCoded, type SeededCell } from '../support/seeded.ts'
import { NOON, useServer, type Role } from '../support/server.ts'

const server = useServer()

interface Change {
  value?: number | string | number[] | null
  base_version?: number
  is_not_applicable?: boolean
  is_not_available?: boolean
  comment_text?: string
}

/** The third own ward: nobody has entered anything for it yet. */
const blankWard = () => ownSubmission(server, 'ward-staffing', '2026', 2)

async function save(
  submission: number,
  cell: SeededCell,
  changes: Change[],
  { role = 'contributor' as Role, action = 'save' as 'save' | 'complete' | 'reopen' | 'sign_off', id = randomUUID() as string } = {}
) {
  const answers = changes.map(change => ({ ...cell.place, value: null, base_version: cell.version, ...change }))
  const { questionnaire_id, section_id } = cell
  const body = { questionnaire_id, section_id, submission_id: submission, client_change_id: id, action, answers }
  return server.call(saveSection, { body }, await server.tokenOf(role))
}

async function section(submission: number, cell: SeededCell, role: Role = 'contributor') {
  const input = { params: { id: cell.questionnaire_id, sid: cell.section_id }, query: { submission_id: submission } }
  return (await server.call(getSectionQuestions, input, await server.tokenOf(role))).body
}

async function questionAt(submission: number, cell: SeededCell): Promise<Question> {
  const content = await section(submission, cell)
  const questions = content.sub_sections.flatMap(subSection => subSection.questions)
  return questions.find(question => cellKey(question) === cellKey(cell.place))!
}

test('what is typed is saved, has an author and a time, and is still there after reading again', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const { status, body } = await save(ward, beds, [{ value: 24 }])
  expect(status).toBe(200)
  expect(body.saved).toEqual([{ ...beds.place, version: 1 }])
  expect(body.section_submission).toMatchObject({ status: 'in_progress', updated_by: 'Rolf Lindqvist', updated_at: NOON.toISOString() })
  expect((await questionAt(ward, beds)).answer).toEqual({
    value: 24,
    is_not_applicable: false,
    is_not_available: false,
    version: 1,
    updated_at: NOON.toISOString(),
    updated_by: 'Rolf Lindqvist'
  })
})

test('every change keeps what stood there before, with its author and time', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Occupied bed days in September')
  await save(ward, cell, [{ value: 700 }])
  await save(ward, cell, [{ value: 710, base_version: 1 }], { role: 'lead' })
  await save(ward, cell, [{ value: null, is_not_available: true, base_version: 2 }])
  const versions = await server.database
    .selectFrom('answer_versions as v')
    .innerJoin('users as u', join => join.onRef('u.programme_id', '=', 'v.programme_id').onRef('u.user_id', '=', 'v.updated_by_user_id'))
    .select(['v.version', 'v.value', 'u.email_address'])
    .where('v.programme_id', '=', 1)
    .where('v.submission_id', '=', ward)
    .where('v.question_id', '=', cell.place.question_id)
    .orderBy('v.version')
    .execute()
  expect(versions).toEqual([
    { version: 1, value: 700, email_address: 'contributor@wards.example' },
    { version: 2, value: 710, email_address: 'lead@wards.example' }
  ])
  expect((await questionAt(ward, cell)).answer).toMatchObject({ value: null, is_not_available: true, version: 3 })
})

test('the same change sent again does nothing and hears the same', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Students on placement')
  const id = randomUUID()
  const first = await save(ward, cell, [{ value: 4 }], { id })
  const second = await save(ward, cell, [{ value: 4 }], { id })
  expect(second.body).toEqual(first.body)
  await save(ward, cell, [{ value: 6, base_version: 1 }])
  expect((await save(ward, cell, [{ value: 4 }], { id })).body).toEqual(first.body)
  expect((await questionAt(ward, cell)).answer).toMatchObject({ value: 6, version: 2 })
})

test('the same change sent many times at once is made once', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Support staff in post')
  const id = randomUUID()
  const replies = await Promise.all(Array.from({ length: 8 }, () => save(ward, cell, [{ value: 11.5 }], { id })))
  for (const reply of replies) expect(reply.body).toEqual(replies[0]!.body)
  expect((await questionAt(ward, cell)).answer.version).toBe(1)
})

test('two people on one cell: the later one hears what the other wrote, by whom and when', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Supervisory time of the ward manager')
  await save(ward, cell, [{ value: 50 }], { role: 'lead' })
  const late = await save(ward, cell, [{ value: 60 }])
  expect(late.status).toBe(200)
  expect(late.body.saved).toEqual([])
  expect(late.body.conflicts).toEqual([
    { ...cell.place, mine: 60, theirs: 50, theirs_version: 1, theirs_updated_at: NOON.toISOString(), theirs_updated_by: 'Amara Okafor' }
  ])
  const agreed = await save(ward, cell, [{ value: 50 }])
  expect(agreed.body).toMatchObject({ conflicts: [], saved: [{ version: 1 }] })
})

test('of many people who change one cell at once exactly one wins', async () => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, 'Registered nurses in post')
  const replies = await Promise.all([10, 11, 12, 13, 14, 15].map(value => save(ward, cell, [{ value }])))
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(replies.filter(reply => reply.body.saved.length === 1)).toHaveLength(1)
  expect(replies.filter(reply => reply.body.conflicts.length === 1)).toHaveLength(5)
})

test.each([
  ['a number where whole numbers are asked for', 'Staffed beds', { value: 2.5 }],
  ['a number above the maximum', 'Staffed beds', { value: 121 }],
  ['text where a number is asked for', 'Staffed beds', { value: 'many' }],
  ['a value in a calculated cell', 'Registered nurses per bed', { value: 1 }],
  ['an option that is not one', 'Main specialty', { value: 99_999 }],
  ['a word where yes or no is asked for', 'Are rosters kept electronically?', { value: 'perhaps' }],
  ['a day that is not in the calendar', 'Opened or last refurbished', { value: '2026-02-30' }],
  ['a value and a reason for having none', 'Single', { value: 5, is_not_applicable: true }]
])('%s is refused for that cell, the others are kept', async (_, question, change) => {
  const ward = await blankWard()
  const cell = await cellOf(server, ward, question === 'Single' ? 'Share of beds in single rooms' : question)
  const { status, body } = await save(ward, cell, [change])
  expect(status).toBe(200)
  expect(body).toMatchObject({ saved: [], conflicts: [], rejected: [{ ...cell.place, message: expect.any(String) }] })
})

test('a cell that does not apply, and one of another section, is refused', async () => {
  const ward = await blankWard()
  const night = await cellOf(server, ward, 'Night shift, planned hours', 'Band 7')
  expect((await save(ward, night, [{ value: 10 }])).body.rejected).toHaveLength(1)
  const beds = await cellOf(server, ward, 'Staffed beds')
  expect((await save(ward, { ...night, place: beds.place }, [{ value: 10 }])).body.rejected[0]!.message).toBe(
    'This section has no such cell.'
  )
})

test('an unusual value is kept, flagged, and asks for a comment before the section can be completed', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const flagged = await save(ward, beds, [{ value: 60 }])
  expect(flagged.body.saved).toHaveLength(1)
  expect(flagged.body.warnings[0]).toMatchObject({ ...beds.place, comment_required: true })
  const refused = await save(ward, await cellOf(server, ward, 'Staffed beds'), [], { action: 'complete' })
  expect(refused.body.rejected).toContainEqual({ ...beds.place, message: 'Needs a comment before the section can be completed.' })
  const again = await cellOf(server, ward, 'Staffed beds')
  await save(ward, again, [{ value: 60, comment_text: 'A second ward moved in.' }])
  const question = await questionAt(ward, beds)
  expect(question.comments).toMatchObject([{ comment_text: 'A second ward moved in.', created_by: 'Rolf Lindqvist', is_resolved: false }])
  const still = await save(ward, again, [], { action: 'complete' })
  expect(still.body.rejected).not.toContainEqual(expect.objectContaining({ ...beds.place }))
})

test('calculated cells are calculated by the server and kept like answers', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026', 1)
  const beds = await cellOf(server, ward, 'Staffed beds')
  const nurses = await cellOf(server, ward, 'Registered nurses in post')
  await save(ward, beds, [{ value: 20 }])
  await save(ward, nurses, [{ value: 25 }])
  const calculated = await cellOf(server, ward, 'Registered nurses per bed')
  expect((await questionAt(ward, calculated)).answer).toMatchObject({ value: 1.25 })
  await save(ward, { ...beds, version: beds.version + 1 }, [{ value: null }])
  expect((await questionAt(ward, calculated)).answer).toMatchObject({ value: null })
})

test('last period’s value stands beside the cell', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Pay budget of the year')
  const before = await cellOf(server, await ownSubmission(server, 'ward-staffing', '2025'), 'Pay budget of the year')
  const stored = await server.database
    .selectFrom('answers')
    .select('value')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', await ownSubmission(server, 'ward-staffing', '2025'))
    .where('question_id', '=', before.place.question_id)
    .executeTakeFirstOrThrow()
  expect((await questionAt(ward, cell)).previous_answer).toMatchObject({ time_period_name: '2025', value: stored.value })
})

test('completion counts what is needed and is floored; the projects’ list adds it up', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const token = await server.tokenOf('viewer')
  const { body } = await server.call(getCompletion, { query: { submission_id: ward, questionnaire_id: beds.questionnaire_id } }, token)
  const establishment = body.section_submissions.find(one => one.section_id === beds.section_id)!
  expect(establishment).toMatchObject({ applicable_count: 6, answered_count: 6, required_remaining_count: 0, completion_percent: 100 })
  const untouched = body.section_submissions.filter(one => one.status === 'not_started')
  expect(untouched.length).toBeGreaterThan(2)
  for (const one of untouched)
    expect(one).toMatchObject({ answered_count: 0, completion_percent: 0, required_remaining_count: one.applicable_count })
  const total = (name: 'answered_count' | 'applicable_count') => body.section_submissions.reduce((sum, one) => sum + one[name], 0)
  expect(body.completion_percent).toBe(Math.floor((100 * total('answered_count')) / total('applicable_count')))
  const projects = await server.call(listProjects, { query: { programme_id: 1, time_period_id: await periodNamed(server, '2026') } }, token)
  const staffing = projects.body.projects.find(project => project.project_code === 'ward-staffing')!
  expect(staffing).toMatchObject({ project_status: 'collection', registration_status: 'registered', submission_count: 3 })
  expect(staffing.completion_percent).toBeGreaterThan(0)
  expect(staffing.completion_percent).toBeLessThan(100)
})

/** Fills every cell that is needed in a section with something plausible. */
async function fill(ward: number, cell: SeededCell): Promise<void> {
  const { sub_sections } = await section(ward, cell)
  const needed = sub_sections.flatMap(subSection => subSection.questions).filter(question => question.is_required)
  const answers = needed.map(question => ({
    question_id: question.question_id,
    row_id: question.row_id,
    column_id: question.column_id,
    value: valueFor(question),
    base_version: question.answer.version,
    comment_text: 'Checked.'
  }))
  const { questionnaire_id, section_id } = cell
  const body = { questionnaire_id, section_id, submission_id: ward, client_change_id: randomUUID(), action: 'save' as const, answers }
  const reply = await server.call(saveSection, { body }, await server.tokenOf('contributor'))
  expect(reply.body).toMatchObject({ rejected: [], conflicts: [] })
}

function valueFor(question: Question) {
  if (question.question_type === 'single_choice') return question.option_list[0]!.option_id
  if (question.question_type === 'multiple_choice') return question.option_list.map(option => option.option_id)
  if (question.question_type === 'yes_no') return 'yes'
  return question.question_type === 'long_text' ? 'It went well.' : (question.answer.value ?? 10)
}

test('a section is completed, reopened, signed off with all others, and then only a lead can reopen it', async () => {
  const ward = await blankWard()
  const first = await cellOf(server, ward, 'Staffed beds')
  const early = await save(ward, first, [], { action: 'sign_off', role: 'lead' })
  expect(early.body.rejected.length).toBeGreaterThan(0)
  expect(early.body.section_submission.status).toBe('in_progress')
  await fill(ward, first)
  await save(ward, first, [], { action: 'complete' })
  const alone = await save(ward, first, [], { action: 'sign_off', role: 'lead' })
  expect([alone.status, alone.body.detail]).toEqual([
    423,
    expect.stringContaining('Complete every section before signing off: Ward profile')
  ])
  const { sections } = (
    await server.call(
      listSections,
      { params: { id: first.questionnaire_id }, query: { submission_id: ward } },
      await server.tokenOf('contributor')
    )
  ).body
  for (const { section_id } of sections) {
    const cell = { ...first, section_id }
    await fill(ward, cell)
    expect((await save(ward, cell, [], { action: 'complete' })).body).toMatchObject({
      rejected: [],
      section_submission: { status: 'complete', completion_percent: 100 }
    })
  }
  expect((await save(ward, first, [], { action: 'reopen' })).body.section_submission.status).toBe('in_progress')
  expect((await save(ward, first, [], { action: 'complete' })).body.section_submission.status).toBe('complete')
  expect((await save(ward, first, [], { action: 'sign_off' })).status).toBe(403)
  expect((await save(ward, first, [], { action: 'sign_off', role: 'lead' })).body.section_submission.status).toBe('signed_off')
  const after = await server.call(
    listSections,
    { params: { id: first.questionnaire_id }, query: { submission_id: ward } },
    await server.tokenOf('lead')
  )
  expect(after.body.sections.map(one => [one.status, one.lock_reason])).toEqual(sections.map(() => ['signed_off', 'signed_off']))
  const beds = await cellOf(server, ward, 'Staffed beds')
  expect((await save(ward, beds, [{ value: 30 }])).status).toBe(423)
  expect((await save(ward, beds, [], { action: 'reopen' })).status).toBe(403)
  expect((await save(ward, beds, [], { action: 'reopen', role: 'lead' })).body.section_submission.status).toBe('in_progress')
  expect((await save(ward, beds, [{ value: 30, comment_text: 'Six more.' }])).body.saved).toHaveLength(1)
})

test('viewers read and cannot write; the lock says so', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Staffed beds')
  expect((await section(ward, cell, 'viewer')).section).toMatchObject({ is_locked: true, lock_reason: 'read_only_role' })
  expect((await save(ward, cell, [{ value: 21 }], { role: 'viewer' })).status).toBe(403)
})

test('what is closed, not open yet, locked or not registered refuses every change and says which', async () => {
  const ward = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, ward, 'Staffed beds')
  const lockOf = async () => (await section(ward, cell)).section.lock_reason
  const refused = async () => (await save(ward, cell, [{ value: 21 }])).status
  server.clock.now = new Date('2027-01-15T12:00:00Z')
  expect([await lockOf(), await refused()]).toEqual(['closed', 423])
  server.clock.now = new Date('2026-07-01T12:00:00Z')
  expect([await lockOf(), await refused()]).toEqual(['not_open', 423])
  server.clock.now = NOON
  const period = await periodNamed(server, '2026')
  const lock = (is_locked: boolean) =>
    server.database
      .updateTable('questionnaire_periods')
      .set({ is_locked })
      .where('programme_id', '=', 1)
      .where('questionnaire_id', '=', cell.questionnaire_id)
      .where('time_period_id', '=', period)
      .execute()
  await lock(true)
  expect([await lockOf(), await refused()]).toEqual(['locked_by_admin', 423])
  await lock(false)
  const withdraw = (registration_status: 'withdrawn' | 'registered') =>
    server.database
      .updateTable('registrations')
      .set({ registration_status })
      .where('programme_id', '=', 1)
      .where('organisation_id', '=', 1)
      .where('time_period_id', '=', period)
      .execute()
  await withdraw('withdrawn')
  expect([await lockOf(), await refused()]).toEqual(['not_registered', 423])
  await withdraw('registered')
  expect(await lockOf()).toBeNull()
})

test('a questionnaire is listed and read with its period’s dates', async () => {
  const token = await server.tokenOf('contributor')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2026')
  const listed = await server.call(listQuestionnaires, { query: { project_id, time_period_id } }, token)
  const standard = listed.body.questionnaires.filter(questionnaire => questionnaire.questionnaire_type === 'standard')
  expect(standard).toMatchObject([{ questionnaire_name: 'Skill mix and absence', is_locked: false, lock_reason: null }])
  const id = standard[0]!.questionnaire_id
  expect((await server.call(getQuestionnaire, { params: { id }, query: {} }, token)).body).toMatchObject({ project_id, time_period_id })
  const older = await ownSubmission(server, 'ward-staffing', '2024')
  const then = await server.call(getQuestionnaire, { params: { id }, query: { submission_id: older } }, token)
  expect(then.body).toMatchObject({ time_period_id: await periodNamed(server, '2024'), lock_reason: 'closed' })
})

test('nobody reaches a submission of another organisation or another programme', async () => {
  const foreign = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .where('project_id', '=', await projectCoded(server, 'ward-staffing'))
    .where('time_period_id', '=', await periodNamed(server, '2026'))
    .executeTakeFirstOrThrow()
  const elsewhere = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 2)
    .executeTakeFirstOrThrow()
  const cell = await cellOf(server, foreign.submission_id, 'Staffed beds')
  for (const submission of [foreign.submission_id, elsewhere.submission_id, 99_999_999]) {
    expect((await save(submission, cell, [{ value: 1 }])).status).toBe(404)
    const input = { params: { id: cell.questionnaire_id, sid: cell.section_id }, query: { submission_id: submission } }
    expect((await server.call(getSectionQuestions, input, await server.tokenOf('lead'))).status).toBe(404)
  }
  expect((await save(foreign.submission_id, cell, [{ value: 22, base_version: cell.version }], { role: 'admin' })).status).toBe(200)
})
