// Every chart of two programmes as a lead receives it: each figure is worked out once more from the listed values alone, by textbook formulas and with none of
// the product's code, and so is the workbook that the page would save.

import { unzipSync, strFromU8 } from 'fflate'
import { expect, test } from 'vitest'
import { chartsXlsx } from '#browser/charts/export/xlsx.ts'
import { chartViewOf } from '#browser/charts/view/chart-view.ts'
import { getChartData, type ChartData } from '#contract/chart-data.ts'
import { interval, pooled, shown as shownAs, sideOf, type Parts } from '#tests/support/published-formulas.ts'
import { sites, useServer, wards, type TestServer } from '#tests/support/server.ts'

const server = useServer({ organisations: 40 })
type Series = ChartData['series'][number]
type Value = Series['values'][number]

/** Every chart in use of the programme's named projects, in the newest period with an edition, with an own submission. */
async function questions({ database }: TestServer, programmeId: number, email: string) {
  return database
    .selectFrom('charts as c')
    .innerJoin('projects as p', 'p.project_id', 'c.project_id')
    .innerJoin('editions as e', 'e.project_id', 'c.project_id')
    .innerJoin('submissions as s', join =>
      join.onRef('s.project_id', '=', 'c.project_id').onRef('s.time_period_id', '=', 'e.time_period_id')
    )
    .innerJoin('users as u', 'u.organisation_id', 's.organisation_id')
    .select(['c.chart_id', 'c.chart_name', 'c.project_id', 'e.time_period_id'])
    .select(({ fn }) => fn.min('s.submission_id').as('submission_id'))
    .where('c.programme_id', '=', programmeId)
    .where('p.programme_id', '=', programmeId)
    .where('e.programme_id', '=', programmeId)
    .where('s.programme_id', '=', programmeId)
    .where('u.programme_id', '=', programmeId)
    .where('u.email_address', '=', email)
    .where('c.is_active', '=', true)
    .where('c.time_period_id', 'is', null)
    .where('p.visibility', '=', 'named')
    .groupBy(['c.chart_id', 'c.chart_name', 'c.project_id', 'e.time_period_id'])
    .orderBy('c.chart_id')
    .execute()
}

/** Type 7 of Hyndman and Fan 1996. */
function quantile(ascending: readonly number[], share: number): number {
  const place = (ascending.length - 1) * share
  const [low, high] = [ascending[Math.floor(place)]!, ascending[Math.ceil(place)]!]
  return low + (place - Math.floor(place)) * (high - low)
}

const close = (found: number | null | undefined, expected: number, name: string): void =>
  expect(Math.abs(found! - expected), `${name}: ${found}, not ${expected}`).toBeLessThanOrEqual(
    1e-9 * Math.max(1, Math.abs(expected))
  )

const partsOf = ({ numerator, denominator }: Value): Parts => ({
  numerator: numerator!,
  denominator: denominator!,
  standardDeviation: null
})

function recompute(name: string, { chart, series }: ChartData): number {
  let count = 0
  for (const one of series) {
    const valued = one.values.filter(value => value.value !== null)
    const others = valued.filter(value => !value.is_selected)
    for (const value of valued.filter(({ denominator }) => denominator !== null))
      close(value.value, (value.numerator! / value.denominator!) * one.multiplier, `${name} value`)
    const sorted = others.map(({ value }) => value!).toSorted((a, b) => a - b)
    for (const set of one.averages) {
      expect([name, set.n]).toEqual([name, sorted.length])
      if (set.is_suppressed) continue
      close(set.Mean, sorted.reduce((sum, value) => sum + value, 0) / sorted.length, `${name} mean`)
      close(set.Median, quantile(sorted, 0.5), `${name} median`)
      close(set.Q1, quantile(sorted, 0.25), `${name} Q1`)
      close(set.Q3, quantile(sorted, 0.75), `${name} Q3`)
      expect([set.minimum, set.maximum]).toEqual([sorted[0], sorted.at(-1)])
      count += 5
    }
    const isSuppressed = one.averages.some(set => set.is_suppressed)
    if (isSuppressed) continue
    const lower = chart.direction === 'lower'
    for (const value of valued) {
      const shown = (figure: number): number => shownAs(figure, chart.decimal_places)
      const own = shown(value.value!)
      const than = (is: (other: number) => boolean): number =>
        valued.filter(other => is(shown(other.value!))).length
      const better = than(other => (lower ? other < own : other > own))
      const below = sorted.filter(other => shown(other) < own).length
      const equal = sorted.filter(other => shown(other) === own).length
      expect([name, value.rank, value.rank_of]).toEqual([name, better + 1, valued.length])
      close(value.percentile, (100 * (below + equal / 2)) / sorted.length, `${name} percentile`)
      const lines = [0.25, 0.5, 0.75].map(share => quantile(sorted, share))
      expect([name, value.quartile]).toEqual([name, 1 + lines.filter(line => value.value! > line).length])
      count += 3
    }
    count += recomputeCertainty(name, chart, one, valued, others)
    const [summary] = one.own_summary
    const own = valued.find(value => value.is_selected)
    if (own) close(summary!.difference_from_median, own.value! - quantile(sorted, 0.5), `${name} difference`)
  }
  return count
}

