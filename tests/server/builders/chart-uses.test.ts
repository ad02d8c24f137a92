// What charts need of questions without answers: their type, their options and their places.

import { expect, test } from 'vitest'
import { updateChart } from '#contract/chart-builder.ts'
import { listChartCells } from '#contract/chart-parameters.ts'
import { getChart } from '#contract/charts.ts'
import { deleteQuestionMemberships } from '#contract/question-memberships.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, add, integer, put, change } = questionnaireBuilding(server)
const { read, make } = structureBuilding(server)
const { chart, parameter } = chartBuilding(server)

/** A question of a block with repeating rows, and a chart of an aggregate of it. */
async function aggregated(
  name: string,
  question: { question_type: QuestionType; option_names?: string[] },
  aggregate: { kind: 'share' | 'top_box' | 'count' | 'mean'; counted?: string[] }
) {
  const { reply } = await make(name, {
    questions: [{ number: 1, question_text: name, ...question }],
    sections: [
      {
        section_name: name,
        sub_sections: [
          {
            sub_section_name: name,
            layout: 'grid',
            is_repeating: true,
            rows: [],
            columns: [{ number: 1, column_name: 'Asked' }],
            cells: [{ question: 1, row: 0, column: 1, is_required: false }]
          }
        ]
      }
    ]
  })
  const { questions, sections } = (await read(reply.body.questionnaire_id)).body
  const [{ question_id, option_list }, { membership_id, column_id }] = [
    questions[0]!,
    sections[0]!.sub_sections[0]!.memberships[0]!
  ]
  const option_ids = option_list.flatMap(one =>
    aggregate.counted?.includes(one.option_name) ? [one.option_id] : []
  )
  const { chart_id } = await chart(`Chart of ${name}`)
  const added = await parameter({
    chart_id,
    parameter_role: 'value',
    question_id,
    row_id: 0,
    column_id,
    aggregate: { kind: aggregate.kind, option_ids }
  })
  expect(added.status).toBe(200)
  const detail = async (body: Parameters<typeof change>[1]) => (await change(question_id, body)).body.detail
  return { question_id, column_id, option_list, membership_id, chart_id, detail }
}

const remove = async (membership_id: number) =>
  server.call(deleteQuestionMemberships, { body: { membership_ids: [membership_id] } }, await admin())

test('an option that a chart counts stays, others can go', async () => {
  const { option_list, detail } = await aggregated(
    'Shared',
    { question_type: 'single_choice', option_names: ['Yes', 'No', 'Perhaps'] },
    { kind: 'share', counted: ['Yes'] }
  )
  expect(await detail({ option_list: option_list.slice(1) })).toBe(
    'option_list: must keep “Yes”: the chart “Chart of Shared” counts it'
  )
  expect(await detail({ option_list: option_list.slice(0, 2) })).toBeUndefined()
  expect(await detail({ question_type: 'multiple_choice' })).toBeUndefined()
  expect(await detail({ question_type: 'decimal' })).toBe(
    'question_type: does not suit the chart “Chart of Shared” (share: needs options)'
  )
})

test('a rating scale that a chart counts the top answers of stays one', async () => {
  const { chart_id, detail } = await aggregated(
    'Rated',
    { question_type: 'scale', option_names: ['Low', 'High'] },
    { kind: 'top_box' }
  )
  const decimal = { question_type: 'decimal' } as const
  expect(await detail(decimal)).toBe(
    'question_type: does not suit the chart “Chart of Rated” (top_box: needs a rating scale)'
  )
  await server.call(
    updateChart,
    { params: { id: chart_id }, body: { version: 2, is_active: false } },
    await admin()
  )
  expect(await detail(decimal)).toBeUndefined()
})

test('a question can get any type that a chart can still count', async () => {
  const { detail } = await aggregated('Counted', { question_type: 'text' }, { kind: 'count' })
  expect(await detail({ question_type: 'long_text' })).toBeUndefined()
  expect(await detail({ question_type: 'heading' })).toBe(
    'question_type: does not suit the chart “Chart of Counted” (count: needs a question)'
  )
})

test('a place that a chart is calculated from stays, until the chart is', async () => {
  const inBlock = await aggregated('In a block', { question_type: 'integer' }, { kind: 'mean' })
  expect((await remove(inBlock.membership_id)).body).toMatchObject({
    detail: 'membership_ids: the chart “Chart of In a block” needs this question here'
  })
  const question_id = await integer('In a list')
  const { sub_section_id } = await add('In a list')
  const { membership_id } = (await put({ sub_section_id, question_id })).body
  const { chart_id } = await chart('Of a list')
  await parameter({ chart_id, parameter_role: 'value', question_id, row_id: 0, column_id: 0 })
  const refused = await remove(membership_id)
  expect(refused.status).toBe(422)
  expect(refused.body).toMatchObject({
    detail: 'membership_ids: the chart “Of a list” needs this question here'
  })
  await server.call(
    updateChart,
    { params: { id: chart_id }, body: { version: 2, is_active: false } },
    await admin()
  )
  expect((await remove(membership_id)).body).toEqual({ deleted: 1 })
})

test('a question of repeating rows or of a survey is counted by an aggregate only', async () => {
  const { question_id, column_id } = await aggregated(
    'Counted once',
    { question_type: 'integer' },
    { kind: 'mean' }
  )
  const { chart_id, project_id } = await chart('Of single rows')
  const refusal = 'aggregate: needs an aggregate, because it is asked in a survey or in repeating rows'
  const plain = async (place: { question_id: number; row_id: number; column_id: number }) =>
    (await parameter({ chart_id, parameter_role: 'value', ...place })).body.detail
  expect(await plain({ question_id, row_id: 0, column_id })).toBe(refusal)
  const { body } = await server.call(listChartCells, { query: { project_id } }, await admin())
  const asked = body.chart_cells.find(cell => cell.aggregated_from === 'cases')!
  const { row_id } = asked
  expect(await plain({ question_id: asked.question_id, row_id, column_id: asked.column_id })).toBe(refusal)
})

test('a retired chart is restored only while its questions suit it', async () => {
  const { chart_id, detail } = await aggregated(
    'Retired meanwhile',
    { question_type: 'integer' },
    { kind: 'mean' }
  )
  const token = await admin()
  const save = async (body: object) => {
    const { version } = (await server.call(getChart, { params: { id: chart_id } }, token)).body
    return (await server.send('PUT', `charts/${chart_id}`, { body: { version, ...body }, token })).body
  }
  await save({ is_active: false })
  expect(await detail({ question_type: 'text' })).toBeUndefined()
  const refusal = 'chart_parameters.0.aggregate: mean: needs a number'
  expect((await save({ is_active: true })).detail).toBe(refusal)
  // It can be changed while it is retired.
  expect((await save({ unit: 'days' })).unit).toBe('days')
  expect((await save({ is_active: true, unit: 'hours' })).detail).toBe(refusal)
  expect((await save({ is_active: true, chart_parameters: [] })).is_active).toBe(true)
})
