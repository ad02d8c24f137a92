// Intervals and verdicts in answers: right for members of a project by name, and of nobody else's figures in a strict project.

import { expect, test } from 'vitest'
import { createChart, updateChart } from '#contract/chart-builder.ts'
import { getChart, getMetaData } from '#contract/charts.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { chartBuilding } from '#tests/support/chart-building.ts'
import { askFor, seriesOf } from '#tests/support/chart-requests.ts'
import {
  byar,
  interval,
  pooled,
  sideOf,
  wilson,
  Z95,
  Z998,
  type Parts
} from '#tests/support/published-formulas.ts'
import { chartNamed } from '#tests/support/seeded.ts'
import { useServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
const { admin, viewer, collect, chart, cell, parameter, data } = chartBuilding(server)

const partsOf = ({
  numerator,
  denominator
}: {
  numerator: number | null
  denominator: number | null
}): Parts => ({
  numerator: numerator!,
  denominator: denominator!,
  standardDeviation: null
})

test('in a project by name every figure of a proportion has its Wilson intervals and a verdict against the pooled mean', async () => {
  const { body } = await askFor(server, { chart: 'Sickness absence' })
  expect(body.chart.statistic).toBe('proportion')
  const series = seriesOf(body)
  expect(series.multiplier).toBe(100)
  const valued = series.values.filter(value => value.value !== null)
  const others = valued.filter(value => !value.is_selected)
  const mean = pooled('proportion', others.map(partsOf))!
  const set = series.averages.find(one => one.basis === 'filtered')!
  expect(set.pooled!.mean).toBeCloseTo(mean * 100, 9)
  expect(set.pooled!.n).toBe(others.length)
  expect(series.averages.find(one => one.basis === 'all')!.pooled).toBeNull()
  const compared = {
    others: others.map(partsOf),
    own: partsOf(valued.find(value => value.is_selected)!),
    multiplier: 100,
    decimals: body.chart.decimal_places
  }
  const counts = [0, 0, 0, 0, 0]
  for (const value of valued) {
    for (const [found, z] of [
      [value.interval_95, Z95],
      [value.interval_998, Z998]
    ] as const)
      wilson(value.numerator!, value.denominator!, z).forEach((end, at) =>
        expect(found![at]).toBeCloseTo(end * 100, 9)
      )
    const where = sideOf('proportion', partsOf(value), compared)!
    expect(value.verdict).toBe(where === 0 ? 'similar' : where < 0 ? 'better' : 'worse')
    expect(value.certainty).toBe([null, 'probably', 'plainly'][Math.abs(where)])
    if (!value.is_selected) counts[where + 2]! += 1
  }
  const { positions } = set.pooled!
  expect([
    positions.plainly_lower,
    positions.probably_lower,
    positions.similar,
    positions.probably_higher,
    positions.plainly_higher
  ]).toEqual(counts)
})

test('a chosen peer group is what verdicts are against', async () => {
  const { peer_group_id } = await server.database
    .selectFrom('peer_groups as g')
    .innerJoin('projects as p', join => inProgramme(join, 'p', 'g', 'project_id'))
    .select('g.peer_group_id')
    .where('g.programme_id', '=', 1)
    .where('g.owner_type', '=', 'programme')
    .where('p.project_code', '=', 'ward-staffing')
    .orderBy(
      is =>
        is
          .selectFrom('peer_group_memberships as m')
          .select(({ fn }) => fn.countAll().as('members'))
          .whereRef('m.peer_group_id', '=', 'g.peer_group_id'),
      'desc'
    )
    .limit(1)
    .executeTakeFirstOrThrow()
  const series = seriesOf((await askFor(server, { chart: 'Sickness absence', groups: [peer_group_id] })).body)
  const group = series.averages.find(one => one.peer_group_id === peer_group_id)!
  const members = series.values.filter(
    value => !value.is_selected && value.value !== null && value.peer_group_ids.includes(peer_group_id)
  )
  expect(group.pooled!.mean).toBeCloseTo(pooled('proportion', members.map(partsOf))! * 100, 9)
  expect(series.averages.find(one => one.basis === 'filtered')!.pooled).toBeNull()
})

test('members of a strict project get the intervals of their own figures and no verdict of anyone', async () => {
  const { body } = await askFor(server, { project: 'ward-quality', chart: 'Falls per 1,000 bed days' })
  const series = seriesOf(body)
  const own = series.values.filter(value => value.is_own && value.value !== null)
  expect(own.length).toBeGreaterThan(0)
  for (const value of own) {
    const [lower, upper] = byar(value.numerator!, Z95)
    expect(value.interval_95![0]).toBeCloseTo((lower / value.denominator!) * 1000, 9)
    expect(value.interval_95![1]).toBeCloseTo((upper / value.denominator!) * 1000, 9)
  }
  expect(series.values.filter(value => !value.is_own)).toEqual([])
  for (const { verdict, certainty } of series.values) expect([verdict, certainty]).toEqual([null, null])
  expect(series.averages.map(set => set.pooled)).toEqual(series.averages.map(() => null))
})

test('an admin of a strict project, who sees names, sees verdicts', async () => {
  const { body } = await askFor(server, {
    project: 'ward-quality',
    chart: 'Falls per 1,000 bed days',
    role: 'admin'
  })
  const series = seriesOf(body)
  expect(series.averages.some(set => set.pooled !== null)).toBe(true)
  expect(series.values.filter(value => value.value !== null).every(value => value.verdict !== null)).toBe(
    true
  )
})

test('a chart says what its values are, and an admin changes it', async () => {
  const collection = (await collect({ collection_name: 'Statistics' })).body
  const { project_id, collection_id } = collection
  const made = await server.call(
    createChart,
    { body: { project_id, collection_id, chart_name: 'Plain' } },
    await admin()
  )
  expect(made.body.statistic).toBe('none')
  const { chart_id, version } = made.body
  await server.call(
    updateChart,
    { params: { id: chart_id }, body: { version, statistic: 'rate' } },
    await admin()
  )
  expect((await server.call(getChart, { params: { id: chart_id } }, await viewer())).body.statistic).toBe(
    'rate'
  )
  const definition = await server.call(
    getMetaData,
    { query: { chart_id: await chartNamed(server, 'Sickness absence') } },
    await viewer()
  )
  expect(definition.body.statistic).toBe('proportion')
})

test('a mean has an interval where its chart has a standard deviation', async () => {
  const made = await chart('Mean stay')
  const place = async (question: string) => ({
    ...(await cell(question)),
    chart_id: made.chart_id,
    display_order: 1
  })
  await parameter({ ...(await place('Day shift, planned hours')), parameter_role: 'numerator' })
  await parameter({ ...(await place('Budgeted WTE')), parameter_role: 'denominator' })
  await server.call(
    updateChart,
    {
      params: { id: made.chart_id },
      body: {
        version: (await server.call(getChart, { params: { id: made.chart_id } }, await viewer())).body
          .version,
        statistic: 'mean'
      }
    },
    await admin()
  )
  const without = seriesOf(await data(made.chart_id)).values.find(value => value.is_selected)!
  expect([without.value === null, without.interval_95, without.verdict]).toEqual([false, null, null])
  await parameter({ ...(await place('Vacant WTE')), parameter_role: 'standard_deviation' })
  const found = seriesOf(await data(made.chart_id)).values.find(value => value.is_selected)!
  const deviation = await server.database
    .selectFrom('answers')
    .select('number_value')
    .where('programme_id', '=', 1)
    .where('submission_id', '=', found.submission_id)
    .where('question_id', '=', (await cell('Vacant WTE')).question_id)
    .where('column_id', '=', (await cell('Vacant WTE')).column_id)
    .executeTakeFirstOrThrow()
  const wanted = interval('mean', { ...partsOf(found), standardDeviation: deviation.number_value }, 95)
  expect(found.value).toBe(without.value)
  if (wanted === null) expect(found.interval_95).toBeNull()
  else wanted.forEach((end, at) => expect(found.interval_95![at]).toBeCloseTo(end, 5))
  expect(found.denominator).toBeGreaterThan(2)
})
