// The measures on which the own value is better or worse than the others, the greatest difference first. If the chart has intervals, the server's
// verdict decides, otherwise the best and the worst quarter.

import type { Loadable } from '#browser/api/cache/loadable.ts'
import {
  formatDifference,
  formatValue,
  isBestQuarter,
  isWorstQuarter,
  type Measure
} from '#browser/charts/labels/measure.ts'
import { ownVerdict } from '#browser/charts/own-figures.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { comparedWithText } from '#browser/charts/words/sentence.ts'
import type { OverviewRow } from '#browser/features/explorer/overview/overview-row.ts'
import { countOf } from '#lib/format.ts'
import type { DashboardChart } from './dashboard.ts'

export type FindingSide = 'worse' | 'better'

export interface DashboardFinding {
  item: DashboardChart
  side: FindingSide
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

export type OverviewRows = Readonly<Record<number, Loadable<OverviewRow>>>

export function collectFindings(charts: readonly DashboardChart[], rows: OverviewRows): DashboardFindings {
  const findings: DashboardFinding[] = []
  let comparedCount = 0
  let loadingCount = 0
  for (const item of charts) {
    const row = rows[item.chart.chart_id]
    if (row === undefined || row.state === 'loading') loadingCount += 1
    if (row?.state !== 'ready' || !isCompared(row.value)) continue
    comparedCount += 1
    const side = findingSide(row.value)
    if (side !== null) findings.push(dashboardFinding(item, side, row.value.chartView))
  }
  const furthestFirst = findings.toSorted((one, other) => other.distance - one.distance)
  return {
    worse: furthestFirst.filter(finding => finding.side === 'worse'),
    better: furthestFirst.filter(finding => finding.side === 'better'),
    comparedCount,
    loadingCount
  }
}

type ComparedRow = Pick<OverviewRow, 'quartile' | 'chartView'>

const isCompared = ({ quartile, chartView }: ComparedRow): boolean =>
  quartile !== null || ownVerdict(chartView) !== null

/** Null if the own value is similar to the others, or neither end is better. */
export function findingSide({ quartile, chartView }: ComparedRow): FindingSide | null {
  const found = ownVerdict(chartView)
  if (found !== null) return found.verdict === 'better' || found.verdict === 'worse' ? found.verdict : null
  if (quartile === null) return null
  if (isBestQuarter(quartile, chartView.measure)) return 'better'
  return isWorstQuarter(quartile, chartView.measure) ? 'worse' : null
}

function dashboardFinding(item: DashboardChart, side: FindingSide, chartView: ChartView): DashboardFinding {
  const sentence = `${formatValue(chartView.standing?.value ?? 0, chartView.measure)}, ${whyText(side, chartView)}`
  return { item, side, sentence, distance: distanceFromMedian(chartView) }
}

/** 'plainly worse than the mean of 38 peers (85 %).', or the difference from their median. */
function whyText(side: FindingSide, chartView: ChartView): string {
  const { standing, comparison, measure } = chartView
  const found = ownVerdict(chartView)
  const others = comparedWithText(comparison)
  if (found !== null)
    return `${found.certainty} ${found.verdict} than the mean of ${others} (${formatValue(found.mean, measure)}).`
  const median = comparison.averages?.Median ?? null
  if (median === null) return `in the ${side === 'better' ? 'best' : 'worst'} quarter of ${others}.`
  const gap = sideText(standing?.differenceFromMedian ?? 0, measure)
  return `${gap} the median of ${others} (${formatValue(median, measure)}).`
}

function sideText(difference: number, measure: Measure): string {
  if (difference === 0) return 'the same as'
  return `${formatDifference(difference, measure)} ${difference > 0 ? 'above' : 'below'}`
}

function distanceFromMedian({ standing, comparison: { averages } }: ChartView): number {
  if (!averages || averages.Q1 === null || averages.Q3 === null || averages.Q1 === averages.Q3) return 0
  return Math.abs(standing?.differenceFromMedian ?? 0) / (averages.Q3 - averages.Q1)
}

/** 'Better than the others on 4 of 12 measures, worse on 3.' */
export function findingsText({ worse, better, comparedCount }: DashboardFindings): string {
  if (comparedCount === 0) return 'Nothing to compare yet'
  const measures = countOf(comparedCount, 'measure')
  if (better.length + worse.length === 0) return `Like the others on all of ${measures}`
  return `Better than the others on ${better.length} of ${measures}, worse on ${worse.length}`
}
