// How much one chart and one questionnaire take, at every call that adds to them.

import { expect, test } from 'vitest'
import { createChart, updateChart } from '#contract/chart-builder.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { previewChart } from '#contract/chart-preview.ts'
import { MAX_CHART_SERIES, MAX_FORMULAS } from '#contract/limits.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { updateQuestion } from '#contract/questions.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { questionnaireBuilding } from '#tests/support/questionnaire-building.ts'
import { ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'
import { structureBuilding, type Draft } from '#tests/support/structure-building.ts'

const server = useServer()
const { admin, project, collect, chart, cell, parameter, draft } = chartBuilding(server)
const { integer, put } = questionnaireBuilding(server)
const { make, read } = structureBuilding(server)

async function series(count: number) {
  const place = await cell('Vacant WTE')
  return Array.from({ length: count }, (_, index) => ({
    parameter_name: `Series ${index}`,
    parameter_role: 'value' as const,
    ...place,
    display_order: index
  }))
}

test('limits a chart to fifty series in previews, new and changed charts, and added parameters', async () => {
  const most = await series(MAX_CHART_SERIES)
  const tooMany = await series(MAX_CHART_SERIES + 1)
  const refusal = { status: 422, body: { detail: 'chart_parameters: a chart has at most 50 series' } }
  const { chart_id, project_id, collection_id, version } = await chart('Of many series')
  const preview = async (chart_parameters: typeof most) =>
    server.call(
      previewChart,
      {
        body: draft({
          project_id,
          collection_id,
          time_period_id: await periodNamed(server, '2025'),
          submission_id: await ownSubmission(server, 'ward-staffing', '2025'),
          output_name: 'stacked',
          chart_parameters
        })
      },
      await admin()
    )
  const shown = await preview(most)
  expect([shown.status, shown.body.chart_data.series.length]).toEqual([200, MAX_CHART_SERIES])
  expect(await preview(tooMany)).toMatchObject(refusal)
  const create = async (chart_parameters: typeof most) =>
    server.call(
      createChart,
      { body: { project_id, collection_id, chart_name: 'Made', chart_parameters } },
      await admin()
    )
  expect((await create(most)).status).toBe(200)
  expect(await create(tooMany)).toMatchObject(refusal)
  const change = async (chart_parameters: typeof most) =>
    server.call(updateChart, { params: { id: chart_id }, body: { version, chart_parameters } }, await admin())
  expect(await change(tooMany)).toMatchObject(refusal)
  expect((await change(most)).status).toBe(200)
  const added = await parameter({ chart_id, ...tooMany.at(-1)! })
  expect([added.status, added.body.detail]).toEqual([422, 'display_order: a chart has at most 50 series'])
})

/** Each calculated question adds 1 to the one before. */
const chained = (count: number): Draft => ({
  questions: [
    { number: 1, question_text: 'Beds', question_type: 'integer' },
    ...Array.from({ length: count }, (_, index) => ({
      number: index + 2,
      question_text: `Step ${index + 1}`,
      question_type: 'calculated' as const,
      expression: `q${index + 1} + 1`
    }))
  ],
  sections: [
    {
      section_name: 'Chain',
      sub_sections: [
        {
          sub_section_name: 'Chain',
          rows: [],
          columns: [],
          cells: Array.from({ length: count + 1 }, (_, index) => ({
            question: index + 1,
            row: 0,
            column: 0,
            is_required: false
          }))
        }
      ]
    }
  ]
})

test('counts a question that becomes calculated towards the limit, and changes those that are', async () => {
  const made = (await make('As many', chained(MAX_FORMULAS))).reply
  expect(made.status).toBe(200)
  const { sections, questions } = (await read(made.body.questionnaire_id)).body
  const { sub_section_id, memberships } = sections[0]!.sub_sections[0]!
  const first = memberships[0]!.question_id
  const plain = await integer('Becomes calculated')
  await put({ sub_section_id, question_id: plain })
  const change = async (id: number, body: object) =>
    server.call(updateQuestion, { params: { id }, body }, await admin())
  const changed = await change(plain, { question_type: 'calculated', expression: `q${first} + 2` })
  expect([changed.status, changed.body.detail]).toEqual([
    422,
    'expression: a questionnaire has at most 100 calculated questions'
  ])
  const last = questions.find(({ question_text }) => question_text === 'Step 100')!
  expect((await change(last.question_id, { expression: `q${first} + 3` })).status).toBe(200)
})

test('names the formula of a whole questionnaire that completes a cycle', async () => {
  const circle = chained(3)
  circle.questions[1]!.expression = 'q4 + 1'
  const { status, body } = (await make('A circle', circle)).reply
  expect([status, body.detail]).toEqual([
    422,
    'structure.questions.2: expression: depends on itself through other questions'
  ])
})

test('limits a chart group to 200 charts', async () => {
  const { most, message } = contentLimits.group_charts
  const { chart_id, chart_group_id } = await chart('First of many')
  const {
    chart_id: _id,
    words: _words,
    title_words: _title,
    ...first
  } = await server.database
    .selectFrom('charts')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('chart_id', '=', chart_id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: most }, (_chart, index) => ({
    ...first,
    chart_name: `Chart ${index}`
  }))
  const others = await server.database.insertInto('charts').values(copies).returning('chart_id').execute()
  const full = [chart_id, ...others.map(other => other.chart_id)]
  const last = full.pop()!
  const place = async (ids: readonly number[]) => {
    const memberships = ids.map((id, display_order) => ({ chart_group_id, chart_id: id, display_order }))
    return server.call(createChartGroupMemberships, { body: { memberships } }, await admin())
  }
  expect((await place(full)).status).toBe(200)
  expect((await place([full[0]!])).status).toBe(200)
  expect(await place([last])).toMatchObject({ status: 422, body: { detail: `memberships: ${message}` } })
})

test('limits a project to 500 collections, and still adds groups to them', async () => {
  const { most, message } = contentLimits.collections
  const project_id = await project()
  const present = await server.database
    .selectFrom('collections')
    .select('collection_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .execute()
  const rows = Array.from({ length: most - present.length - 1 }, (_, index) => ({
    programme_id: 1,
    project_id,
    collection_name: `Collection ${index}`,
    explorer_type: 'results',
    display_order: index,
    is_dashboard: false
  }))
  await server.database.insertInto('collections').values(rows).execute()
  expect((await collect({ collection_name: 'The last one' })).status).toBe(200)
  expect(await collect({ collection_name: 'One more' })).toMatchObject({
    status: 422,
    body: { detail: `project_id: ${message}` }
  })
  expect((await collect({ collection_name: 'The last one', group_name: 'Another group' })).status).toBe(200)
})
