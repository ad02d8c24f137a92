// An answer over more submissions than a chart can draw lists some of them, and still speaks of all. The same requests go to a server that
// lists few and to one that lists everyone.

import { beforeAll, expect, test } from 'vitest'
import { chartViewOf, type ChartEntry } from '#browser/charts/view/chart-view.ts'
import type { ChartData } from '#contract/chart-data.ts'
import { askFor, seriesOf, type Ask } from '#tests/support/chart-requests.ts'
import { chartNamed, periodNamed, projectCoded } from '#tests/support/seeded.ts'
import { NOON, useServer, type TestServer } from '#tests/support/server.ts'

const PLACES = 9
const whole = useServer({ organisations: 40 })
const cut = useServer({ organisations: 40, listedValues: PLACES })

const askBoth = async (request: Ask = {}): Promise<{ all: ChartData; few: ChartData }> => ({
  all: (await askFor(whole, request)).body,
  few: (await askFor(cut, request)).body
})

/** The same in both databases: what is numbered by itself need not be. */
const HALF = 900_001
beforeAll(async () => {
  for (const server of [whole, cut]) await makeHalf(server)
})

/** A peer group of every second ward. */
async function makeHalf(server: TestServer): Promise<void> {
  const { database } = server
  const project_id = await projectCoded(server, 'ward-staffing')
  const group = { programme_id: 1, peer_group_id: HALF, peer_group_name: 'Half', description: '', project_id }
  await database
    .insertInto('peer_groups')
    .values({ ...group, owner_type: 'programme', created_at: NOON })
    .execute()
  const wards = await database
    .selectFrom('submissions')
    .select('lineage_id')
    .distinct()
    .where('programme_id', '=', 1)
    .where('project_id', '=', project_id)
    .orderBy('lineage_id')
    .execute()
  const members = wards.filter((_, index) => index % 2 === 0)
  await database
    .insertInto('peer_group_memberships')
    .values(members.map(({ lineage_id }) => ({ programme_id: 1, peer_group_id: HALF, lineage_id })))
    .execute()
}

test('everything but the list of single values is as if all were listed', async () => {
  for (const request of [
    {},
    { groups: [HALF] },
    { body: { filters: [region('North', 'South', 'East')] } }
  ] as Ask[]) {
    const { all, few } = await askBoth(request)
    const [wholeSeries, cutSeries] = [seriesOf(all), seriesOf(few)]
    expect(wholeSeries.values.length).toBeGreaterThan(PLACES)
    expect(cutSeries.values).toHaveLength(PLACES)
    expect(cutSeries.value_counts).toEqual([{ ...wholeSeries.value_counts[0], listed_count: PLACES }])
    expect(wholeSeries.value_counts[0]!.listed_count).toBe(wholeSeries.values.length)
    expect(wholeSeries.value_counts[0]!.total_count).toBe(wholeSeries.values.length)
    const isDrawn = (basis: string): boolean => basis === (request.groups ? 'peer_group' : 'filtered')
    for (const { basis, bins, n } of cutSeries.averages)
      expect(bins === null ? null : bins.counts.reduce((sum, count) => sum + count, 0)).toBe(
        isDrawn(basis) ? n : null
      )
    const bare = ({ values: _values, value_counts: _counts, ...rest }: typeof cutSeries) => rest
    expect(bare(cutSeries)).toEqual(bare(wholeSeries))
    for (const value of cutSeries.values)
      expect(value).toEqual(
        wholeSeries.values.find(candidate => candidate.submission_id === value.submission_id)
      )
    expect([few.missing_count, few.excluded_count]).toEqual([all.missing_count, all.excluded_count])
    expect(few.peer_groups.map(group => group.member_count)).toEqual(
      all.peer_groups.map(group => group.member_count)
    )
    expect(wholeSeries.values.some(value => value.peer_standings.length > 0)).toBe(
      request.groups !== undefined
    )
  }
})

const region = (...names: string[]) => ({
  filter_id: 1,
  filter_name: 'Region',
  option_list: names.map(option_name => ({ option_name }))
})

test('the own organisation, those to be marked, and the lowest and highest of the rest are among the listed', async () => {
  const { all } = await askBoth()
  const known = seriesOf(all).values.filter(value => !value.is_own && value.value !== null)
  const marked = known[3]!.submission_id
  const values = seriesOf((await askFor(cut, { body: { other_submission_ids: [marked] } })).body).values
  expect(values.filter(value => value.is_other).map(value => value.submission_id)).toEqual([marked])
  expect(values.filter(value => value.is_own)).toHaveLength(
    seriesOf(all).values.filter(value => value.is_own).length
  )
  const rest = known.filter(value => value.submission_id !== marked).map(value => value.value!)
  const listed = values.flatMap(value => value.value ?? [])
  expect(listed).toEqual(expect.arrayContaining([Math.min(...rest), Math.max(...rest)]))
})