function recomputeCertainty(
  name: string,
  { statistic, direction, decimal_places: decimals }: ChartData['chart'],
  { averages, multiplier }: Series,
  valued: readonly Value[],
  others: readonly Value[]
): number {
  if (statistic !== 'proportion' && statistic !== 'rate') return 0
  const mean = pooled(statistic, others.map(partsOf))!
  close(averages.find(set => set.pooled !== null)!.pooled!.mean, mean * multiplier, `${name} pooled`)
  const own = valued.find(value => value.is_selected)
  const compared = { others: others.map(partsOf), own: own ? partsOf(own) : null, multiplier, decimals }
  for (const value of valued) {
    const side = sideOf(statistic, partsOf(value), compared)
    const ends = interval(statistic, partsOf(value), 95)
    expect([name, value.interval_95 === null]).toEqual([name, ends === null])
    ends?.forEach((end, at) => close(value.interval_95![at], end * multiplier, `${name} interval`))
    const [low, high] = {
      lower: ['better', 'worse'],
      higher: ['worse', 'better'],
      neutral: ['lower', 'higher']
    }[direction]
    const verdict = side === null ? null : side === 0 ? 'similar' : side < 0 ? low : high
    expect([name, value.verdict]).toEqual([name, verdict])
  }
  return valued.length * 4
}

/** All numbers in the cells of a workbook. */
const numbersIn = (workbook: Uint8Array): Set<number> =>
  new Set(
    Object.entries(unzipSync(workbook))
      .filter(([file]) => file.includes('worksheets'))
      .flatMap(([, xml]) =>
        [...strFromU8(xml).matchAll(/<v>(-?[\d.eE+-]+)<\/v>/g)].map(([, text]) => Number(text))
      )
  )

test.each([
  ['wards', wards],
  ['sites', sites]
] as const)('every figure of every chart of %s is what its listed values give', async (_, programme) => {
  const email = `lead@${programme.code}.example`
  const token = await server.tokenOf('lead', programme)
  const all = await questions(server, programme.programmeId, email)
  expect(all.length).toBeGreaterThan(5)
  let figures = 0
  for (const { chart_id, chart_name, project_id, time_period_id, submission_id } of all) {
    const { body, status } = await server.call(
      getChartData,
      {
        params: { a: chart_id, b: submission_id },
        query: { peerGroupId: 'null' },
        body: { project_id, organisation_id: 0, time_period_id }
      },
      token
    )
    expect([chart_name, status]).toEqual([chart_name, 200])
    figures += recompute(chart_name, body)
    const context = { recipient: 'Anna', link: 'https://wards.example/', metaData: null }
    const written = numbersIn(chartsXlsx([{ chartView: chartViewOf(body, time_period_id), context }]))
    for (const { value } of body.series[0]!.values)
      if (value !== null)
        expect([chart_name, value, written.has(Number(value.toPrecision(15)))]).toEqual([
          chart_name,
          value,
          true
        ])
  }
  expect(figures).toBeGreaterThan(500)
})
