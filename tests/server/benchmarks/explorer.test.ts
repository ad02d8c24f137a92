// What the explorer shows to whom: series, names, kept answers, charts in their groups.

import { expect, test } from 'vitest'
import { listSeriesOptions } from '#contract/chart-data.ts'
import { getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from '#contract/charts.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { saveSection } from '#contract/section-submissions.ts'
import { askFor, seriesOf, type Ask } from '#tests/support/chart-requests.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer()
const ask = (request: Ask = {}) => askFor(server, request)

test('several periods and several series come in one answer', async () => {
  const periods = [await periodNamed(server, '2024'), await periodNamed(server, '2025')]
  const chart = await chartNamed(server, 'Vacancy rate')
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const options = await server.call(
    listSeriesOptions,
    { params: { a: chart, b: own }, query: { time_period_id: periods[1]! } },
    await server.tokenOf('lead')
  )
  expect(options.body.series_options.map(option => option.series_name)).toEqual([
    'All',
    'Band 5',
    'Band 6',
    'Band 7',
    'Support'
  ])
  expect(options.body.series_options.map(option => option.is_default)).toEqual([
    true,
    false,
    false,
    false,
    false
  ])
  const series_option_ids = options.body.series_options.slice(1).map(option => option.series_option_id)
  const { body } = await ask({ body: { time_period_ids: periods, series_option_ids } })
  expect(body.time_periods.map(period => period.time_period_name)).toEqual(['2025', '2024'])
  expect(body.series.map(series => series.series_name)).toEqual(['Band 5', 'Band 6', 'Band 7', 'Support'])
  for (const [index, series] of body.series.entries()) {
    expect(new Set(series.values.map(value => value.time_period_id))).toEqual(new Set(periods))
    expect(series.own_summary.map(summary => summary.time_period_id)).toEqual([periods[1], periods[0]])
    const n = series.values.filter(
      value => value.time_period_id === periods[1] && value.value !== null
    ).length
    expect(n).toBe(options.body.series_options[index + 1]!.n)
  }
  expect((await ask({ body: { series_option_ids: [999_999] } })).status).toBe(422)
})

test('in an anonymous project only the own organisation’s values are listed, except for admins', async () => {
  const request = { chart: 'Falls per 1,000 bed days', project: 'ward-quality' }
  const member = seriesOf((await ask(request)).body)
  expect(member.values.length).toBeGreaterThan(0)
  for (const value of member.values)
    expect([value.is_own, value.submission_name !== null]).toEqual([true, true])
  expect(member.runs.length).toBeGreaterThan(0)
  const admin = seriesOf((await ask({ ...request, role: 'admin' })).body)
  for (const value of admin.values) expect(value.submission_name).not.toBeNull()
  const options = await server.call(
    listFilterOptions,
    {
      query: {
        organisation_id: 0,
        project_id: await projectCoded(server, 'ward-quality'),
        time_period_id: await periodNamed(server, '2025')
      }
    },
    await server.tokenOf('viewer')
  )
  expect(options.body.organisation_submissions.map(entry => entry.organisation_name)).toEqual([
    'Northfield General'
  ])
})

test('a reply is cached until a figure changes, and recalculated on the next request', async () => {
  const first = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  const second = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  expect([first.is_cached, second.is_cached]).toEqual([false, true])
  expect({ ...second, is_cached: false }).toEqual(first)
  const forced = (
    await ask({ period: '2026', chart: 'Students per registered nurse', body: { ignore_cache: true } })
  ).body
  expect([forced.is_cached, forced.digest]).toEqual([false, first.digest])

  const submission = await ownSubmission(server, 'ward-staffing', '2026')
  const cell = await cellOf(server, submission, 'Students on placement')
  const token = await server.tokenOf('lead')
  const request = {
    questionnaire_id: cell.questionnaire_id,
    submission_id: submission,
    section_id: cell.section_id,
    action: 'save' as const
  }
  await server.call(
    saveSection,
    { body: { ...request, client_change_id: 'reopen-first', action: 'reopen', answers: [] } },
    token
  )
  const answers = [{ ...cell.place, value: 19, base_version: cell.version }]
  const saved = await server.call(
    saveSection,
    { body: { ...request, client_change_id: 'nineteen-students', answers } },
    token
  )
  expect(saved.body.saved).toHaveLength(1)
  const after = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  expect(after.is_cached).toBe(false)
  expect(after.digest).not.toBe(first.digest)
  // A section that is not complete counts for its own organisation alone.
  const own = (data: typeof after) => seriesOf(data).values.find(value => value.submission_id === submission)!
  expect([own(first).numerator, own(after).numerator]).toEqual([expect.any(Number), 19])
  const asked = { period: '2026', chart: 'Students per registered nurse', submission: 0 }
  expect(own((await ask({ ...asked, role: 'admin' })).body).value).toBe(null)
  await server.call(
    saveSection,
    { body: { ...request, client_change_id: 'complete-again', action: 'complete', answers: [] } },
    token
  )
  const complete = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  expect(own(complete).numerator).toBe(19)
})

test('two people with different rights never share a kept answer', async () => {
  const request = { chart: 'Falls', project: 'ward-quality', body: { ignore_cache: false } }
  const others = async (role: 'admin' | 'lead') =>
    seriesOf((await ask({ ...request, role })).body).values.filter(value => !value.is_own)
  expect(await others('admin')).not.toEqual([])
  expect(await others('lead')).toEqual([])
})

test('charts of a project stand in groups, with tabs and a definition', async () => {
  const token = await server.tokenOf('viewer')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2025')
  const tree = await server.call(
    getCollectionHierarchy,
    { query: { project_id, time_period_id, explorer_type: 'results' } },
    token
  )
  const groups = tree.body.collections.flatMap(collection => collection.chart_groups)
  expect(groups.map(group => group.group_slug)).toEqual([
    'establishment',
    'skill-mix',
    'absence',
    'bank-and-agency',
    'experience'
  ])
  const charts = groups.flatMap(group => group.charts)
  // Of one submission its own values are told; another organisation's is not there.
  const place = { project_id, time_period_id, explorer_type: 'results' }
  const own = await ownSubmission(server, 'ward-staffing', '2025', 1)
  await server.database
    .deleteFrom('answers')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', own)
    .execute()
  const ofOne = await server.call(getCollectionHierarchy, { query: { ...place, submission_id: own } }, token)
  expect(
    ofOne.body.collections
      .flatMap(one => one.chart_groups)
      .flatMap(one => one.charts)
      .some(chart => chart.has_own_value)
  ).toBe(false)
  const foreign = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .executeTakeFirstOrThrow()
  expect((await server.call(getCollectionHierarchy, { query: { ...place, ...foreign } }, token)).status).toBe(
    404
  )
  expect(charts.every(chart => chart.has_data && chart.has_own_value)).toBe(true)
  const listed = await server.call(listCharts, { query: { project_id } }, token)
  expect(new Set(listed.body.charts.map(chart => chart.chart_id))).toEqual(
    new Set(charts.map(chart => chart.chart_id))
  )
  const chart = await chartNamed(server, 'Vacancy rate')
  const tabs = await server.call(listOutputTypes, { params: { id: chart } }, token)
  expect(tabs.body.output_types.map(tab => tab.output_name)).toEqual([
    'bar_ranked',
    'box',
    'distribution',
    'trend',
    'stacked',
    'own_submissions',
    'table',
    'text'
  ])
  const definition = await server.call(getMetaData, { query: { chart_id: chart } }, token)
  expect(definition.body).toMatchObject({
    unit: '%',
    direction: 'lower',
    minimum_count: 5,
    quartile_method: 'linear'
  })
})

test.each([
  ['another organisation’s submission', { submission: -1 }],
  ['a peer group that does not exist', { groups: [99_999] }],
  ['a period that does not exist', { body: { time_period_ids: [99_999] } }],
  ['a tab that the chart does not have', { body: { output_type_id: 99_999 } }],
  ['a chart of another project', { project: 'ward-quality', submission: 0 }]
])('%s answers 404', async (_, request) => {
  const others = await server.database
    .selectFrom('submissions')
    .select('submission_id')
    .where('programme_id', '=', 1)
    .where('organisation_id', '!=', 1)
    .execute()
  const foreign = request as Ask
  const submission = foreign.submission === -1 ? others[0]!.submission_id : foreign.submission
  expect((await ask({ ...foreign, submission })).status).toBe(404)
})