test('the own rank and quarter within a peer group are of all its members, listed or not', async () => {
  const { all, few } = await askBoth({ groups: [HALF] })
  const period = await periodNamed(whole, '2025')
  const [read, readFew] = [chartViewOf(all, period), chartViewOf(few, period)]
  expect(read.comparison.peerGroupName).toBe('Half')
  expect(readFew.standing).toEqual(read.standing)
  expect(readFew.others.length).toBeLessThan(read.others.length)
  expect(readFew.entries.some(entry => entry.rank !== null && entry.role === 'peer')).toBe(true)
  const placeOf = ({ rank, rankOf }: ChartEntry) => (rank === null ? null : `${rank} of ${rankOf}`)
  for (const entry of readFew.entries) {
    const same = read.entries.find(candidate => candidate.submissionId === entry.submissionId)!
    expect([entry.value, placeOf(entry)]).toEqual([same.value, placeOf(same)])
  }
})

test('a marked member of the group that the filters leave out has no position in it', async () => {
  const request: Ask = { groups: [HALF], body: { filters: [region('North')] } }
  const standingsOf = async (submissionId: number, ask: Ask) => {
    const { values } = seriesOf((await askFor(whole, ask)).body)
    return values.find(value => value.submission_id === submissionId)?.peer_standings
  }
  const { all } = await askBoth({ groups: [HALF] })
  const kept = new Set(seriesOf((await askFor(whole, request)).body).values.map(value => value.submission_id))
  const left = seriesOf(all).values.find(
    value => value.peer_standings.length > 0 && !value.is_own && !kept.has(value.submission_id)
  )!.submission_id!
  expect(await standingsOf(left, { groups: [HALF] })).toHaveLength(1)
  const marking = { ...request.body, other_submission_ids: [left] }
  expect(await standingsOf(left, { ...request, body: marking })).toEqual([])
})

test('every series lists the same submissions, so that parts can be stacked', async () => {
  const parameters = await whole.database
    .selectFrom('chart_parameters')
    .select('chart_parameter_id')
    .where('programme_id', '=', 1)
    .where('chart_id', '=', await chartNamed(whole, 'Vacancy rate'))
    .orderBy('display_order')
    .orderBy('chart_parameter_id')
    .execute()
  const known = new Set((await askFor(whole)).body.series.map(series => series.series_id))
  const others = []
  for (const { chart_parameter_id } of parameters) {
    if (known.has(chart_parameter_id)) continue
    if ((await askFor(whole, { body: { series_option_ids: [chart_parameter_id] } })).status === 200)
      others.push(chart_parameter_id)
  }
  expect(others.length).toBeGreaterThan(1)
  const { body } = await askFor(cut, { body: { series_option_ids: [...known, ...others] } })
  const listed = body.series.map(series => series.values.map(value => value.submission_id))
  for (const ids of listed) expect(ids).toEqual(listed[0])
})

test('suppressed figures stay suppressed', async () => {
  for (const server of [whole, cut]) await setMinimum(server, 500)
  const { all, few } = await askBoth({ groups: [HALF] })
  for (const server of [whole, cut]) await setMinimum(server, 5)
  const [wholeSeries, cutSeries] = [seriesOf(all), seriesOf(few)]
  expect(cutSeries.averages).toEqual(wholeSeries.averages)
  for (const { is_suppressed, Median, bins } of cutSeries.averages)
    expect([is_suppressed, Median, bins]).toEqual([true, null, null])
  expect(cutSeries.values.length).toBeLessThan(wholeSeries.values.length)
  const held = cutSeries.values.filter(value => value.is_suppressed)
  expect(held.length).toBeGreaterThan(0)
  for (const value of held) {
    expect([value.value, value.rank, value.percentile, value.peer_standings]).toEqual([null, null, null, []])
    expect(
      wholeSeries.values.find(candidate => candidate.submission_id === value.submission_id)?.is_suppressed
    ).toBe(true)
  }
  expect(cutSeries.values.filter(value => !value.is_own && value.value !== null)).toEqual([])
})

const setMinimum = ({ database }: TestServer, minimum_count: number) =>
  database.updateTable('projects').set({ minimum_count }).where('programme_id', '=', 1).execute()
