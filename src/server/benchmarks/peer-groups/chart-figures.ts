// Figures of charts that similarity is measured by.

import { averagesOf } from '#domain/figures/statistics.ts'
import type { OpenReader } from '#server/auth/reader.ts'
import { cachedFigures } from '#server/benchmarks/chart-data/figures-cache.ts'
import { EVERYONE, requireChart, selectionOf } from '#server/benchmarks/chart-data/selection.ts'
import { ofSelectedPeriods, openSource } from '#server/benchmarks/editions/sources.ts'
import type { Database } from '#server/database/schema.ts'
import { notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { GroupScope } from './candidates.ts'

export interface ChartFigures {
  chart_id: number
  chart_name: string
  unit: string
  decimal_places: number
  /** Of the first series, by submission. */
  values: ReadonlyMap<number, number>
  /** Of the middle half. */
  spread: number
}

export const chartFigures = (
  database: Database,
  caller: CallingUser,
  scope: GroupScope,
  reader: OpenReader,
  chartIds: readonly number[]
): Promise<ChartFigures[]> =>
  Promise.all([...new Set(chartIds)].map(id => figuresOfChart(database, caller, scope, reader, id)))

async function figuresOfChart(
  database: Database,
  caller: CallingUser,
  { project_id, time_period_id, now }: GroupScope,
  reader: OpenReader,
  chartId: number
): Promise<ChartFigures> {
  const { chart_id, chart_name, unit, decimal_places, ...chart } = await requireChart(
    database,
    caller.programmeId,
    chartId
  )
  if (chart.project_id !== project_id) throw notFound('chart')
  const selection = await selectionOf(
    database,
    caller,
    chartId,
    0,
    [],
    { ...EVERYONE, project_id, time_period_id },
    now
  )
  const series = selection.series.slice(0, 1)
  const figures = await cachedFigures(
    database,
    selection,
    openSource(ofSelectedPeriods(selection), reader.organisationId),
    series
  )
  const first = figures.openTo(reader, series[0]?.displayOrder ?? 0)
  const values = new Map(
    [...first].flatMap(([id, { value }]): [number, number][] => (value === null ? [] : [[id, value]]))
  )
  const { Q1, Q3 } = averagesOf(values.values())
  return { chart_id, chart_name, unit, decimal_places, values, spread: (Q3 ?? 0) - (Q1 ?? 0) }
}
