// A chart is built from cells, shown, changed by two people at once, and taken away.

import { expect, test } from 'vitest'
import { createChart, deleteChart, updateChart } from '#contract/chart-builder.ts'
import { listSeriesOptions, type ChartData } from '#contract/chart-data.ts'
import { createChartGroupMemberships, listChartGroupMemberships } from '#contract/chart-groups.ts'
import { deleteChartParameters, listChartParameters } from '#contract/chart-parameters.ts'
import { getChart, getMetaData, listCharts, listOutputTypes } from '#contract/charts.ts'
import { listCollections } from '#contract/collections.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { sites, useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, viewer, project, tree, chart, cell, parameter, data } = chartBuilding(server)

const ownValue = (answer: ChartData) => answer.series[0]!.values.find(value => value.is_selected)!.value

async function ownAnswer(place: { question_id: number; row_id: number; column_id: number }): Promise<number> {
  const row = await server.database
    .selectFrom('answers')
    .select('number_value')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', await ownSubmission(server, 'ward-staffing', '2025'))
    .where('question_id', '=', place.question_id)
    .where('row_id', '=', place.row_id)
    .where('column_id', '=', place.column_id)
    .executeTakeFirstOrThrow()
  return row.number_value!
}

test('a chart is built from two cells and shows its ratio; every further change is seen at once', async () => {
  const { chart_id, chart_group_id } = await chart('Vacancies')
  const [vacant, budgeted] = [await cell('Vacant WTE'), await cell('Budgeted WTE')]
  await parameter({ chart_id, parameter_role: 'numerator', ...vacant, multiplier: 100, display_order: 1 })
  const denominator = await parameter({
    chart_id,
    parameter_role: 'denominator',
    ...budgeted,
    display_order: 1
  })
  const share = (await ownAnswer(vacant)) / (await ownAnswer(budgeted))
  const first = await data(chart_id)
  expect(ownValue(first)).toBeCloseTo(share * 100, 9)
  expect((await data(chart_id)).is_cached).toBe(true)

  const token = await admin()
  await server.call(
    deleteChartParameters,
    { body: { chart_parameter_ids: [denominator.body.chart_parameter_id] } },
    token
  )
  await parameter({ chart_id, parameter_role: 'denominator', ...vacant, display_order: 1 })
  const second = await data(chart_id)
  expect([second.is_cached, ownValue(second)]).toEqual([false, 100])

  const { version } = (await server.call(getChart, { params: { id: chart_id } }, token)).body
  const look = {
    version,
    chart_name: 'Vacancy share',
    decimal_places: 2,
    direction: 'lower' as const,
    target_value: 5,
    axis_min: 0,
    axis_max: 100
  }
  const changed = await server.call(
    updateChart,
    { params: { id: chart_id }, body: { ...look, definition_html: '<p>Of budget</p>' } },
    token
  )
  expect(changed.body).toMatchObject({ ...look, version: version + 1 })
  expect((await data(chart_id)).chart).toMatchObject({ chart_name: 'Vacancy share', target_value: 5 })
  const meta = await server.call(getMetaData, { query: { chart_id } }, await viewer())
  expect(meta.body).toMatchObject({
    definition_html: '<p>Of budget</p>',
    direction: 'lower',
    quartile_method: 'linear',
    minimum_count: 5
  })

  const placed = await server.call(
    createChartGroupMemberships,
    { body: { memberships: [{ chart_group_id, chart_id }] } },
    token
  )
  expect(placed.body.memberships).toMatchObject([{ chart_group_id, chart_id, display_order: 0 }])
  const group = (await tree())
    .flatMap(one => one.chart_groups)
    .find(one => one.chart_group_id === chart_group_id)!
  expect(group.charts).toMatchObject([{ chart_name: 'Vacancy share', has_data: true, has_own_value: true }])
})

test('a chart changed by someone else since is not overwritten', async () => {
  const { chart_id, version } = await chart('Two editors')
  const token = await admin()
  const save = (chart_name: string) =>
    server.call(updateChart, { params: { id: chart_id }, body: { version, chart_name } }, token)
  const [one, other] = await Promise.all([save('Mine'), save('Theirs')])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 422])
  const refused = one.status === 422 ? one : other
  expect(refused.body.detail).toBe('version: someone else has changed the chart; reload it')
  const { body } = await server.call(getChart, { params: { id: chart_id } }, token)
  expect(body).toMatchObject({ version: version + 1, chart_name: one.status === 200 ? 'Mine' : 'Theirs' })
})

test('several series offer the composition, one does not', async () => {
  const { chart_id } = await chart('By band')
  const tabs = async () => {
    const { body } = await server.call(listOutputTypes, { params: { id: chart_id } }, await viewer())
    return body.output_types.map(type => type.output_name)
  }
  expect(await tabs()).toEqual([
    'bar_ranked',
    'box',
    'distribution',
    'trend',
    'own_submissions',
    'table',
    'text'
  ])
  const five = await parameter({
    chart_id,
    parameter_name: 'Band 5',
    parameter_role: 'value',
    ...(await cell('Vacant WTE', 'Band 5')),
    display_order: 1
  })
  const six = await parameter({
    chart_id,
    parameter_name: 'Band 6',
    parameter_role: 'value',
    ...(await cell('Vacant WTE', 'Band 6')),
    display_order: 2
  })
  expect(await tabs()).toContain('stacked')
  const query = { time_period_id: await periodNamed(server, '2025') }
  const options = await server.call(
    listSeriesOptions,
    { params: { a: chart_id, b: 0 }, query },
    await viewer()
  )
  expect(options.body.series_options.map(option => [option.series_name, option.is_default])).toEqual([
    ['Band 5', true],
    ['Band 6', false]
  ])
  const listed = await server.call(listChartParameters, { query: { chart_id } }, await viewer())
  expect(listed.body.chart_parameters).toEqual([five.body, six.body])
  await server.call(
    deleteChartParameters,
    { body: { chart_parameter_ids: [six.body.chart_parameter_id] } },
    await admin()
  )
  expect(await tabs()).not.toContain('stacked')
})

