// The answers of the explorer, each figure computed again from the stored answers without the server's SQL.
import { expect, test } from 'vitest'
import { getChartData, listSeriesOptions, type ChartData } from '#contract/chart-data.ts'
import { getCollectionHierarchy, getMetaData, listCharts, listOutputTypes } from '#contract/charts.ts'
import { listFilterOptions } from '#contract/filters.ts'
import { saveSection } from '#contract/questionnaires.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/ranking.ts'
import { invariant } from '#lib/invariant.ts'
import { averagesOf, sortedValues } from '#domain/statistics.ts'
import { cellOf, chartNamed, ownSubmission, periodNamed, projectCoded } from '../support/seeded.ts'
import { useServer } from '../support/server.ts'

const server = useServer({ organisations: 24 })

interface Ask {
  chart?: string
  project?: string
  period?: string
  submission?: number
  groups?: number[]
  body?: object
  role?: 'lead' | 'viewer' | 'admin'
}

async function ask({
  chart = 'Vacancy rate',
  project = 'ward-staffing',
  period = '2025',
  submission,
  groups = [],
  body = {},
  role = 'lead'
}: Ask = {}) {
  const projectId = await projectCoded(server, project)
  const timePeriodId = await periodNamed(server, period)
  const own = submission ?? (await ownSubmission(server, project, period))
  const reply = await server.call(
    getChartData,
    {
      params: { a: await chartNamed(server, chart), b: own },
      query: { peerGroupId: groups.length > 0 ? groups : 'null' },
      body: { project_id: projectId, organisation_id: 0, time_period_id: timePeriodId, ...body }
    },
    await server.tokenOf(role)
  )
  return reply
}

/** Vacancy rates by submission, straight from the answers: vacant over budgeted, all bands added. */
async function vacancyRates(period: string, project = 'ward-staffing') {
  const rows = await server.database
    .selectFrom('answers as a')
    .innerJoin('questions as q', join => join.onRef('q.programme_id', '=', 'a.programme_id').onRef('q.question_id', '=', 'a.question_id'))
    .innerJoin('submissions as s', join =>
      join.onRef('s.programme_id', '=', 'a.programme_id').onRef('s.submission_id', '=', 'a.submission_id')
    )
    .select(['a.submission_id', 'q.question_text', 'a.number_value'])
    .where('a.programme_id', '=', 1)
    .where('s.time_period_id', '=', await periodNamed(server, period))
    .where('s.project_id', '=', await projectCoded(server, project))
    .where('q.question_text', 'in', ['Vacant WTE', 'Budgeted WTE'])
    .execute()
  const rates = new Map<number, number | null>()
  for (const [submissionId, cells] of Map.groupBy(rows, row => row.submission_id)) {
    const sum = (text: string): number | null => {
      const values = cells.filter(cell => cell.question_text === text).map(cell => cell.number_value)
      return values.length === 4 && !values.includes(null) ? values.reduce<number>((total, value) => total + (value ?? 0), 0) : null
    }
    const [vacant, budgeted] = [sum('Vacant WTE'), sum('Budgeted WTE')]
    rates.set(submissionId, vacant === null || !budgeted ? null : (vacant / budgeted) * 100)
  }
  return rates
}

const close = (actual: number | null | undefined, expected: number | null): void => {
  if (expected === null) expect(actual).toBeNull()
  else expect(actual).toBeCloseTo(expected, 9)
}

function seriesOf(data: ChartData) {
  expect(data.series).toHaveLength(1)
  return data.series[0]!
}

test('values, ranks, quartiles and averages agree with the stored answers', async () => {
  const { status, body } = await ask()
  expect(status).toBe(200)
  const rates = await vacancyRates('2025')
  const series = seriesOf(body)
  expect(series.values.length).toBeGreaterThan(20)
  // The own submission is ranked among all and compared with the others.
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const sorted = sortedValues(rates.values())
  const others = sortedValues([...rates].filter(([id]) => id !== own).map(([, rate]) => rate))
  const averages = averagesOf(others)
  for (const value of series.values) {
    const rate = rates.get(value.submission_id) ?? null
    close(value.value, rate)
    if (rate === null) {
      expect(value.rank).toBeNull()
      continue
    }
    expect(value.rank).toBe(rankOf(rate, sorted))
    expect(value.rank_of).toBe(sorted.length)
    close(value.percentile, percentileOf(rate, others))
    expect(value.quartile).toBe(quartileOf(rate, averages))
  }
  for (const basis of ['all', 'filtered'] as const) {
    const set = series.averages.find(candidate => candidate.basis === basis)!
    expect(set.n).toBe(others.length)
    for (const name of ['Mean', 'Median', 'Q1', 'Q3', 'minimum', 'maximum'] as const) close(set[name], averages[name])
  }
  expect(body.missing_count).toBe(series.values.filter(value => value.value === null).length)
  expect(body.excluded_count).toBe(0)
})

