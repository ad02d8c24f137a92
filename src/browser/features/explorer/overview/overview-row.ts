// The rows of the overview: their content and their order.

import type { Loadable } from '#browser/api/cache/cache.ts'
import { formatFigure } from '#browser/charts/labels/measure.ts'
import { ownPeriodSummary, shownChange } from '#browser/charts/own-figures.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import {
  intervalText,
  quarterText,
  trendWord,
  VERDICT_ORDER,
  verdictText,
  type GivenVerdict
} from '#browser/charts/words/claims.ts'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import type { ChartData, OwnSummary } from '#contract/chart-data.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import type { Quarter } from '#domain/figures/claims.ts'
import { compareForSort } from '#lib/compare.ts'

export interface OverviewRow {
  chartView: ChartView
  own: string | null
  /** Why there is no own figure. */
  absence: string
  median: string | null
  quarter: Quarter | null
  quarterText: string
  verdict: GivenVerdict | null
  /** Shown if there is no verdict. */
  interval: string | null
  trend: OwnSummary['trend']
  trendWord: string
  /** Null if it is not known. */
  change: 'up' | 'down' | 'flat' | null
  /** Null if it may not be disclosed. */
  n: number | null
  peers: readonly number[]
}

export function overviewRow(data: ChartData, timePeriodId: number): OverviewRow {
  const chartView = chartViewOf(data, timePeriodId)
  const { own, standing, comparison, measure, others } = chartView
  const summary = ownPeriodSummary(data, timePeriodId)
  const change = shownChange(summary, measure)
  const quarter = standing?.quarter ?? null
  const format = (value: number | null | undefined): string | null =>
    value === null || value === undefined ? null : formatFigure(value, measure.decimal_places)
  return {
    chartView,
    own: format(standing?.value),
    absence: own?.isHeldBack ? 'not shown' : 'no data',
    median: format(comparison.averages?.Median),
    quarter,
    quarterText: quarter === null ? '' : quarterText(quarter, measure),
    ...ownCertainty(chartView),
    trend: summary?.trend ?? 'unknown',
    trendWord: trendWord(summary, change),
    change: changeSide(change),
    n: comparison.averages?.n ?? null,
    peers: others
  }
}

const ownCertainty = ({ own, measure }: ChartView): Pick<OverviewRow, 'verdict' | 'interval'> =>
  own === null
    ? { verdict: null, interval: null }
    : { verdict: own.verdict, interval: own.interval95 && intervalText(own.interval95, measure) }

function changeSide(difference: number | null): OverviewRow['change'] {
  if (difference === null) return null
  return difference === 0 ? 'flat' : difference > 0 ? 'up' : 'down'
}

/** The previous period; periods are listed newest first. */
export function previousPeriodName(periods: readonly TimePeriod[], timePeriodId: number): string | null {
  const at = periods.findIndex(period => period.time_period_id === timePeriodId)
  return at < 0 ? null : (periods[at + 1]?.time_period_name ?? null)
}

export type OverviewRowsById = Readonly<Record<number, Loadable<OverviewRow> | undefined>>

const trendOrder: Record<OwnSummary['trend'], number> = { worse: 0, same: 1, better: 2, unknown: 3 }

/** Sorts a group's charts by a column of the overview, with a leading minus for descending. Charts without figures are last. */
export function sortCharts(
  charts: readonly GroupChart[],
  sort: string | null,
  rows: OverviewRowsById
): readonly GroupChart[] {
  if (sort === null) return charts
  const key = sort.replace('-', '')
  const order = (chart: GroupChart): string | number | null => {
    if (key === 'measure') return chart.chart_name
    const loaded = rows[chart.chart_id]
    if (loaded?.state !== 'ready') return null
    return columnOrder(key, loaded.value)
  }
  const keyed = charts.map(chart => ({ chart, at: order(chart) }))
  keyed.sort((one, other) => compareForSort(one.at, other.at, sort.startsWith('-')))
  return keyed.map(({ chart }) => chart)
}

/** Null if the row has nothing in that column. */
function columnOrder(key: string, { quarter, verdict, change, trend }: OverviewRow): number | null {
  if (key === 'quarter') return quarter === 'median' ? 2.5 : quarter
  if (key === 'verdict') return verdict === null ? null : (VERDICT_ORDER[verdictText(verdict)] ?? null)
  return key === 'trend' && change !== null ? trendOrder[trend] : null
}