test('parameters are cells of the project that hold numbers, and a series is of one make', async () => {
  const { chart_id } = await chart('Refused')
  const vacant = await cell('Vacant WTE')
  await parameter({ chart_id, parameter_role: 'value', ...vacant })
  const detail = async (body: Parameters<typeof parameter>[0]) => (await parameter(body)).body.detail
  expect(await detail({ chart_id, parameter_role: 'value', ...vacant })).toBe(
    'question_id: this cell is already in the series'
  )
  const budgeted = await cell('Budgeted WTE')
  expect(await detail({ chart_id, parameter_role: 'numerator', ...budgeted })).toMatch(/^parameter_role: /)
  expect(await detail({ chart_id, parameter_role: 'value', ...budgeted, row_id: 0 })).toMatch(/^row_id: /)
  expect(await detail({ chart_id, parameter_role: 'value', question_id: 999_999 })).toBe(
    'Question not found.'
  )
  const text = await server.database
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', 1)
    .where('project_id', '=', await project())
    .where('question_type', 'in', ['text', 'long_text', 'yes_no', 'single_choice'])
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await detail({ chart_id, parameter_role: 'value', ...text })).toMatch(
    /^question_id: is not a question with a numeric answer/
  )
  const strange = await server.database
    .selectFrom('questions')
    .select('question_id')
    .where('programme_id', '=', 1)
    .where('project_id', '!=', await project())
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(await detail({ chart_id, parameter_role: 'value', ...strange })).toBe(
    'question_id: is a question of another project'
  )
})

test('deletes a chart with everything that belongs to it', async () => {
  const { chart_id, chart_group_id, project_id } = await chart('Short-lived')
  const token = await admin()
  await parameter({ chart_id, parameter_role: 'value', ...(await cell('Vacant WTE')) })
  await server.call(
    createChartGroupMemberships,
    { body: { memberships: [{ chart_group_id, chart_id }] } },
    token
  )
  await data(chart_id)
  expect((await server.call(deleteChart, { params: { id: chart_id } }, token)).body).toEqual({ chart_id })
  for (const reply of [
    await server.call(getChart, { params: { id: chart_id } }, token),
    await server.call(deleteChart, { params: { id: chart_id } }, token),
    await server.call(listChartParameters, { query: { chart_id } }, token)
  ])
    expect(reply.status).toBe(404)
  const { charts } = (await server.call(listCharts, { query: { project_id } }, token)).body
  expect(charts.map(one => one.chart_id)).not.toContain(chart_id)
})

test('bad input is refused with the field', async () => {
  const { chart_id, version, collection_id } = await chart('Bounds')
  const token = await admin()
  const update = async (body: object) =>
    (await server.send('PUT', `charts/${chart_id}`, { body: { version, ...body }, token })).body.detail
  expect(await update({ axis_min: 5, axis_max: 5 })).toBe('axis_min: must be below axis_max')
  expect(await update({ decimal_places: 7 })).toContain('decimal_places')
  expect(await update({ direction: 'up' })).toContain('direction')
  expect(await update({ chart_name: '  ' })).toContain('chart_name')
  expect(await update({ version: 'x' })).toContain('version')
  const other = await projectCoded(server, 'ward-quality')
  const misplaced = await server.call(
    createChart,
    { body: { project_id: other, collection_id, chart_name: 'x' } },
    token
  )
  expect([misplaced.status, misplaced.body.detail]).toEqual([404, 'Collection not found.'])
})

test('only admins build, and only in their programme', async () => {
  const { chart_id, chart_group_id, collection_id, project_id, version } = await chart('Guarded')
  const made = await parameter({ chart_id, parameter_role: 'value', ...(await cell('Vacant WTE')) })
  const chart_parameter_ids = [made.body.chart_parameter_id]
  const calls = [
    ['POST', 'collections/', { project_id, collection_name: 'x', explorer_type: 'results' }],
    ['POST', 'charts', { project_id, collection_id, chart_name: 'x' }],
    ['PUT', `charts/${chart_id}`, { version: version + 1, chart_name: 'x' }],
    ['DELETE', `charts/${chart_id}`, {}],
    [
      'POST',
      'chartParameters',
      { chart_id, parameter_name: 'x', parameter_role: 'value', ...(await cell('Budgeted WTE')) }
    ],
    ['DELETE', 'chartParameters', { chart_parameter_ids }],
    ['POST', 'chartGroupsMemberships', { memberships: [{ chart_group_id, chart_id }] }]
  ] as const
  const [lead, foreign] = [await server.tokenOf('lead'), await server.tokenOf('super', sites)]
  for (const [method, path, body] of calls) {
    expect([path, (await server.send(method, path, { body, token: foreign })).status]).toEqual([path, 404])
    expect([path, (await server.send(method, path, { body, token: lead })).status]).toEqual([path, 403])
  }
  expect((await server.call(listCollections, { query: { project_id } }, foreign)).status).toBe(404)
  expect((await server.call(listChartParameters, { query: { chart_id } }, foreign)).status).toBe(404)
  expect(
    (await server.call(listChartGroupMemberships, { query: { chart_id } }, foreign)).body.memberships
  ).toEqual([])
  const present = await server.call(listChartParameters, { query: { chart_id } }, await admin())
  expect(present.body.chart_parameters).toHaveLength(1)
})