test('the own submission is marked, named and summed up, with the change since the period before', async () => {
  const submission = await ownSubmission(server, 'ward-staffing', '2025', 1)
  const { body } = await ask({ submission })
  const own = seriesOf(body).values.find(value => value.is_selected)!
  expect(own).toMatchObject({ is_own: true, submission_id: submission })
  const before = (await vacancyRates('2024')).get(await ownSubmission(server, 'ward-staffing', '2024', 1))
  invariant(typeof before === 'number', 'the seed gives this ward figures in both years')
  const [summary] = seriesOf(body).own_summary
  close(summary!.change_from_previous, own.value! - before)
  close(summary!.difference_from_median, own.value! - seriesOf(body).averages[1]!.Median!)
  const isSame = Math.abs(own.value! - before) < 0.05
  expect(summary!.trend).toBe(isSame ? 'same' : own.value! < before ? 'better' : 'worse')
})

test('filters narrow values, ranks and averages, and say how many they left out', async () => {
  const filters = [
    { filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'North' }, { option_name: 'South' }, { option_name: 'East' }] }
  ]
  const { body } = await ask({ body: { filters } })
  const all = seriesOf((await ask()).body)
  const series = seriesOf(body)
  const members = await server.database
    .selectFrom('submission_filter_options as so')
    .innerJoin('filter_options as o', join =>
      join.onRef('o.programme_id', '=', 'so.programme_id').onRef('o.filter_option_id', '=', 'so.filter_option_id')
    )
    .select('so.submission_id')
    .where('so.programme_id', '=', 1)
    .where('o.option_name', 'in', ['North', 'South', 'East'])
    .execute()
  const ids = new Set(members.map(member => member.submission_id))
  const expected = all.values.filter(value => ids.has(value.submission_id) || value.is_selected)
  expect(series.values.map(value => value.submission_id)).toEqual(expected.map(value => value.submission_id))
  const isOther = (value: { is_selected: boolean }): boolean => !value.is_selected
  const inside = sortedValues(all.values.filter(value => ids.has(value.submission_id) && isOther(value)).map(value => value.value))
  const filtered = series.averages.find(set => set.basis === 'filtered')!
  expect(filtered.n).toBe(inside.length)
  close(filtered.Median, averagesOf(inside).Median)
  expect(series.averages.find(set => set.basis === 'all')!.n).toBe(
    sortedValues(all.values.filter(isOther).map(value => value.value)).length
  )
  expect(body.excluded_count).toBe(all.values.filter(value => !ids.has(value.submission_id)).length)
  expect(body.applied_filters).toEqual(filters)
  const ranked = sortedValues(series.values.map(value => value.value))
  for (const value of series.values.filter(candidate => candidate.value !== null)) expect(value.rank).toBe(rankOf(value.value!, ranked))
})

test('a peer group has its own averages, without the own submission', async () => {
  const token = await server.tokenOf('lead')
  const options = await server.call(
    listFilterOptions,
    {
      query: {
        organisation_id: 0,
        project_id: await projectCoded(server, 'ward-staffing'),
        time_period_id: await periodNamed(server, '2025')
      }
    },
    token
  )
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const group = options.body.peer_groups.find(candidate => candidate.peer_group_name === 'All medical')!
  const { body } = await ask({ groups: [group.peer_group_id] })
  const members = body.peer_groups[0]!
  expect(members.submission_ids).toContain(own)
  expect(members.member_count).toBe(group.member_count)
  const series = seriesOf(body)
  const peers = series.values.filter(value => value.peer_group_ids.includes(group.peer_group_id))
  expect(peers.map(peer => peer.submission_id)).not.toContain(own)
  const averages = series.averages.find(set => set.basis === 'peer_group')!
  expect(averages.n).toBe(peers.filter(peer => peer.value !== null).length)
  if (averages.n >= 5) close(averages.Mean, averagesOf(peers.map(peer => peer.value)).Mean)
  else expect(averages).toMatchObject({ is_suppressed: true, Mean: null, minimum: null })
})

