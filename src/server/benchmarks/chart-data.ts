import type { Database } from '#server/database/schema.ts'
import type { RouteOf, SerializingRouteOf } from '#server/http/route.ts'
import { chartDataOf, type ChartServices } from './chart-data/answer.ts'
import { cachedFigures } from './chart-data/figures-cache.ts'
import { restrictedComparison } from './chart-data/restricted-comparison.ts'
import { EVERYONE, requireChart, selectionOf, type ChartSelection } from './chart-data/selection.ts'
import { ofSelectedPeriods, openSource } from './editions/sources.ts'

/** The number of values of each series in one period, by display_order; nothing if suppressed. */
async function valueCounts(
  database: Database,
  selection: ChartSelection
): Promise<ReadonlyMap<number, number | null>> {
  const { reader, series } = selection
  if (reader.kind === 'restricted') {
    const { parts } = await restrictedComparison(database, selection, reader, series)
    return new Map(parts.series.map(one => [one.display_order, one.averages[0]?.n ?? null]))
  }
  const figures = await cachedFigures(
    database,
    selection,
    openSource(ofSelectedPeriods(selection), reader.organisationId),
    series
  )
  return new Map(
    series.map(plan => {
      const values = [...figures.openTo(reader, plan.displayOrder).values()]
      return [plan.displayOrder, values.filter(figure => figure.value !== null).length]
    })
  )
}

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
    { ...EVERYONE, project_id: chart.project_id, time_period_id: query.time_period_id },
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
