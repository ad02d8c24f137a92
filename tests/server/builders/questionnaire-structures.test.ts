// A questionnaire as its builder reads, makes, orders and changes it as a whole.

import { expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import {
  createSubSectionColumn,
  createSubSectionRow,
  updateSection,
  updateSubSection,
  updateSubSectionColumn,
  updateSubSectionRow
} from '#contract/questionnaire-builder.ts'
import { orderStructure, updateStructure } from '#contract/questionnaire-structures.ts'
import { updateQuestion } from '#contract/questions.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { draft, structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, questionnaire, add, integer, put, answer, change } = questionnaireBuilding(server)

const { read, listed, make } = structureBuilding(server)

const order = async (id: number, body: InputOf<typeof orderStructure>['body']) =>
  server.call(orderStructure, { params: { id }, body }, await admin())

test('returns every part of a structure with its answers, its version and its uses', async () => {
  const { section_id, sub_section_id, questionnaire_id } = await add('Counted')
  const question_id = await integer('Counted question')
  await put({ sub_section_id, question_id })
  await answer(section_id, question_id, 4)
  const { body } = await read(questionnaire_id)
  const section = body.sections.find(one => one.section_id === section_id)
  expect(section).toMatchObject({ version: 1, answer_count: 1, is_active: true })
  expect(section?.sub_sections[0]).toMatchObject({ sub_section_id, answer_count: 1, layout: 'list' })
  expect(section?.sub_sections[0]?.memberships).toMatchObject([{ question_id, answer_count: 1 }])
  expect(body.questions.find(one => one.question_id === question_id)).toMatchObject({
    submission_count: 1,
    answer_count: 1,
    chart_names: [],
    version: 1
  })
  expect(body.questions.some(one => one.chart_names.length > 0)).toBe(true)
  expect(body.questionnaire.periods.some(period => period.answer_count > 0)).toBe(true)
})

test('keeps a retired section in the structure and removes it from the form', async () => {
  const { section_id, questionnaire_id } = await add('Retired later')
  await server.call(updateSection, { params: { id: section_id }, body: { is_active: false } }, await admin())
  const { body } = await read(questionnaire_id)
  expect(body.sections.find(one => one.section_id === section_id)?.is_active).toBe(false)
})

test('parts are put in an order at once, and an order of other parts is refused', async () => {
  const made = (await make('To be ordered', draft)).reply.body.questionnaire_id
  const grid = (await read(made)).body.sections[0]!.sub_sections[0]!
  const ids = grid.columns.map(column => column.column_id)
  expect(
    (await order(made, { part: 'column', within: grid.sub_section_id, order: ids.toReversed() })).status
  ).toBe(200)
  const after = (await read(made)).body.sections[0]!.sub_sections[0]!
  expect(after.columns.map(column => column.column_id)).toEqual(ids.toReversed())
  const short = await order(made, { part: 'column', within: grid.sub_section_id, order: ids.slice(1) })
  expect(short.body).toMatchObject({
    detail: 'order: does not match the current parts; reload the questionnaire'
  })
  const twice = await order(made, { part: 'column', within: grid.sub_section_id, order: [ids[0]!, ids[0]!] })
  expect(twice.body).toMatchObject({ detail: 'order: names a part twice' })
  const { questionnaire_id } = await questionnaire()
  expect(
    (await order(questionnaire_id, { part: 'column', within: grid.sub_section_id, order: ids })).status
  ).toBe(404)
  expect((await order(questionnaire_id, { part: 'section', within: made, order: [] })).status).toBe(404)
})

test('renames a questionnaire, changes its scopes and periods, and retires it', async () => {
  const { reply } = await make('To be changed')
  const params = { id: reply.body.questionnaire_id }
  const { scopes } = (await listed()).body
  const [scope] = scopes
  const { periods } = (await read(params.id)).body.questionnaire
  const body = {
    questionnaire_name: 'Changed',
    scope_ids: [scope!.scope_id],
    periods: periods.map(({ time_period_id }) => ({
      time_period_id,
      opens_at: '2026-10-01T08:00:00.000Z',
      closes_at: '2026-10-31T17:00:00.000Z',
      is_locked: true
    }))
  }
  await server.call(updateStructure, { params, body }, await admin())
  expect((await read(params.id)).body.questionnaire).toMatchObject({
    questionnaire_name: 'Changed',
    scope_ids: [scope!.scope_id],
    periods: [{ ...body.periods[0], answer_count: 0 }]
  })
  const backwards = body.periods.map(period => ({ ...period, closes_at: period.opens_at }))
  const refused = await server.call(updateStructure, { params, body: { periods: backwards } }, await admin())
  expect(refused.body).toMatchObject({ detail: 'periods: must open before they close' })
  for (const opens_at of [
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '2026-02-31',
    '2026-02-31T08:00:00Z',
    '9999-12-31'
  ]) {
    const unreal = body.periods.map(period => ({ ...period, opens_at, closes_at: opens_at }))
    const refusal = await server.call(updateStructure, { params, body: { periods: unreal } }, await admin())
    expect([opens_at, refusal.status, refusal.body.detail]).toEqual([
      opens_at,
      422,
      'periods.0.opens_at: must be a date that exists, such as 2026-09-30'
    ])
  }
  await server.call(updateStructure, { params, body: { is_active: false } }, await admin())
  expect(
    (await listed()).body.questionnaires.find(one => one.questionnaire_id === params.id)?.is_active
  ).toBe(false)
})

test('a period with answers cannot be taken away', async () => {
  const { questionnaire_id } = await questionnaire()
  const reply = await server.call(
    updateStructure,
    { params: { id: questionnaire_id }, body: { periods: [] } },
    await admin()
  )
  expect(reply.status).toBe(422)
  expect(reply.body).toMatchObject({
    detail: expect.stringMatching(/^periods: must keep the period that has [\d,]+ answers/)
  })
})

test('refuses a change of an older version, and writes nothing', async () => {
  const { section_id, sub_section_id } = await add('Two hands', 'grid')
  const token = await admin()
  const row = (await server.call(createSubSectionRow, { body: { sub_section_id, row_name: 'Row' } }, token))
    .body
  const column = (
    await server.call(createSubSectionColumn, { body: { sub_section_id, column_name: 'Column' } }, token)
  ).body
  const question = await integer('Two hands question')
  const stale = { version: 1, is_active: true }
  const changes = [
    (body: object) => server.call(updateSection, { params: { id: section_id }, body }, token),
    (body: object) => server.call(updateSubSection, { params: { id: sub_section_id }, body }, token),
    (body: object) => server.call(updateSubSectionRow, { params: { id: row.row_id }, body }, token),
    (body: object) => server.call(updateSubSectionColumn, { params: { id: column.column_id }, body }, token),
    (body: object) => server.call(updateQuestion, { params: { id: question }, body }, token)
  ]
  for (const send of changes) {
    expect((await send(stale)).body).toMatchObject({ version: 2 })
    expect((await send(stale)).body).toMatchObject({
      detail: 'version: someone else has changed this; reload it'
    })
  }
})

test('a question is taken out of its place unless answers or formulas depend on it', async () => {
  const { section_id, sub_section_id, questionnaire_id } = await add('Taken out')
  const [first, second, third] = [await integer('First'), await integer('Second'), await integer('Third')]
  const places: Record<number, number> = {}
  for (const question_id of [first, second, third])
    places[question_id] = (await put({ sub_section_id, question_id })).body.membership_id
  const remove = async (...ids: number[]) =>
    server.call(
      deleteQuestionMemberships,
      { body: { membership_ids: ids.map(id => places[id]!) } },
      await admin()
    )
  await answer(section_id, first, 3)
  await change(third, { visible_if: `q${second} > 1` })
  expect((await remove(first)).body).toMatchObject({
    detail: 'membership_ids: one answer is in this place; retire the question'
  })
  expect((await remove(second)).body).toMatchObject({
    detail: 'membership_ids: the formula of “Third” needs this question here'
  })
  expect((await remove(second, third)).body).toEqual({ deleted: 2 })
  const section = (await read(questionnaire_id)).body.sections.find(one => one.section_id === section_id)
  expect(section?.sub_sections[0]?.memberships.map(one => one.question_id)).toEqual([first])
})