test('a group under the minimum shows its n and nothing else, and so do single values of a small filtered set', async () => {
  const small = await server.database
    .selectFrom('peer_groups')
    .selectAll()
    .where('programme_id', '=', 1)
    .where('peer_group_name', '=', 'Our sites')
    .execute()
  const projectId = await projectCoded(server, 'ward-staffing')
  const { body } = await ask({ groups: small.filter(group => group.project_id === projectId).map(group => group.peer_group_id) })
  const averages = seriesOf(body).averages.find(set => set.basis === 'peer_group')!
  expect(averages).toMatchObject({ n: 2, is_suppressed: true, Mean: null, Median: null, Q1: null, Q3: null, minimum: null, maximum: null })
  const narrow = [
    { filter_id: 1, filter_name: 'Region', option_list: [{ option_name: 'North' }] },
    { filter_id: 2, filter_name: 'Type', option_list: [{ option_name: 'Acute' }] },
    { filter_id: 3, filter_name: 'Size', option_list: [{ option_name: 'Under 20 beds' }] }
  ]
  const few = seriesOf((await ask({ body: { filters: narrow } })).body)
  expect(few.averages.find(set => set.basis === 'filtered')!.n).toBeLessThan(5)
  expect(few.averages.find(set => set.basis === 'filtered')!.is_suppressed).toBe(true)
  for (const value of few.values.filter(candidate => !candidate.is_own))
    expect(value).toMatchObject({ value: null, numerator: null, rank: null })
  expect(few.values.find(value => value.is_selected)!.value).not.toBeNull()
})

test('a filter that leaves out fewer than the minimum is held back: its averages would tell the rest by subtraction', async () => {
  const all = seriesOf((await ask()).body)
  const regions = await regionCounts()
  const fewest = [...regions].toSorted((a, b) => a[1] - b[1])[0]!
  expect(fewest[1]).toBeLessThan(5)
  const option_list = [...regions.keys()].filter(region => region !== fewest[0]).map(option_name => ({ option_name }))
  const series = seriesOf((await ask({ body: { filters: [{ filter_id: 1, filter_name: 'Region', option_list }] } })).body)
  const sets = series.averages.map(set => [set.basis, set.is_suppressed])
  expect(sets).toEqual([
    ['all', false],
    ['filtered', true]
  ])
  expect(all.averages.every(set => !set.is_suppressed)).toBe(true)
})

async function regionCounts(): Promise<Map<string, number>> {
  const rates = await vacancyRates('2025')
  rates.delete(await ownSubmission(server, 'ward-staffing', '2025'))
  const rows = await server.database
    .selectFrom('submission_filter_options as so')
    .innerJoin('filter_options as o', join =>
      join.onRef('o.programme_id', '=', 'so.programme_id').onRef('o.filter_option_id', '=', 'so.filter_option_id')
    )
    .select(['so.submission_id', 'o.option_name'])
    .where('so.programme_id', '=', 1)
    .where('o.filter_id', '=', 1)
    .execute()
  const counts = new Map<string, number>()
  for (const row of rows)
    if ((rates.get(row.submission_id) ?? null) !== null) counts.set(row.option_name, (counts.get(row.option_name) ?? 0) + 1)
  return counts
}

