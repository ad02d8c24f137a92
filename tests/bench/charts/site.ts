// The real thing: the built site and its API, with charts of as many bars as are asked for.

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getChartData, type ChartData } from '#contract/chart-data.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { listProjects } from '#contract/projects.ts'
import { listSubmissions } from '#contract/submissions.ts'
import { listTimePeriods } from '#contract/time-periods.ts'
import { paths } from '#programme/paths.ts'
import { startSite } from '#tests/bench/site-process.ts'
import { createAsk, logInAs } from '#tests/support/api-client.ts'
import { makeData } from './data.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const programme = { programme_id: 1, code: 'wards' }
const EXPLORER = 'results'

export interface ChartSite {
  url: string
  /** Of the organisation's lead, for the cookie `token`. */
  token: string
  /** Two charts with every bar, and their group as a table and as charts. */
  charts: { name: string; path: string }[]
  group: string
  groupOfCharts: string
  /** What the API says of the first chart. */
  data: ChartData
  close: () => Promise<void>
}

export async function openSite(bars: number, charts: number): Promise<ChartSite> {
  const folder = join(root, `.cache/bench-charts/${bars}`)
  await makeData(root, folder, bars, charts)
  const { url, api, close } = await startSite(programme.code, folder)
  try {
    const ask = createAsk({ api, programme })
    const { programme_id } = programme
    // The period that is full is the one before the newest.
    const { time_periods } = await ask(listTimePeriods, { query: { programme_id } })
    const time_period_id = time_periods[1]!.time_period_id
    const { projects } = await ask(listProjects, { query: { programme_id, time_period_id } })
    const { project_id, project_code } = projects.find(one => one.project_code === 'ward-staffing')!
    const { submissions } = await ask(listSubmissions, { query: { project_id, time_period_id } })
    const own = submissions[0]!.id
    const hierarchy = { project_id, time_period_id, explorer_type: EXPLORER }
    const { collections } = await ask(getCollectionHierarchy, { query: hierarchy })
    const [group] = collections[0]!.chart_groups
    const [first, second] = group!.charts
    const query = `?tp=${time_period_id}&s=${own}`
    return {
      url,
      token: await logInAs({ api, programme }, 'lead'),
      charts: [first!, second!].map(({ chart_id, chart_name }) => ({
        name: chart_name,
        path: paths.explorerDetail(project_code, EXPLORER, group!.group_slug, chart_id) + query
      })),
      group: paths.explorerGroup(project_code, EXPLORER, group!.group_slug) + query,
      groupOfCharts: `${paths.explorerGroup(project_code, EXPLORER, group!.group_slug)}${query}&focus=charts`,
      data: await ask(getChartData, {
        params: { a: first!.chart_id, b: own },
        query: {},
        body: { project_id, organisation_id: 0, time_period_id }
      }),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}
