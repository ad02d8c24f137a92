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

/** The ids behind the displayed names, by server. */
const knownIds = new WeakMap<TestServer, Map<string, number>>()

async function known(server: TestServer, name: string, find: () => Promise<number>): Promise<number> {
  const ids = knownIds.get(server) ?? new Map<string, number>()
  knownIds.set(server, ids)
  const id = ids.get(name) ?? (await find())
  ids.set(name, id)
  return id
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
  const projectId = await known(server, `project ${project}`, () => projectCoded(server, project))
  const timePeriodId = await known(server, `period ${period}`, () => periodNamed(server, period))
  const own = submission ?? (await ownSubmission(server, project, period))
  const reply = await server.call(
    getChartData,
    {
      params: { a: await known(server, `chart ${chart}`, () => chartNamed(server, chart)), b: own },
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
