// The measures on which the own value is better or worse than the others, the greatest difference first.

import { formatValue } from '#browser/charts/labels/measure.ts'
import { distanceFromMedian, ownMark } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { intervalReason, medianText, verdictAgainstMean } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { countMarks, type MarkCounts } from '#browser/charts/words/many-claims.ts'
import type { OverviewRowsById } from '#browser/features/explorer/overview/overview-row.ts'
import type { DashboardChart } from './dashboard.ts'

export interface DashboardFinding {
  item: DashboardChart
  sentence: string
  /** From the median, in interquartile ranges; 0 if it is not known. */
  distance: number
}

export interface DashboardFindings {
  worse: readonly DashboardFinding[]
  better: readonly DashboardFinding[]
  /** Loaded charts by mark. */
  counts: MarkCounts
  isLoading: boolean
}

export function collectFindings(
  charts: readonly DashboardChart[],
  rows: OverviewRowsById
): DashboardFindings {
  const judged = charts.flatMap(item => {
    const row = rows[item.chart.chart_id]
    if (row?.state !== 'ready') return []
    const { chartView } = row.value
    return [{ item, chartView, mark: ownMark(chartView).mark }]
  })
  const findings = (side: 'worse' | 'better'): DashboardFinding[] =>
    judged
      .filter(({ mark }) => mark === side)
      .map(({ item, chartView }) => ({
        item,
        sentence: `${formatValue(chartView.standing?.value ?? 0, chartView.measure)}, ${whyText(chartView)}`,
        distance: distanceFromMedian(chartView)
      }))
      .toSorted((one, other) => other.distance - one.distance)
  return {
    worse: findings('worse'),
    better: findings('better'),
    counts: countMarks(judged.map(({ mark }) => mark)),
    isLoading: charts.some(({ chart }) => (rows[chart.chart_id]?.state ?? 'loading') === 'loading')
  }
}

/** 'plainly worse than the mean of 38 peers (85 %).', or the difference from their median where their sums are not disclosed. */
function whyText({ own, standing, comparison, measure }: ChartView): string {
  const others = comparedWithText(comparison)
  const { Median: median = null, pooled = null } = comparison.averages ?? {}
  return own?.verdict && pooled !== null
    ? verdictAgainstMean(own.verdict, pooled.mean, others, measure)
    : `${median === null ? '' : `${medianText(standing?.differenceFromMedian ?? 0, median, others, measure)}; `}${intervalReason}`
}
