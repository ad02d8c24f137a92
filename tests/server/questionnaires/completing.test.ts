// Completion and sign-off.

import { expect, test } from 'vitest'
import { listProjects } from '#contract/projects.ts'
import { createQuestionMembership } from '#contract/question-memberships.ts'
import { listSections, type QuestionType } from '#contract/questionnaires.ts'
import { createQuestion } from '#contract/questions.ts'
import { getCompletion } from '#contract/section-submissions.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import { savingOn } from '#tests/support/save-answers.ts'
import { cellOf, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { blankWard, save, section, questionAt, fill } = savingOn(server)
const { chart, parameter } = chartBuilding(server)

test('completion counts required answers and is rounded down; the list of projects adds it up', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  await fill(ward, beds)
  const token = await server.tokenOf('viewer')
  const { body } = await server.call(
    getCompletion,
    { query: { submission_id: ward, questionnaire_id: beds.questionnaire_id } },
    token
  )
  const establishment = body.section_submissions.find(one => one.section_id === beds.section_id)!
  expect(establishment).toMatchObject({
    applicable_count: 6,
    answered_count: 6,
    required_remaining_count: 0,
    completion_percent: 100
  })
  const untouched = body.section_submissions.filter(one => one.status === 'not_started')
  expect(untouched.length).toBeGreaterThan(2)
  for (const one of untouched)
    expect(one).toMatchObject({
      answered_count: 0,
      completion_percent: 0,
      required_remaining_count: one.applicable_count
    })
  const total = (name: 'answered_count' | 'applicable_count') =>
    body.section_submissions.reduce((sum, one) => sum + one[name], 0)
  expect(body.completion_percent).toBe(
    Math.floor((100 * total('answered_count')) / total('applicable_count'))
  )
  const projects = await server.call(
    listProjects,
    { query: { programme_id: 1, time_period_id: await periodNamed(server, '2026') } },
    token
  )
  const staffing = projects.body.projects.find(project => project.project_code === 'ward-staffing')!
  expect(staffing).toMatchObject({
    project_status: 'collection',
    registration_status: 'registered',
    submission_count: 3
  })
  expect(staffing.completion_percent).toBeGreaterThan(0)
  expect(staffing.completion_percent).toBeLessThan(100)
})

test('a questionnaire of another scope, or of another period, does not count in the projects’ list', async () => {
  const token = await server.tokenOf('viewer')
  const time_period_id = await periodNamed(server, '2026')
  const project_id = await projectCoded(server, 'ward-staffing')
  const { questionnaire_id } = await cellOf(server, await blankWard(), 'Staffed beds')
  const percent = async () => {
    const { body } = await server.call(listProjects, { query: { programme_id: 1, time_period_id } }, token)
    const { completion_percent, submission_count } = body.projects.find(
      project => project.project_id === project_id
    )!
    return [completion_percent, submission_count]
  }
  const [before] = await percent()
  expect(before).toBeGreaterThan(0)
  const scopes = {
    programme_id: 1,
    project_id,
    scope_name: 'Day wards',
    scope_description: '',
    display_order: 9
  }
  const { scope_id } = await server.database
    .insertInto('scopes')
    .values(scopes)
    .returning('scope_id')
    .executeTakeFirstOrThrow()
  await server.database
    .insertInto('questionnaire_scopes')
    .values({ programme_id: 1, questionnaire_id, scope_id })
    .execute()
  expect(await percent()).toEqual([0, 3])
  await server.database.deleteFrom('questionnaire_scopes').where('programme_id', '=', 1).execute()
  expect(await percent()).toEqual([before, 3])
})

test('what another answer hides counts in no chart, and counts again once it is asked for again', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const admin = await server.tokenOf('admin')
  const project_id = await projectCoded(server, 'ward-staffing')
  const { sub_section_id } = (await section(ward, beds)).sub_sections[0]!
  const place = async (body: { question_text: string; question_type: QuestionType; visible_if?: string }) => {
    const { question_id } = (await server.call(createQuestion, { body: { project_id, ...body } }, admin)).body
    await server.call(createQuestionMembership, { body: { sub_section_id, question_id } }, admin)
    return { cell: () => cellOf(server, ward, body.question_text), question_id }
  }
  const children = await place({ question_text: 'Are there beds for children?', question_type: 'yes_no' })
  const visible_if = `q${children.question_id} = yes`
  const cots = await place({ question_text: 'Cots', question_type: 'decimal', visible_if })
  const { chart_id } = await chart('Cots')
  const address = { question_id: cots.question_id, row_id: 0, column_id: 0 }
  await parameter({ chart_id, parameter_role: 'value', ...address, multiplier: 1, display_order: 1 })
  const figure = async () => {
    const { body } = await askFor(server, { chart: 'Cots', period: '2026', submission: ward })
    return seriesOf(body).values.find(value => value.is_selected)?.value
  }
  const answer = async (value: 'yes' | 'no') => save(ward, await children.cell(), [{ value }])

  await answer('yes')
  await save(ward, await cots.cell(), [{ value: 12.3 }])
  expect(await figure()).toBe(12.3)
  await answer('no')
  expect(await figure()).toBeNull()
  // What is typed offline may arrive when the cell is hidden already.
  await save(ward, await cots.cell(), [{ value: 12.7 }])
  expect(await figure()).toBeNull()
  expect((await questionAt(ward, await cots.cell())).answer.value).toBe(12.7)
  await answer('yes')
  expect(await figure()).toBe(12.7)
})

