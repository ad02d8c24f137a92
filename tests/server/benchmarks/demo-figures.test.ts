// The demo shows charts with figures that differ: one whose figures are all 0 has a question that was never drawn. Its dates fit together.

import { expect, test } from 'vitest'
import { getChartData } from '#contract/chart-data.ts'
import type { RunningProgramme } from '#server/http/programme.ts'
import { sites, useServer, wards } from '#tests/support/server.ts'

const programme = (programmeId: number, code: string): RunningProgramme => ({
  ...wards,
  programmeId,
  code,
  programmeName: code,
  origins: [`https://${code}.example`]
})
const programmes = [wards, sites, programme(3, 'libraries'), programme(4, 'councils')]
const server = useServer({ organisations: 40, programmes: programmes.slice(1) })

/** Every chart in use with the newest published period of its project. */
const publishedCharts = ({ programmeId }: RunningProgramme) =>
  server.database
    .selectFrom('charts as c')
    .innerJoin('editions as e', join =>
      join.onRef('e.programme_id', '=', 'c.programme_id').onRef('e.project_id', '=', 'c.project_id')
    )
    .select(['c.chart_id', 'c.chart_name', 'c.project_id'])
    .select(({ fn }) => fn.max('e.time_period_id').as('time_period_id'))
    .where('c.programme_id', '=', programmeId)
    .where('e.programme_id', '=', programmeId)
    .where('c.is_active', '=', true)
    .groupBy(['c.chart_id', 'c.chart_name', 'c.project_id'])
    .orderBy('c.chart_id')
    .execute()

test.each(programmes)('every published chart of $code has figures that differ', async site => {
  const token = await server.tokenOf('admin', site)
  const charts = await publishedCharts(site)
  expect(charts.length).toBeGreaterThan(8)
  for (const { chart_id, chart_name, project_id, time_period_id } of charts) {
    const { body } = await server.call(
      getChartData,
      {
        params: { a: chart_id, b: 0 },
        query: { peerGroupId: 'null' },
        body: { project_id, organisation_id: 0, time_period_id }
      },
      token
    )
    for (const { averages } of body.series) {
      const { Q1, Q3, Median } = averages.find(set => set.basis === 'filtered')!
      expect([chart_name, Q1! < Q3!, Median! > 0]).toEqual([chart_name, true, true])
    }
  }
})

test('who takes part in the demo accepted the terms before registration closed', async () => {
  const late = await server.database
    .selectFrom('registrations as r')
    .innerJoin('project_periods as p', join =>
      join
        .onRef('p.programme_id', '=', 'r.programme_id')
        .onRef('p.project_id', '=', 'r.project_id')
        .onRef('p.time_period_id', '=', 'r.time_period_id')
    )
    .select('r.registration_id')
    .where(
      'r.programme_id',
      'in',
      programmes.map(({ programmeId }) => programmeId)
    )
    .whereRef('r.terms_accepted_at', '>', 'p.registration_closes_at')
    .execute()
  expect(late).toEqual([])
})
