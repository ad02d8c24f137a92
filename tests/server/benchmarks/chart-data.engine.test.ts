// The figures of the explorer, each computed again from the stored answers without the server's SQL.

import { expect, test } from 'vitest'
import { listFilterOptions } from '#contract/filters.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/figures/ranking.ts'
import { averagesOf, sortedValues } from '#domain/figures/statistics.ts'
import { invariant } from '#lib/invariant.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { askFor, seriesOf, type Ask } from '#tests/support/chart-requests.ts'
import { ownSubmission, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const ask = (request: Ask = {}) => askFor(server, request)

/** Vacancy rates by submission, straight from the answers: vacant over budgeted, all bands added. */
async function vacancyRates(period: string, project = 'ward-staffing') {
  const rows = await server.database
    .selectFrom('answers as a')
    .innerJoin('questions as q', join => inProgramme(join, 'q', 'a', 'question_id'))
    .innerJoin('submissions as s', join => inProgramme(join, 's', 'a', 'submission_id'))
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
      return values.length === 4 && !values.includes(null)
        ? values.reduce<number>((total, value) => total + (value ?? 0), 0)
        : null
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
    const rate = rates.get(value.submission_id!) ?? null
    close(value.value, rate)
    if (rate === null) {
      expect(value.rank).toBeNull()
      continue
    }
    expect(value.rank).toBe(rankOf(rate, sorted, 'lower', body.chart.decimal_places))
    expect(value.rank_of).toBe(sorted.length)
    close(value.percentile, percentileOf(rate, others, body.chart.decimal_places))
    expect(value.quartile).toBe(quartileOf(rate, averages))
  }
  for (const basis of ['all', 'filtered'] as const) {
    const set = series.averages.find(candidate => candidate.basis === basis)!
    expect(set.n).toBe(others.length)
    for (const name of ['Mean', 'Median', 'Q1', 'Q3', 'minimum', 'maximum'] as const)
      close(set[name], averages[name])
  }
  const { edges, counts } = series.averages.find(({ basis }) => basis === 'filtered')!.bins!
  const steps = edges.slice(1).map((to, at) => to - edges[at]!)
  for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 9)
  const inStep = (rate: number, at: number): boolean =>
    rate >= edges[at]! && (at === steps.length - 1 ? rate <= edges[at + 1]! : rate < edges[at + 1]!)
  expect(counts).toEqual(steps.map((_, at) => others.filter(rate => inStep(rate, at)).length))
  expect(edges[0]).toBeLessThanOrEqual(sorted[0]!)
  expect(edges.at(-1)).toBeGreaterThanOrEqual(sorted.at(-1)!)
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
  close(summary!.previous_value, before)
  close(summary!.difference_from_median, own.value! - seriesOf(body).averages[1]!.Median!)
  const isSame = Math.abs(own.value! - before) < 0.05
  expect(summary!.trend).toBe(isSame ? 'same' : own.value! < before ? 'better' : 'worse')
})

test('applies filters to values, ranks and averages, and counts what they exclude', async () => {
  const filters = [
    {
      filter_id: 1,
      filter_name: 'Region',
      option_list: [{ option_name: 'North' }, { option_name: 'South' }, { option_name: 'East' }]
    }
  ]
  const { body } = await ask({ body: { filters } })
  const all = seriesOf((await ask()).body)
  const series = seriesOf(body)
  const members = await server.database
    .selectFrom('submission_filter_options as so')
    .innerJoin('filter_options as o', join => inProgramme(join, 'o', 'so', 'filter_option_id'))
    .select('so.submission_id')
    .where('so.programme_id', '=', 1)
    .where('o.option_name', 'in', ['North', 'South', 'East'])
    .execute()
  const ids = new Set(members.map(member => member.submission_id))
  const expected = all.values.filter(value => ids.has(value.submission_id!) || value.is_selected)
  expect(series.values.map(value => value.submission_id)).toEqual(expected.map(value => value.submission_id))
  const isOther = (value: { is_selected: boolean }): boolean => !value.is_selected
  const inside = sortedValues(
    all.values.filter(value => ids.has(value.submission_id!) && isOther(value)).map(value => value.value)
  )
  const filtered = series.averages.find(set => set.basis === 'filtered')!
  expect(filtered.n).toBe(inside.length)
  close(filtered.Median, averagesOf(inside).Median)
  expect(series.averages.find(set => set.basis === 'all')!.n).toBe(
    sortedValues(all.values.filter(isOther).map(value => value.value)).length
  )
  expect(body.excluded_count).toBe(all.values.filter(value => !ids.has(value.submission_id!)).length)
  expect(body.applied_filters).toEqual(filters)
  const ranked = sortedValues(series.values.map(value => value.value))
  for (const value of series.values.filter(candidate => candidate.value !== null))
    expect(value.rank).toBe(rankOf(value.value!, ranked, 'lower', body.chart.decimal_places))
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
  if (averages.n! >= 5) close(averages.Mean, averagesOf(peers.map(peer => peer.value)).Mean)
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
  const { body } = await ask({
    groups: small.filter(group => group.project_id === projectId).map(group => group.peer_group_id)
  })
  const averages = seriesOf(body).averages.find(set => set.basis === 'peer_group')!
  expect(averages).toMatchObject({
    n: 2,
    is_suppressed: true,
    Mean: null,
    Median: null,
    Q1: null,
    Q3: null,
    minimum: null,
    maximum: null
  })
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
  const option_list = [...regions.keys()]
    .filter(region => region !== fewest[0])
    .map(option_name => ({ option_name }))
  const series = seriesOf(
    (await ask({ body: { filters: [{ filter_id: 1, filter_name: 'Region', option_list }] } })).body
  )
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
    .innerJoin('filter_options as o', join => inProgramme(join, 'o', 'so', 'filter_option_id'))
    .select(['so.submission_id', 'o.option_name'])
    .where('so.programme_id', '=', 1)
    .where('o.filter_id', '=', 1)
    .execute()
  const counts = new Map<string, number>()
  for (const row of rows)
    if ((rates.get(row.submission_id) ?? null) !== null)
      counts.set(row.option_name, (counts.get(row.option_name) ?? 0) + 1)
  return counts
}