test('several periods and several series come in one answer', async () => {
  const periods = [await periodNamed(server, '2024'), await periodNamed(server, '2025')]
  const chart = await chartNamed(server, 'Vacancy rate')
  const own = await ownSubmission(server, 'ward-staffing', '2025')
  const options = await server.call(
    listSeriesOptions,
    { params: { a: chart, b: own }, query: { time_period_id: periods[1]! } },
    await server.tokenOf('lead')
  )
  expect(options.body.series_options.map(option => option.series_name)).toEqual(['All', 'Band 5', 'Band 6', 'Band 7', 'Support'])
  expect(options.body.series_options.map(option => option.is_default)).toEqual([true, false, false, false, false])
  const series_option_ids = options.body.series_options.slice(1).map(option => option.series_option_id)
  const { body } = await ask({ body: { time_period_ids: periods, series_option_ids } })
  expect(body.time_periods.map(period => period.time_period_name)).toEqual(['2025', '2024'])
  expect(body.series.map(series => series.series_name)).toEqual(['Band 5', 'Band 6', 'Band 7', 'Support'])
  for (const [index, series] of body.series.entries()) {
    expect(new Set(series.values.map(value => value.time_period_id))).toEqual(new Set(periods))
    expect(series.own_summary.map(summary => summary.time_period_id)).toEqual([periods[1], periods[0]])
    const n = series.values.filter(value => value.time_period_id === periods[1] && value.value !== null).length
    expect(n).toBe(options.body.series_options[index + 1]!.n)
  }
  expect((await ask({ body: { series_option_ids: [999_999] } })).status).toBe(422)
})

test('in an anonymous project only the own organisation has a name, except for admins', async () => {
  const request = { chart: 'Falls per 1,000 bed days', project: 'ward-quality' }
  const member = seriesOf((await ask(request)).body)
  expect(member.values.some(value => !value.is_own)).toBe(true)
  for (const value of member.values) expect(value.submission_name === null && value.organisation_id === null).toBe(!value.is_own)
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
  expect(options.body.organisation_submissions.map(entry => entry.organisation_name)).toEqual(['Northfield General'])
})

test('an answer is kept until a figure changes, and a new one is made at once when asked for', async () => {
  const first = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  const second = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  expect([first.is_cached, second.is_cached]).toEqual([false, true])
  expect({ ...second, is_cached: false }).toEqual(first)
  const forced = (await ask({ period: '2026', chart: 'Students per registered nurse', body: { ignore_cache: true } })).body
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
  await server.call(saveSection, { body: { ...request, client_change_id: 'reopen-first', action: 'reopen', answers: [] } }, token)
  const answers = [{ ...cell.place, value: 19, base_version: cell.version }]
  const saved = await server.call(saveSection, { body: { ...request, client_change_id: 'nineteen-students', answers } }, token)
  expect(saved.body.saved).toHaveLength(1)
  const after = (await ask({ period: '2026', chart: 'Students per registered nurse' })).body
  expect(after.is_cached).toBe(false)
  expect(after.digest).not.toBe(first.digest)
  expect(seriesOf(after).values.find(value => value.is_selected)!.numerator).toBe(19)
})

test('two people with different rights never share a kept answer', async () => {
  const request = { chart: 'Falls', project: 'ward-quality', body: { ignore_cache: false } }
  await ask({ ...request, role: 'admin' })
  const member = seriesOf((await ask({ ...request, role: 'lead' })).body)
  expect(member.values.filter(value => !value.is_own).every(value => value.submission_name === null)).toBe(true)
})

test('charts of a project stand in groups, with tabs and a definition', async () => {
  const token = await server.tokenOf('viewer')
  const project_id = await projectCoded(server, 'ward-staffing')
  const time_period_id = await periodNamed(server, '2025')
  const tree = await server.call(getCollectionHierarchy, { query: { project_id, time_period_id, explorer_type: 'results' } }, token)
  const groups = tree.body.collections.flatMap(collection => collection.chart_groups)
  expect(groups.map(group => group.group_slug)).toEqual(['establishment', 'skill-mix', 'absence', 'bank-and-agency'])
  const charts = groups.flatMap(group => group.charts)
  expect(charts.every(chart => chart.has_data && chart.has_own_value)).toBe(true)
  const listed = await server.call(listCharts, { query: { project_id } }, token)
  expect(listed.body.charts.map(chart => chart.chart_id).toSorted()).toEqual(charts.map(chart => chart.chart_id).toSorted())
  const chart = await chartNamed(server, 'Vacancy rate')
  const tabs = await server.call(listOutputTypes, { params: { id: chart } }, token)
  expect(tabs.body.output_types.map(tab => tab.output_name)).toEqual([
    'bar_ranked',
    'box',
    'distribution',
    'trend',
    'stacked',
    'table',
    'text'
  ])
  const definition = await server.call(getMetaData, { query: { chart_id: chart } }, token)
  expect(definition.body).toMatchObject({ unit: '%', direction: 'lower', minimum_count: 5, quartile_method: 'linear' })
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
