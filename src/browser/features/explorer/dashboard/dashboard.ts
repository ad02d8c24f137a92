// The dashboard of a project: its charts and its participation.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import type { ExplorerScope } from '#browser/features/explorer/selection/comparison.ts'
import { $project } from '#browser/stores/projects.ts'
import { getCollectionHierarchy } from '#contract/charts.ts'
import { listCollections } from '#contract/collections.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { getProject } from '#contract/projects.ts'
import { sortByDisplayOrder } from '#lib/compare.ts'
import { err, mapResult, ok, type Result } from '#lib/result.ts'

/** Product 12. */
const MAX_DASHBOARD_CHARTS = 12

export interface DashboardChart {
  chart: GroupChart
  explorerType: string
  group: Pick<ChartGroup, 'group_name' | 'group_slug'>
}

export interface DashboardCharts {
  charts: readonly DashboardChart[]
  /** How many charts the collections have; the dashboard shows at most twelve. */
  total: number
}

export type Participation = ReplyOf<typeof getProject>['participation'] &
  Pick<ReplyOf<typeof getProject>, 'visibility' | 'minimum_count'>

export const $dashboard = loadableStore<DashboardCharts>()
export const $participation = loadableStore<Participation>()

/** Either half may fail alone. */
export async function loadDashboard(scope: ExplorerScope): Promise<void> {
  const { projectId: id, timePeriodId: time_period_id } = scope
  const key = `${scope.readerId}/${id}/${time_period_id}`
  await Promise.all([
    $dashboard.load(key, () => readCharts(scope)),
    $participation.load(key, async () =>
      mapResult(
        await call(getProject, { params: { id }, query: { time_period_id } }),
        ({ participation, visibility, minimum_count }) => ({ ...participation, visibility, minimum_count })
      )
    )
  ])
}

/** The charts of the collections that the programme has put on the dashboard, in their order. */
async function readCharts({ projectId, timePeriodId }: ExplorerScope): Promise<Result<DashboardCharts>> {
  // The collections say which explorers' charts are needed. All are requested at the same time, so as not to wait for them.
  const explorerTypes = $project.get()?.explorer_types.map(({ explorer_type }) => explorer_type) ?? []
  const [chosen, ...trees] = await Promise.all([
    call(listCollections, { query: { project_id: projectId, is_dashboard: true } }),
    ...explorerTypes.map(explorer_type =>
      call(getCollectionHierarchy, {
        query: { project_id: projectId, time_period_id: timePeriodId, explorer_type }
      })
    )
  ])
  if (!chosen.ok) return chosen
  const ids = new Set(chosen.value.collections.map(collection => collection.collection_id))
  const types = [...new Set(chosen.value.collections.map(collection => collection.explorer_type))]
  // A chart of two groups is shown in the first.
  const found = new Map<number, DashboardChart>()
  for (const explorerType of types) {
    const tree = trees[explorerTypes.indexOf(explorerType)]
    if (!tree) continue
    if (!tree.ok) return err(tree.error, tree.status)
    for (const { collection_id, chart_groups } of tree.value.collections) {
      if (!ids.has(collection_id)) continue
      for (const group of sortByDisplayOrder(chart_groups))
        for (const chart of group.charts)
          if (!found.has(chart.chart_id)) found.set(chart.chart_id, { chart, explorerType, group })
    }
  }
  return ok({ charts: [...found.values()].slice(0, MAX_DASHBOARD_CHARTS), total: found.size })
}
