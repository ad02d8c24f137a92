// A questionnaire is built while it is answered: sections, grids, questions in their places, and what may no longer change.
import { expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createQuestion,
  createQuestionMembership,
  createSection,
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  listQuestions,
  updateQuestion,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { getQuestionnaire, getSectionQuestions, listSections, saveSection } from '#contract/questionnaires.ts'
import { cellOf, ownSubmission, projectCoded } from '../support/seeded.ts'
import { sites, useServer } from '../support/server.ts'

const server = useServer()
const admin = () => server.tokenOf('admin')

async function questionnaire() {
  const submission_id = await ownSubmission(server, 'ward-staffing', '2026', 2)
  const { questionnaire_id } = await cellOf(server, submission_id, 'Vacant WTE')
  return { submission_id, questionnaire_id }
}

const add = async (name: string, layout: 'list' | 'grid' = 'list') => {
  const { questionnaire_id } = await questionnaire()
  const section = await server.call(createSection, { body: { questionnaire_id, section_name: name } }, await admin())
  const { section_id } = section.body
  const sub = await server.call(createSubSection, { body: { section_id, sub_section_name: name, layout } }, await admin())
  return { questionnaire_id, section_id, sub_section_id: sub.body.sub_section_id }
}

type QuestionBody = InputOf<typeof createQuestion>['body']
async function question(body: Omit<QuestionBody, 'project_id' | 'question_text'> & { question_text?: string }) {
  const project_id = await projectCoded(server, 'ward-staffing')
  return server.call(createQuestion, { body: { question_text: 'A question', ...body, project_id } }, await admin())
}
const integer = async (question_text: string) => (await question({ question_text, question_type: 'integer' })).body.question_id
const put = async (body: InputOf<typeof createQuestionMembership>['body']) => server.call(createQuestionMembership, { body }, await admin())
const change = async (id: number, body: InputOf<typeof updateQuestion>['body']) =>
  server.call(updateQuestion, { params: { id }, body }, await admin())

/** The section as a contributor opens it. */
async function opened(sid: number) {
  const { submission_id, questionnaire_id } = await questionnaire()
  const input = { params: { id: questionnaire_id, sid }, query: { submission_id } }
  return server.call(getSectionQuestions, input, await server.tokenOf('contributor'))
}

async function answer(section_id: number, question_id: number, value: number | string, place = { row_id: 0, column_id: 0 }) {
  const { submission_id, questionnaire_id } = await questionnaire()
  const answers = [{ question_id, ...place, value, base_version: 0 }]
  const body = {
    questionnaire_id,
    submission_id,
    section_id,
    client_change_id: `answer to ${question_id}`,
    action: 'save' as const,
    answers
  }
  const reply = await server.call(saveSection, { body }, await server.tokenOf('contributor'))
  expect(reply.body.saved).toHaveLength(1)
}

test('a section of a list and a grid is built, answered and retired', async () => {
  const { questionnaire_id, section_id, sub_section_id } = await add('Overtime')
  const version = async () =>
    (await server.call(getQuestionnaire, { params: { id: questionnaire_id }, query: {} }, await admin())).body.version
  const before = await version()
  const hours = await integer('Hours')
  const placed = await put({ sub_section_id, question_id: hours, is_required: true })
  expect(placed.body).toMatchObject({ sub_section_id, question_id: hours, row_id: 0, column_id: 0, display_order: 1, is_required: true })
  const grid = await server.call(createSubSection, { body: { section_id, sub_section_name: 'By band', layout: 'grid' } }, await admin())
  expect(grid.body).toMatchObject({ display_order: 2, answer_count: 0, is_active: true, layout: 'grid' })
  const sub = grid.body.sub_section_id
  const row = (await server.call(createSubSectionRow, { body: { sub_section_id: sub, row_name: 'Nights' } }, await admin())).body
  const column = (await server.call(createSubSectionColumn, { body: { sub_section_id: sub, column_name: 'Band 5' } }, await admin())).body
  expect([row.display_order, column.display_order, row.answer_count]).toEqual([1, 1, 0])
  const nights = await integer('Nights')
  const place = { row_id: row.row_id, column_id: column.column_id }
  expect((await put({ sub_section_id: sub, question_id: nights, ...place })).status).toBe(200)
  expect(await version()).toBeGreaterThan(before)

  const { body } = await opened(section_id)
  expect(body.sub_sections.map(part => [part.layout, part.questions.map(one => one.question_text)])).toEqual([
    ['list', ['Hours']],
    ['grid', ['Nights']]
  ])
  await answer(section_id, nights, 12, place)
  const renamed = await server.call(updateSubSectionRow, { params: { id: row.row_id }, body: { row_name: 'Night shifts' } }, await admin())
  expect(renamed.body).toMatchObject({ row_name: 'Night shifts', answer_count: 1, is_active: true })
  const moved = await server.call(updateSubSectionColumn, { params: { id: column.column_id }, body: { display_order: 9 } }, await admin())
  expect(moved.body).toMatchObject({ column_name: 'Band 5', display_order: 9, answer_count: 1 })
  const retired = await server.call(updateSubSectionRow, { params: { id: row.row_id }, body: { is_active: false } }, await admin())
  expect(retired.body).toMatchObject({ is_active: false, answer_count: 1 })
  expect((await opened(section_id)).body.sub_sections[1]).toMatchObject({ rows: [], questions: [] })
  await server.call(updateSubSectionRow, { params: { id: row.row_id }, body: { is_active: true } }, await admin())
  expect((await opened(section_id)).body.sub_sections[1]!.questions[0]!.answer.value).toBe(12)

  const gone = await server.call(
    updateSection,
    { params: { id: section_id }, body: { is_active: false, guidance_html: '<p>Old</p>' } },
    await admin()
  )
  expect(gone.body).toMatchObject({ is_active: false, answer_count: 1, guidance_html: '<p>Old</p>', section_name: 'Overtime' })
  expect((await opened(section_id)).status).toBe(404)
})

test('sections stand in the order that they are given', async () => {
  const { submission_id, questionnaire_id } = await questionnaire()
  const { section_id } = await add('Last')
  const names = async () => {
    const reply = await server.call(listSections, { params: { id: questionnaire_id }, query: { submission_id } }, await admin())
    return reply.body.sections.map(section => section.section_name)
  }
  expect((await names()).at(-1)).toBe('Last')
  await server.call(updateSection, { params: { id: section_id }, body: { display_order: -5, section_name: 'First' } }, await admin())
  expect((await names())[0]).toBe('First')
})

test('a sub-section keeps its layout once questions stand in it, and what it repeats once answered', async () => {
  const { section_id, sub_section_id } = await add('Layout')
  const update = async (body: InputOf<typeof updateSubSection>['body']) =>
    server.call(updateSubSection, { params: { id: sub_section_id }, body }, await admin())
  expect((await update({ layout: 'grid', show_row_totals: true })).body).toMatchObject({ layout: 'grid', show_row_totals: true })
  await update({ layout: 'list' })
  const question_id = await integer('Stands')
  await put({ sub_section_id, question_id })
  const refused = await update({ layout: 'grid' })
  expect([refused.status, refused.body.detail]).toEqual([422, expect.stringMatching(/^layout: cannot change any more/)])
  expect((await update({ is_repeating: true })).body.is_repeating).toBe(true)
  await answer(section_id, question_id, 1)
  expect((await update({ is_repeating: false })).body.detail).toMatch(/^is_repeating: /)
  expect((await update({ sub_section_name: 'Renamed' })).body).toMatchObject({ sub_section_name: 'Renamed', answer_count: 1 })
})

test('questions are listed with their answers and found by words', async () => {
  const project_id = await projectCoded(server, 'ward-staffing')
  await question({ question_text: 'Share of 100% leave_taken', question_type: 'percentage' })
  const find = async (search: string) => (await server.call(listQuestions, { query: { project_id, search } }, await admin())).body.questions
  expect((await find('VACANT')).map(one => one.question_text)).toContain('Vacant WTE')
  expect((await find('VACANT'))[0]!.answer_count).toBeGreaterThan(50)
  expect(await find('100%')).toHaveLength(1)
  expect(await find('e_t')).toHaveLength(1)
  expect(await find('no such words')).toEqual([])
  const everything = await find('')
  expect(everything.every(one => one.project_id === project_id)).toBe(true)
})

test('choices have options, each once; more can be added, also with answers', async () => {
  const { section_id, sub_section_id } = await add('Choices')
  const made = await question({ question_type: 'single_choice', option_names: ['Yes', 'Partly'] })
  expect(made.body.option_list.map(option => option.option_name)).toEqual(['Yes', 'Partly'])
  const id = made.body.question_id
  await put({ sub_section_id, question_id: id })
  await answer(section_id, id, made.body.option_list[0]!.option_id)
  const grown = await change(id, { option_names: ['No'], question_text: 'Is it in place?' })
  expect(grown.body).toMatchObject({ question_text: 'Is it in place?', answer_count: 1 })
  expect(grown.body.option_list.map(option => option.option_name)).toEqual(['Yes', 'Partly', 'No'])
  expect((await change(id, { option_names: ['yes'] })).body.detail).toBe('option_names: names an option twice')
  expect((await question({ question_type: 'multiple_choice' })).body.detail).toBe('option_names: needs at least one option')
  expect((await question({ question_type: 'integer', option_names: ['x'] })).body.detail).toBe('option_names: is only for choices')
})

test('with answers a question keeps its meaning; without, it may become another', async () => {
  const { section_id, sub_section_id } = await add('Meaning')
  const made = await question({ question_type: 'integer', unit: 'beds', min_value: 0, max_value: 50 })
  const id = made.body.question_id
  await put({ sub_section_id, question_id: id })
  expect((await change(id, { question_type: 'decimal', decimal_places: 2 })).body).toMatchObject({ question_type: 'decimal' })
  await answer(section_id, id, 7)
  const refusals = [
    [{ question_type: 'text', max_value: null, min_value: null, decimal_places: null }, 'question_type: cannot change'],
    [{ unit: 'chairs' }, 'unit: cannot change'],
    [{ visible_if: '1 = 1' }, 'visible_if: cannot change'],
    [{ min_value: 1 }, 'min_value: cannot become narrower'],
    [{ max_value: 40 }, 'max_value: cannot become narrower'],
    [{ decimal_places: 1 }, 'decimal_places: cannot become narrower']
  ] as const
  for (const [body, detail] of refusals) {
    const { status, body: reply } = await change(id, body)
    expect([status, reply.detail]).toEqual([422, expect.stringContaining(detail)])
  }
  const wider = await change(id, { min_value: null, max_value: 60, warn_max: 55, help_text: 'At noon.', is_active: false })
  expect(wider.body).toMatchObject({
    min_value: null,
    max_value: 60,
    warn_max: 55,
    help_text: 'At noon.',
    is_active: false,
    answer_count: 1
  })
  expect((await opened(section_id)).body.sub_sections[0]!.questions).toEqual([])
})

test('contradictions are refused with the field that has them', async () => {
  const refusals: [Parameters<typeof question>[0], string][] = [
    [{ question_type: 'integer', min_value: 5, max_value: 4 }, 'min_value: must not be above max_value'],
    [{ question_type: 'integer', warn_min: 5, warn_max: 4 }, 'warn_min: must not be above warn_max'],
    [{ question_type: 'text', max_value: 4 }, 'max_value: is only for numbers'],
    [{ question_type: 'yes_no', warn_change_percent: 20 }, 'warn_change_percent: is only for numbers'],
    [{ question_type: 'integer', max_length: 4 }, 'max_length: is only for text'],
    [{ question_type: 'integer', expression: '1 + 1' }, 'expression: is only for calculated questions'],
    [{ question_type: 'calculated' }, 'expression: is needed for a calculated question']
  ]
  for (const [body, detail] of refusals) {
    const { status, body: reply } = await question(body)
    expect([status, reply.detail]).toEqual([422, detail])
  }
  const project_id = await projectCoded(server, 'ward-staffing')
  const send = async (body: object) =>
    (await server.send('POST', 'questions/', { body: { project_id, ...body }, token: await admin() })).body.detail
  expect(await send({ question_text: ' ', question_type: 'text' })).toContain('question_text')
  expect(await send({ question_text: 'x', question_type: 'number' })).toContain('question_type')
  expect(await send({ question_text: 'x', question_type: 'integer', decimal_places: 11 })).toContain('decimal_places')
})

test('a formula is understood, refers to what is there, and never to itself', async () => {
  const { section_id, sub_section_id } = await add('Formulas')
  const a = await integer('a')
  const b = await integer('b')
  await put({ sub_section_id, question_id: a })
  await put({ sub_section_id, question_id: b })
  const calculated = async (expression: string) => question({ question_type: 'calculated', expression })
  expect((await calculated(`q${a} + `)).body.detail).toMatch(/^expression: .+ \(character \d+\)$/)
  expect((await calculated('q999999 + 1')).body.detail).toBe('expression: q999999 is not a question of this project')
  expect((await calculated(`q${a}_r5_c5`)).body.detail).toBe(`expression: q${a}_r5_c5 stands nowhere`)
  const total = await calculated(`q${a} + q${b}`)
  expect(total.status).toBe(200)
  const id = total.body.question_id
  expect((await put({ sub_section_id, question_id: id, is_required: true })).body.detail).toMatch(/^is_required: /)
  expect((await put({ sub_section_id, question_id: id })).status).toBe(200)
  await answer(section_id, a, 2)
  const doubled = await calculated(`q${id} * 2`)
  await put({ sub_section_id, question_id: doubled.body.question_id })
  expect((await change(id, { expression: `q${id} + 1` })).body.detail).toBe(`expression: q${id} is this question itself`)
  const circle = await change(id, { expression: `q${a} + q${doubled.body.question_id}` })
  expect([circle.status, circle.body.detail]).toEqual([422, 'expression: depends on itself through other questions'])
  const shown = await change(b, { visible_if: `q${doubled.body.question_id} > 10` })
  expect(shown.body.detail).toBe('visible_if: depends on itself through other questions')
  const elsewhere = await add('Elsewhere')
  const far = await put({ sub_section_id: elsewhere.sub_section_id, question_id: (await calculated(`q${a}`)).body.question_id })
  expect(far.body.detail).toBe(`expression: q${a} does not stand in the same section`)
})

test('a cell holds one question, a list has no cells, and a place once taken is changed, not doubled', async () => {
  const { section_id, sub_section_id } = await add('Places', 'grid')
  const [one, two] = [await integer('one'), await integer('two')]
  const row = (await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'r' } }, await admin())).body
  const column = (await server.call(createSubSectionColumn, { body: { sub_section_id, column_name: 'c' } }, await admin())).body
  const place = { sub_section_id, row_id: row.row_id, column_id: column.column_id }
  const first = await put({ ...place, question_id: one })
  const again = await put({ ...place, question_id: one, is_required: true, display_order: 4 })
  expect(again.body).toEqual({ ...first.body, is_required: true, display_order: 4 })
  expect((await put({ ...place, question_id: two })).body.detail).toContain(`question ${one} stands in this cell`)
  expect((await put({ sub_section_id, question_id: two })).body.detail).toBe('row_id: is not a row of this grid')
  expect((await put({ ...place, column_id: row.row_id + 99_999, question_id: two })).body.detail).toBe(
    'column_id: is not a column of this grid'
  )
  const list = (await server.call(createSubSection, { body: { section_id, sub_section_name: 'List' } }, await admin())).body.sub_section_id
  expect((await put({ ...place, sub_section_id: list, question_id: two })).body.detail).toBe(
    'row_id: must be empty, the sub-section is a list'
  )
  expect((await put({ sub_section_id: list, question_id: two })).status).toBe(200)
  const third = (await server.call(createSubSection, { body: { section_id, sub_section_name: 'Third' } }, await admin())).body
    .sub_section_id
  expect((await put({ sub_section_id: third, question_id: two })).body.detail).toBe(
    'question_id: stands in another sub-section of this questionnaire already'
  )
  const noRows = await server.call(createSubSectionRow, { body: { sub_section_id: list, row_name: 'r' } }, await admin())
  expect(noRows.body.detail).toBe('sub_section_id: is a list, which has no rows')
  const otherProject = await server.call(
    createQuestion,
    { body: { project_id: await projectCoded(server, 'ward-quality'), question_text: 'x', question_type: 'text' } },
    await admin()
  )
  expect((await put({ sub_section_id: list, question_id: otherProject.body.question_id })).body.detail).toBe(
    'question_id: is a question of another project'
  )
})

