// A questionnaire is built while it is answered: sections, grids and questions in their places.

import { expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import {
  createSubSection,
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { getQuestionnaire, listSections } from '#contract/questionnaires.ts'
import { createQuestion } from '#contract/questions.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { projectCoded } from '#tests/support/seeded.ts'
import { sites, useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, questionnaire, add, integer, put, opened, answer } = questionnaireBuilding(server)

test('a section of a list and a grid is built, answered and retired', async () => {
  const { questionnaire_id, section_id, sub_section_id } = await add('Overtime')
  const version = async () =>
    (await server.call(getQuestionnaire, { params: { id: questionnaire_id }, query: {} }, await admin())).body
      .version
  const before = await version()
  const hours = await integer('Hours')
  const placed = await put({ sub_section_id, question_id: hours, is_required: true })
  expect(placed.body).toMatchObject({
    sub_section_id,
    question_id: hours,
    row_id: 0,
    column_id: 0,
    display_order: 1,
    is_required: true
  })
  const grid = await server.call(
    createSubSection,
    { body: { section_id, sub_section_name: 'By band', layout: 'grid' } },
    await admin()
  )
  expect(grid.body).toMatchObject({ display_order: 2, answer_count: 0, is_active: true, layout: 'grid' })
  const sub = grid.body.sub_section_id
  const row = (
    await server.call(
      createSubSectionRow,
      { body: { sub_section_id: sub, row_name: 'Nights' } },
      await admin()
    )
  ).body
  const column = (
    await server.call(
      createSubSectionColumn,
      { body: { sub_section_id: sub, column_name: 'Band 5' } },
      await admin()
    )
  ).body
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
  const renamed = await server.call(
    updateSubSectionRow,
    { params: { id: row.row_id }, body: { row_name: 'Night shifts' } },
    await admin()
  )
  expect(renamed.body).toMatchObject({ row_name: 'Night shifts', answer_count: 1, is_active: true })
  const moved = await server.call(
    updateSubSectionColumn,
    { params: { id: column.column_id }, body: { display_order: 9 } },
    await admin()
  )
  expect(moved.body).toMatchObject({ column_name: 'Band 5', display_order: 9, answer_count: 1 })
  const retired = await server.call(
    updateSubSectionRow,
    { params: { id: row.row_id }, body: { is_active: false } },
    await admin()
  )
  expect(retired.body).toMatchObject({ is_active: false, answer_count: 1 })
  expect((await opened(section_id)).body.sub_sections[1]).toMatchObject({ rows: [], questions: [] })
  await server.call(
    updateSubSectionRow,
    { params: { id: row.row_id }, body: { is_active: true } },
    await admin()
  )
  expect((await opened(section_id)).body.sub_sections[1]!.questions[0]!.answer.value).toBe(12)

  const gone = await server.call(
    updateSection,
    { params: { id: section_id }, body: { is_active: false, guidance_html: '<p>Old</p>' } },
    await admin()
  )
  expect(gone.body).toMatchObject({
    is_active: false,
    answer_count: 1,
    guidance_html: '<p>Old</p>',
    section_name: 'Overtime'
  })
  expect((await opened(section_id)).status).toBe(404)
})

test('returns sections in their display order', async () => {
  const { submission_id, questionnaire_id } = await questionnaire()
  const { section_id } = await add('Last')
  const names = async () => {
    const reply = await server.call(
      listSections,
      { params: { id: questionnaire_id }, query: { submission_id } },
      await admin()
    )
    return reply.body.sections.map(section => section.section_name)
  }
  expect((await names()).at(-1)).toBe('Last')
  await server.call(
    updateSection,
    { params: { id: section_id }, body: { display_order: -5, section_name: 'First' } },
    await admin()
  )
  expect((await names())[0]).toBe('First')
})

test('refuses to change the layout or repetition of a sub-section that has questions', async () => {
  const { section_id, sub_section_id } = await add('Layout')
  const update = async (body: InputOf<typeof updateSubSection>['body']) =>
    server.call(updateSubSection, { params: { id: sub_section_id }, body }, await admin())
  expect((await update({ layout: 'grid', show_row_totals: true })).body).toMatchObject({
    layout: 'grid',
    show_row_totals: true
  })
  await update({ layout: 'list' })
  const question_id = await integer('Stands')
  await put({ sub_section_id, question_id })
  const refused = await update({ layout: 'grid' })
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    expect.stringMatching(/^layout: cannot change any more/)
  ])
  expect((await update({ is_repeating: true })).body.detail).toMatch(/^is_repeating: cannot change any more/)
  await answer(section_id, question_id, 1)
  expect((await update({ sub_section_name: 'Renamed' })).body).toMatchObject({
    sub_section_name: 'Renamed',
    answer_count: 1
  })
})

test('a cell holds one question, a list has no cells, and a place once taken is changed, not doubled', async () => {
  const { section_id, sub_section_id } = await add('Places', 'grid')
  const [one, two] = [await integer('one'), await integer('two')]
  const row = (
    await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'r' } }, await admin())
  ).body
  const column = (
    await server.call(createSubSectionColumn, { body: { sub_section_id, column_name: 'c' } }, await admin())
  ).body
  const place = { sub_section_id, row_id: row.row_id, column_id: column.column_id }
  const first = await put({ ...place, question_id: one })
  const again = await put({ ...place, question_id: one, is_required: true, display_order: 4 })
  const changed = { is_required: true, display_order: 4, version: first.body.version + 1 }
  expect(again.body).toEqual({ ...first.body, ...changed })
  expect((await put({ ...place, question_id: two })).body.detail).toBe(
    'column_id: names a cell that has a question already'
  )
  expect((await put({ sub_section_id, question_id: two })).body.detail).toBe(
    'row_id: must name a row of the grid'
  )
  expect((await put({ ...place, column_id: row.row_id + 99_999, question_id: two })).body.detail).toBe(
    'column_id: must name a column of the grid'
  )
  const list = (
    await server.call(createSubSection, { body: { section_id, sub_section_name: 'List' } }, await admin())
  ).body.sub_section_id
  expect((await put({ ...place, sub_section_id: list, question_id: two })).body.detail).toBe(
    'row_id: must be empty: a list has no rows'
  )
  expect((await put({ sub_section_id: list, question_id: two })).status).toBe(200)
  const third = (
    await server.call(createSubSection, { body: { section_id, sub_section_name: 'Third' } }, await admin())
  ).body.sub_section_id
  expect((await put({ sub_section_id: third, question_id: two })).body.detail).toBe(
    'question_id: is already in another sub-section of this questionnaire'
  )
  const noRows = await server.call(
    createSubSectionRow,
    { body: { sub_section_id: list, row_name: 'r' } },
    await admin()
  )
  expect(noRows.body.detail).toBe('row_name: must be empty: a list has no rows')
  const otherProject = await server.call(
    createQuestion,
    {
      body: {
        project_id: await projectCoded(server, 'ward-quality'),
        question_text: 'x',
        question_type: 'text'
      }
    },
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
    expect([
      path,
      (await server.send(method, path, { body, token: await server.tokenOf('lead') })).status
    ]).toEqual([path, 403])
  }
  expect((await opened(section_id)).body).toMatchObject({
    section: { section_name: 'Guarded' },
    sub_sections: [{ questions: [] }]
  })
})
