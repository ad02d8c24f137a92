import { chartDataOf, type ChartServices } from './chart-data/answer.ts'
import { valueCounts } from './chart-data/value-counts.ts'
import { requireChart, selectionOf } from './chart-data/selection.ts'
import type { RouteOf, SerializingRouteOf } from '../http/route.ts'

/** The route has its own in-memory cache of recent replies. */
export const createGetChartData =
  (memory: ChartServices): SerializingRouteOf<'getChartData'> =>
  async ({ params, query, body }, { database, caller, now }) => {
    const selection = await selectionOf(database, caller, params.a, params.b, query.peerGroupId, body, now)
    return chartDataOf(database, memory, selection, now)
  }

export const listSeriesOptions: RouteOf<'listSeriesOptions'> = async (
  { params, query },
  { database, caller, now }
) => {
  const chart = await requireChart(database, caller.programmeId, params.a)
  const selection = await selectionOf(
    database,
    caller,
    params.a,
    params.b,
    [],
    {
      project_id: chart.project_id,
      organisation_id: 0,
      time_period_id: query.time_period_id,
      time_period_ids: [],
      filters: [],
      averages: [],
      series_option_ids: [],
      other_submission_ids: [],
      ignore_cache: false
    },
    now
  )
  const counts = await valueCounts(database, selection)
  const series_options = selection.series.map((plan, index) => ({
    series_option_id: plan.seriesId,
    series_name: plan.name,
    is_default: index === 0,
    n: counts.get(plan.displayOrder) ?? null
  }))
  return { series_options }
}