test('only admins build, and only in their programme', async () => {
  const { questionnaire_id, section_id, sub_section_id } = await add('Guarded')
  const question_id = await integer('Guarded')
  const foreign = await server.tokenOf('super', sites)
  const project_id = await projectCoded(server, 'ward-staffing')
  const calls = [
    ['POST', 'questionnaireSections', { questionnaire_id, section_name: 'x' }],
    ['PUT', `questionnaireSections/${section_id}`, { section_name: 'x' }],
    ['POST', 'questionnaireSubSections', { section_id, sub_section_name: 'x' }],
    ['PUT', `questionnaireSubSections/${sub_section_id}`, { sub_section_name: 'x' }],
    ['POST', 'questionnaireSubSectionRows', { sub_section_id, row_name: 'x' }],
    ['POST', 'questionnaireSubSectionColumns', { sub_section_id, column_name: 'x' }],
    ['GET', `questions/?project_id=${project_id}`, undefined],
    ['POST', 'questions/', { project_id, question_text: 'x', question_type: 'text' }],
    ['PUT', `questions/${question_id}`, { question_text: 'x' }],
    ['POST', 'questionSubSectionMemberships/', { sub_section_id, question_id }]
  ] as const
  for (const [method, path, body] of calls) {
    expect([path, (await server.send(method, path, { body, token: foreign })).status]).toEqual([path, 404])
    expect([path, (await server.send(method, path, { body, token: await server.tokenOf('lead') })).status]).toEqual([path, 403])
  }
  expect((await opened(section_id)).body).toMatchObject({ section: { section_name: 'Guarded' }, sub_sections: [{ questions: [] }] })
})
