// A chart is built as a draft: previewed before it is stored, saved as a whole, retired and brought back.

import { expect, test } from 'vitest'
import { createChart, updateChart } from '#contract/chart-builder.ts'
import { createChartGroupMemberships } from '#contract/chart-groups.ts'
import { listChartCells, listChartParameters } from '#contract/chart-parameters.ts'
import { previewChart } from '#contract/chart-preview.ts'
import { getChart, listCharts, listOutputTypes } from '#contract/charts.ts'
import { OutputName } from '#contract/output-names.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { ownSubmission, periodNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const { admin, viewer, project, tree, chart, cell, draft, data } = chartBuilding(server)

const numerator = (place: object, factor = 1) => ({
  parameter_name: 'Vacancies',
  parameter_role: 'numerator' as const,
  ...(place as { question_id: number; row_id: number; column_id: number }),
  factor,
  multiplier: 100,
  display_order: 1
})
const denominator = (place: object) => ({
  ...numerator(place),
  parameter_role: 'denominator' as const,
  multiplier: 1
})

/** (budgeted − vacant) ÷ budgeted, in %. */
async function filledShare() {
  const [vacant, budgeted] = [await cell('Vacant WTE'), await cell('Budgeted WTE')]
  return [numerator(budgeted), numerator(vacant, -1), denominator(budgeted)]
}

let drafts = 0
async function preview(body: Partial<Parameters<typeof draft>[0]> = {}) {
  const { project_id, collection_id } = await chart(`Previews ${(drafts += 1)}`)
  return server.call(
    previewChart,
    {
      body: draft({
        project_id,
        collection_id,
        time_period_id: await periodNamed(server, '2025'),
        submission_id: await ownSubmission(server, 'ward-staffing', '2025'),
        ...body
      })
    },
    await admin()
  )
}

test('a draft is calculated as the stored chart will be, and nothing is stored', async () => {
  const chart_parameters = await filledShare()
  const before = await server.database.selectFrom('chart_parameters').select('chart_parameter_id').execute()
  const previewed = await preview({ chart_parameters, chart_name: 'Posts filled', unit: '%' })
  expect(previewed.status).toBe(200)
  expect(previewed.body.stored).toBeNull()
  expect(await server.database.selectFrom('chart_parameters').select('chart_parameter_id').execute()).toEqual(
    before
  )

  const { project_id, collection_id } = await chart('Stored')
  const made = await server.call(
    createChart,
    { body: { project_id, collection_id, chart_name: 'Posts filled', unit: '%', chart_parameters } },
    await admin()
  )
  expect(made.status).toBe(200)
  const shown = await data(made.body.chart_id)
  const values = (series: typeof shown.series) => series[0]!.values.map(value => [value.value, value.rank])
  expect(values(previewed.body.chart_data.series)).toEqual(values(shown.series))
  expect(previewed.body.chart_data.chart.chart_name).toBe('Posts filled')

  const own = shown.series[0]!.values.find(value => value.is_selected)!
  expect(own.value).toBeCloseTo((own.numerator! / own.denominator!) * 100, 9)
  expect(own.value).toBeLessThan(100)
  const counted = shown.series[0]!.values.filter(value => value.value !== null).length
  expect(previewed.body.series_counts).toEqual([
    { display_order: 1, value_count: counted, zero_denominator_count: 0 }
  ])
})

test('a draft without figures is empty, not refused', async () => {
  const { status, body } = await preview()
  expect([status, body.series_counts, body.chart_data.series]).toEqual([200, [], []])
})

test('what a draft cannot have is named by its place', async () => {
  const [first, , last] = await filledShare()
  const refused = async (parameters: object[]) =>
    (await preview({ chart_parameters: parameters as never })).body.detail
  expect(await refused([first!, { ...last!, parameter_role: 'value' }])).toMatch(
    /^chart_parameters\.1\.parameter_role: a series has either values or/
  )
  expect(await refused([first!, first!])).toBe(
    'chart_parameters.1.question_id: this cell is already in the series'
  )
  expect(await refused([{ ...first!, row_id: 999_999 }])).toMatch(/^chart_parameters\.0\.row_id: /)
  expect(await refused([{ ...first!, factor: 0 }])).toBe('chart_parameters.0.factor: must not be 0')
  expect((await preview({ axis_min: 5, axis_max: 5 })).body.detail).toBe('axis_min: must be below axis_max')
})

