// What a reader should look at first: the measures in which the own value stands in the worst or the best quarter, the furthest from the median first.
import {
  formatDifference,
  formatValue,
  isBestQuarter,
  isWorstQuarter,
  type Measure
} from '#charts/measure.ts'
import { comparedWithText } from '#charts/sentence.ts'
import type { ChartView } from '#charts/chart-view.ts'
import { countOf } from '#lib/format.ts'
import type { Loadable } from '#lib/loadable.ts'
import type { OverviewRow } from '../overview/overview-row.ts'
import type { DashboardChart } from './dashboard.ts'

export type Side = 'worst' | 'best'

export interface Finding {
  item: DashboardChart
  side: Side
  /** In one sentence. */
  sentence: string
  /** From the median, in widths of the middle half; 0 where that is not known. */
  distance: number
}

export interface FirstLook {
  worst: readonly Finding[]
  best: readonly Finding[]
  /** Charts whose figures are here and have a quarter for the own value. */
  comparedCount: number
  /** Charts whose figures are on their way. */
  loadingCount: number
}

export type OverviewRows = Readonly<Record<number, Loadable<OverviewRow>>>

export function firstLook(charts: readonly DashboardChart[], rows: OverviewRows): FirstLook {
  const findings: Finding[] = []
  let comparedCount = 0
  let loadingCount = 0
  for (const item of charts) {
    const row = rows[item.chart.chart_id]
    if (row === undefined || row.state === 'loading') loadingCount += 1
    if (row?.state !== 'ready' || row.value.quartile === null) continue
    comparedCount += 1
    const side = sideOf(row.value)
    if (side !== null) findings.push(findingOf(item, side, row.value.chartView))
  }
  const furthestFirst = findings.toSorted((one, other) => other.distance - one.distance)
  return {
    worst: furthestFirst.filter(finding => finding.side === 'worst'),
    best: furthestFirst.filter(finding => finding.side === 'best'),
    comparedCount,
    loadingCount
  }
}

/** Neither where the own value is in the middle, or where neither end is better. */
export function sideOf({ quartile, chartView }: Pick<OverviewRow, 'quartile' | 'chartView'>): Side | null {
  if (quartile === null) return null
  if (isBestQuarter(quartile, chartView.measure)) return 'best'
  return isWorstQuarter(quartile, chartView.measure) ? 'worst' : null
}

function findingOf(item: DashboardChart, side: Side, { standing, comparison, measure }: ChartView): Finding {
  const { Median = null, Q1 = null, Q3 = null } = comparison.averages ?? {}
  const difference = standing?.differenceFromMedian ?? 0
  const spread = Q1 === null || Q3 === null ? 0 : Q3 - Q1
  const value = formatValue(standing?.value ?? 0, measure)
  const others = comparedWithText(comparison)
  return {
    item,
    side,
    sentence:
      Median === null
        ? `${value}, in the ${side} quarter of ${others}.`
        : `${value}, ${sideText(difference, measure)} the median of ${others} (${formatValue(Median, measure)}).`,
    distance: spread === 0 ? 0 : Math.abs(difference) / spread
  }
}

function sideText(difference: number, measure: Measure): string {
  if (difference === 0) return 'the same as'
  return `${formatDifference(difference, measure)} ${difference > 0 ? 'above' : 'below'}`
}

/** 'In the best quarter on 4 of 12 measures, in the worst on 3.' */
export function firstLookText({ worst, best, comparedCount }: FirstLook): string {
  if (comparedCount === 0) return 'Nothing to compare yet'
  const measures = countOf(comparedCount, 'measure')
  if (best.length === 0 && worst.length === 0) return `In the middle half on all of ${measures}.`
  const bestWords =
    best.length === 0
      ? `In the best quarter on none of ${measures}`
      : `In the best quarter on ${best.length} of ${measures}`
  return `${bestWords}, in the worst on ${worst.length === 0 ? 'none' : worst.length}.`
}
