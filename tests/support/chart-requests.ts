// Requests chart data as the explorer does, by displayed names.

import { expect } from 'vitest'
import { getChartData, type ChartData, type ChartSeries } from '#contract/chart-data.ts'
import { chartNamed, ownSubmission, periodNamed, projectCoded } from './seeded.ts'
import type { TestServer } from './server.ts'

export interface Ask {
  chart?: string
  project?: string
  period?: string
  submission?: number | undefined
  groups?: number[]
  body?: object
  role?: 'lead' | 'viewer' | 'admin'
  /** Of an open session: starting one for each of a thousand requests takes longer than answering them. */
  token?: string
}

export async function askFor(
  server: TestServer,
  {
    chart = 'Vacancy rate',
    project = 'ward-staffing',
    period = '2025',
    submission,
    groups = [],
    body = {},
    role = 'lead',
    token
  }: Ask = {}
) {
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
    token ?? (await server.tokenOf(role))
  )
  return reply
}

/** The only series of a reply. */
export function seriesOf(data: ChartData): ChartSeries {
  expect(data.series).toHaveLength(1)
  return data.series[0]!
}
