// What the overview says of each group: a mark for each measure, and the two that stand out.

import { distanceFromMedian, ownMark } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { countMarks, type MarkCounts } from '#browser/charts/words/many-claims.ts'
import type { ChartGroup, GroupChart } from '#browser/features/explorer/groups.ts'
import type { OwnSummary } from '#contract/chart-data.ts'
import type { JudgedMeasure, MeasureMark } from '#domain/figures/claims.ts'
import type { OverviewRow, OverviewRowsById } from './overview-row.ts'

export interface MarkedMeasure {
  chart: GroupChart
  /** Null while it is loading. */
  judged: JudgedMeasure | null
  /** Null if there is no own figure, or it is not loaded. */
  row: OverviewRow | null
  /** Why it could not be loaded. */
  error: string | null
}

export interface GroupStanding {
  group: ChartGroup
  /** Sorted by mark, so that a row reads as an amount. */
  measures: readonly MarkedMeasure[]
  /** At most two: the furthest worse and the furthest better one, or two of a side. */
  standOut: readonly MarkedMeasure[]
}

export interface Standing {
  groups: readonly GroupStanding[]
  counts: MarkCounts
  testedCount: number
  trends: readonly OwnSummary['trend'][]
  /** The furthest worse measure. */
  start: MarkedMeasure | null
  isLoading: boolean
}

/** The charts of groups, each once: a chart can be in several. */
export const distinctCharts = (groups: readonly ChartGroup[]): GroupChart[] => [
  ...new Map(groups.flatMap(({ charts }) => charts).map(chart => [chart.chart_id, chart])).values()
]

export const MARK_ORDER: readonly MeasureMark[] = ['better', 'similar', 'worse', 'position', 'none']

/** Charts without an own answer are not loaded: they have no own figure. */
export function ownStanding(groups: readonly ChartGroup[], rows: OverviewRowsById): Standing {
  const standings = groups.map(group => groupStanding(group, rows))
  const all = distinctCharts(groups).map(chart => markedMeasure(chart, rows))
  return {
    groups: standings,
    counts: countMarks(all.map(({ judged }) => judged?.mark)),
    testedCount: all.filter(({ judged }) => judged?.isTested).length,
    trends: all.flatMap(({ row }) => (row === null ? [] : [row.trend])),
    start: furthest(all, 'worse')[0] ?? null,
    isLoading: all.some(({ judged, error }) => judged === null && error === null)
  }
}

export const loadedViews = (groups: readonly ChartGroup[], rows: OverviewRowsById): ChartView[] =>
  distinctCharts(groups).flatMap(({ chart_id }) => {
    const row = rows[chart_id]
    return row?.state === 'ready' ? [row.value.chartView] : []
  })

/** Whether a chart with figures is still to come. */
export const isAnyLoading = (groups: readonly ChartGroup[], rows: OverviewRowsById): boolean =>
  groups.some(({ charts }) =>
    charts.some(({ chart_id, has_data }) => has_data && (rows[chart_id]?.state ?? 'loading') === 'loading')
  )

const UNJUDGED: JudgedMeasure = { mark: 'none', isTested: false }

function markedMeasure(chart: GroupChart, rows: OverviewRowsById): MarkedMeasure {
  if (!chart.has_own_value) return { chart, judged: UNJUDGED, row: null, error: null }
  const loaded = rows[chart.chart_id]
  if (loaded?.state === 'ready')
    return { chart, judged: ownMark(loaded.value.chartView), row: loaded.value, error: null }
  return { chart, judged: null, row: null, error: loaded?.state === 'failed' ? loaded.error : null }
}

function groupStanding(group: ChartGroup, rows: OverviewRowsById): GroupStanding {
  const order = ({ judged }: MarkedMeasure): number => MARK_ORDER.indexOf(judged?.mark ?? 'none')
  const measures = group.charts
    .map(chart => markedMeasure(chart, rows))
    .toSorted((one, other) => order(one) - order(other))
  const [worse, better] = [furthest(measures, 'worse'), furthest(measures, 'better')]
  const standOut =
    worse.length === 0
      ? better.slice(0, 2)
      : better.length === 0
        ? worse.slice(0, 2)
        : [...worse.slice(0, 1), ...better.slice(0, 1)]
  return { group, measures, standOut }
}

const distanceOf = ({ row }: MarkedMeasure): number => (row === null ? 0 : distanceFromMedian(row.chartView))

const furthest = (measures: readonly MarkedMeasure[], mark: MeasureMark): MarkedMeasure[] =>
  measures
    .filter(({ judged }) => judged?.mark === mark)
    .toSorted((one, other) => distanceOf(other) - distanceOf(one))
