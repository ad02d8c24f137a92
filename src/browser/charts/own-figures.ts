// The own figures beside a chart, line by line, for the same comparison as its sentence.

import type { OwnSummary } from '#contract/chart-data.ts'
import { judgeMeasure, type ClaimedFigure, type JudgedMeasure } from '#domain/figures/claims.ts'
import { wholePercentile } from '#domain/figures/ranking.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { formatValue, type Measure } from './labels/measure.ts'
import { findSeries, type ChartView } from './view/chart-view.ts'
import { intervalText, medianGap, quarterText, verdictText } from './words/claims.ts'

export interface OwnFigure {
  key: 'value' | 'interval' | 'verdict' | 'rank' | 'percentile' | 'quarter' | 'median'
  term: string
  text: string
}

const ownFigureLine = (key: OwnFigure['key'], term: string, text: string | null): OwnFigure[] =>
  text === null ? [] : [{ key, term, text }]

export function ownFigures({ own, standing, measure, comparison }: ChartView): OwnFigure[] {
  if (!standing) return []
  const { value, rank, rankOf, percentile, quarter, differenceFromMedian } = standing
  const median = comparison.averages?.Median ?? null
  return [
    ...ownFigureLine('value', 'Value', formatValue(value, measure)),
    ...certaintyLines(own, measure),
    ...ownFigureLine(
      'rank',
      measure.direction === 'neutral' ? 'Rank from the highest' : 'Rank',
      rank === null ? null : `${rank} of ${rankOf}`
    ),
    ...ownFigureLine(
      'percentile',
      'Percentile',
      percentile === null ? null : String(wholePercentile(percentile))
    ),
    ...ownFigureLine('quarter', 'Position', quarter && quarterText(quarter, measure)),
    ...(median === null || differenceFromMedian === null
      ? []
      : [{ key: 'median' as const, ...medianGap(value, median, differenceFromMedian, measure) }])
  ]
}

const certaintyLines = (own: ChartView['own'], measure: Measure): OwnFigure[] => [
  ...ownFigureLine(
    'interval',
    '95% interval',
    own?.interval95 ? intervalText(own.interval95, measure) : null
  ),
  ...ownFigureLine('verdict', 'Compared with the mean', own?.verdict ? verdictText(own.verdict) : null)
]

export const ownPeriodSummary = (data: ChartView['data'], timePeriodId: number): OwnSummary | undefined =>
  findSeries(data)?.own_summary.find(summary => summary.time_period_id === timePeriodId)

/** The change of the own figure since the previous period, as the two are shown; null if one of them is missing. */
export function shownChange(
  summary: OwnSummary | undefined,
  { decimal_places }: Pick<Measure, 'decimal_places'>
): number | null {
  if (!summary || summary.value === null || summary.previous_value === null) return null
  return shownDifference(summary.value, summary.previous_value, decimal_places)
}

const NOTHING_JUDGED: JudgedMeasure = { mark: 'none', isTested: false }

/** The mark of the own value among many measures. */
export function ownMark(chartView: ChartView): JudgedMeasure {
  const figure = claimedFigure(chartView)
  return figure === null ? NOTHING_JUDGED : judgeMeasure(figure, chartView.comparison.averages)
}

function claimedFigure({ own, standing, multiplier, measure, data }: ChartView): ClaimedFigure | null {
  if (own === null || standing === null) return null
  return {
    value: standing.value,
    numerator: own.numerator,
    denominator: own.denominator,
    multiplier,
    direction: measure.direction,
    statistic: data.chart.statistic,
    quarter: standing.quarter,
    verdict: own.verdict?.verdict ?? null,
    interval95: own.interval95
  }
}

/** How far the own value is from the median of the others, in interquartile ranges; 0 if it is not known. */
export function distanceFromMedian({ standing, comparison: { averages } }: ChartView): number {
  if (!averages || averages.Q1 === null || averages.Q3 === null || averages.Q1 === averages.Q3) return 0
  return Math.abs(standing?.differenceFromMedian ?? 0) / (averages.Q3 - averages.Q1)
}