test('saves figures, appearance and tabs of a chart as one version, or none of them', async () => {
  const { chart_id } = await chart('Whole')
  const token = await admin()
  const save = async (body: object) => {
    const { version } = (await server.call(getChart, { params: { id: chart_id } }, token)).body
    return server.call(updateChart, { params: { id: chart_id }, body: { version, ...body } }, token)
  }
  const saved = await save({
    chart_name: 'Whole share',
    chart_parameters: await filledShare(),
    hidden_output_names: OutputName.options.filter(name => name !== 'table' && name !== 'bar_ranked')
  })
  expect(saved.body).toMatchObject({ chart_name: 'Whole share', version: 2 })
  expect(saved.body.updated_at).toBe(server.clock.now.toISOString())
  expect(saved.body.updated_by).toMatch(/\w+ \w+/)
  const tabs = async () =>
    (await server.call(listOutputTypes, { params: { id: chart_id } }, await viewer())).body.output_types.map(
      type => type.output_name
    )
  expect(await tabs()).toEqual(['bar_ranked', 'table'])

  const refused = await save({ chart_name: 'Other', hidden_output_names: [...OutputName.options] })
  expect([refused.status, refused.body.detail]).toEqual([
    422,
    'hidden_output_names: must leave the chart a tab'
  ])
  const { body } = await server.call(getChart, { params: { id: chart_id } }, token)
  expect(body).toMatchObject({ chart_name: 'Whole share', version: 2 })
  const { chart_parameters } = (await server.call(listChartParameters, { query: { chart_id } }, token)).body
  expect(chart_parameters.map(one => [one.parameter_role, one.factor])).toEqual([
    ['numerator', 1],
    ['numerator', -1],
    ['denominator', 1]
  ])
})

test('hides a retired chart from members, keeps its position, and restores it', async () => {
  const { chart_id, chart_group_id } = await chart('Retiring')
  const token = await admin()
  await server.call(
    createChartGroupMemberships,
    { body: { memberships: [{ chart_group_id, chart_id }] } },
    token
  )
  const change = async (is_active: boolean) => {
    const { version } = (await server.call(getChart, { params: { id: chart_id } }, token)).body
    return server.call(updateChart, { params: { id: chart_id }, body: { version, is_active } }, token)
  }
  const isShown = async () =>
    (await tree())
      .flatMap(one => one.chart_groups)
      .flatMap(one => one.charts)
      .some(one => one.chart_id === chart_id)
  const listed = async (include_retired: boolean, as: string) =>
    (
      await server.call(listCharts, { query: { project_id: await project(), include_retired } }, as)
    ).body.charts.some(one => one.chart_id === chart_id)

  expect((await change(false)).body.is_active).toBe(false)
  expect(await isShown()).toBe(false)
  expect((await server.call(getChart, { params: { id: chart_id } }, await viewer())).status).toBe(404)
  expect(await listed(true, await viewer())).toBe(false)
  expect([await listed(false, token), await listed(true, token)]).toEqual([false, true])

  expect((await change(true)).body.is_active).toBe(true)
  expect(await isShown()).toBe(true)
})

test('the cells to build from hold numbers, or have cases or rows, and are named as people know them', async () => {
  const query = { project_id: await project() }
  const { chart_cells } = (await server.call(listChartCells, { query }, await admin())).body
  const place = await cell('Vacant WTE')
  expect(
    chart_cells.find(one => one.question_id === place.question_id && one.column_id === place.column_id)
  ).toMatchObject({ ...place, question_text: 'Vacant WTE', column_name: 'Band 6', is_active: true })
  const texts = await server.database
    .selectFrom('questions')
    .select('question_id')
    .where('question_type', 'in', ['text', 'long_text', 'single_choice'])
    .execute()
  const numbers = new Set(chart_cells.filter(one => one.aggregated_from === null).map(one => one.question_id))
  expect(texts.filter(text => numbers.has(text.question_id))).toEqual([])
  expect(chart_cells.find(one => one.question_text === 'How did you come to us?')).toMatchObject({
    aggregated_from: 'cases',
    option_list: [
      { option_name: 'By appointment' },
      { option_name: 'Without an appointment' },
      { option_name: 'Someone brought me' }
    ]
  })
  expect(chart_cells.some(one => one.aggregated_from === 'rows')).toBe(true)
})