test('a broken rule between cells blocks completion, and every typed value is kept', async () => {
  const ward = await blankWard()
  const beds = await cellOf(server, ward, 'Staffed beds')
  const nurses = await cellOf(server, ward, 'Registered nurses in post')
  const admin = await server.tokenOf('admin')
  const expression = `q${nurses.place.question_id} / q${beds.place.question_id}`
  const rule = {
    question_text: 'Nurses for each bed',
    question_type: 'calculated' as const,
    expression,
    max_value: 1.5
  }
  const project_id = await projectCoded(server, 'ward-staffing')
  const { question_id } = (await server.call(createQuestion, { body: { project_id, ...rule } }, admin)).body
  const { sub_section_id } = (await section(ward, beds)).sub_sections[0]!
  await server.call(createQuestionMembership, { body: { sub_section_id, question_id } }, admin)

  await fill(ward, beds)
  await save(ward, await cellOf(server, ward, 'Staffed beds'), [{ value: 10, comment_text: 'Counted.' }])
  const many = await save(ward, await cellOf(server, ward, 'Registered nurses in post'), [
    { value: 16, comment_text: 'All of them.' }
  ])
  expect(many.body).toMatchObject({ rejected: [], saved: [{ question_id: nurses.place.question_id }] })
  const early = await save(ward, nurses, [], { action: 'complete' })
  expect(early.body).toMatchObject({
    section_submission: { status: 'in_progress' },
    rejected: [{ question_id, row_id: 0, column_id: 0, message: 'The value is invalid.' }]
  })
  expect(early.body.section_submission.completion_percent).toBeLessThan(100)
  await save(ward, await cellOf(server, ward, 'Registered nurses in post'), [{ value: 15 }])
  const done = await save(ward, nurses, [], { action: 'complete' })
  expect(done.body).toMatchObject({
    rejected: [],
    section_submission: { status: 'complete', completion_percent: 100 }
  })
})

test('a section is completed, reopened, signed off with all others, and then only a lead can reopen it', async () => {
  const ward = await blankWard()
  const first = await cellOf(server, ward, 'Budgeted WTE', 'Band 5')
  await save(ward, first, [{ value: 12 }])
  const early = await save(ward, first, [], { action: 'sign_off', role: 'lead' })
  expect(early.body.rejected.length).toBeGreaterThan(0)
  expect(early.body.section_submission.status).toBe('in_progress')
  await fill(ward, first)
  await save(ward, first, [], { action: 'complete' })
  const alone = await save(ward, first, [], { action: 'sign_off', role: 'lead' })
  expect([alone.status, alone.body.detail]).toEqual([
    423,
    expect.stringContaining('Complete every section before signing off: ')
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
  expect((await save(ward, first, [], { action: 'reopen' })).body.section_submission.status).toBe(
    'in_progress'
  )
  expect((await save(ward, first, [], { action: 'complete' })).body.section_submission.status).toBe(
    'complete'
  )
  expect((await save(ward, first, [], { action: 'sign_off' })).status).toBe(403)
  expect(
    (await save(ward, first, [], { action: 'sign_off', role: 'lead' })).body.section_submission.status
  ).toBe('signed_off')
  const after = await server.call(
    listSections,
    { params: { id: first.questionnaire_id }, query: { submission_id: ward } },
    await server.tokenOf('lead')
  )
  expect(after.body.sections.map(one => [one.status, one.lock_reason])).toEqual(
    sections.map(() => ['signed_off', 'signed_off'])
  )
  const beds = await cellOf(server, ward, 'Staffed beds')
  expect((await save(ward, beds, [{ value: 15 }])).status).toBe(423)
  expect((await save(ward, beds, [], { action: 'reopen' })).status).toBe(403)
  expect(
    (await save(ward, beds, [], { action: 'reopen', role: 'lead' })).body.section_submission.status
  ).toBe('in_progress')
  expect((await save(ward, beds, [{ value: 30, comment_text: 'Six more.' }])).body.saved).toHaveLength(1)
})
