// The measures on which the own value is better or worse than the others, the greatest difference first.

import { formatValue } from '#browser/charts/labels/measure.ts'
import { distanceFromMedian, ownSide } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { medianText, quarterReason, verdictAgainstMean } from '#browser/charts/words/claims.ts'
import { comparedWithText } from '#browser/charts/words/disclosure-text.ts'
import { sidesText } from '#browser/charts/words/many-claims.ts'
import type { OverviewRow, OverviewRowsById } from '#browser/features/explorer/overview/overview-row.ts'
import type { Quarter, SideClaim } from '#domain/figures/claims.ts'
import { countOf } from '#lib/format.ts'
import type { DashboardChart } from './dashboard.ts'

export interface DashboardFinding {
  item: DashboardChart
  claim: SideClaim
  quarter: Quarter | null
  sentence: string
  /** From the median, in interquartile ranges; 0 if it is not known. */
  distance: number
}

export interface DashboardFindings {
  worse: readonly DashboardFinding[]
  better: readonly DashboardFinding[]
  /** Charts that compare the own value. */
  comparedCount: number
  /** Charts whose figures are loading. */
  loadingCount: number
}

export function collectFindings(
  charts: readonly DashboardChart[],
  rows: OverviewRowsById
): DashboardFindings {
  const findings: DashboardFinding[] = []
  let comparedCount = 0
  let loadingCount = 0
  for (const item of charts) {
    const row = rows[item.chart.chart_id]
    if (row === undefined || row.state === 'loading') loadingCount += 1
    if (row?.state !== 'ready' || !isCompared(row.value)) continue
    comparedCount += 1
    const claim = ownSide(row.value.chartView)
    if (claim !== null) findings.push(dashboardFinding(item, claim, row.value.chartView))
  }
  const furthestFirst = findings.toSorted((one, other) => other.distance - one.distance)
  return {
    worse: furthestFirst.filter(finding => finding.claim.side === 'worse'),
    better: furthestFirst.filter(finding => finding.claim.side === 'better'),
    comparedCount,
    loadingCount
  }
}

const isCompared = ({ quarter, verdict }: OverviewRow): boolean => quarter !== null || verdict !== null

function dashboardFinding(item: DashboardChart, claim: SideClaim, chartView: ChartView): DashboardFinding {
  const sentence = `${formatValue(chartView.standing?.value ?? 0, chartView.measure)}, ${whyText(claim, chartView)}`
  return {
    item,
    claim,
    quarter: chartView.standing?.quarter ?? null,
    sentence,
    distance: distanceFromMedian(chartView)
  }
}

/** 'plainly worse than the mean of 38 peers (85 %).', or the difference from their median and the quarter. */
function whyText(claim: SideClaim, { own, standing, comparison, measure }: ChartView): string {
  const others = comparedWithText(comparison)
  const { Median: median = null, pooled = null } = comparison.averages ?? {}
  if (claim.by === 'verdict' && own?.verdict && pooled !== null)
    return verdictAgainstMean(own.verdict, pooled.mean, others, measure)
  const reason = quarterReason(claim, others)
  return median === null
    ? reason
    : `${medianText(standing?.differenceFromMedian ?? 0, median, others, measure)}, ${quarterReason(claim, 'them')}`
}

export function findingsText({ worse, better, comparedCount }: DashboardFindings): string {
  if (comparedCount === 0) return 'Nothing to compare yet'
  return sidesText(
    [...worse, ...better].map(({ claim }) => claim),
    countOf(comparedCount, 'measure')
  )
}
