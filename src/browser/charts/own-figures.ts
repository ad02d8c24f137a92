// The own figures beside a chart, line by line, for the same comparison as its sentence.

import type { OwnSummary } from '#contract/chart-data.ts'
import { judgeMeasure, type ClaimedFigure, type JudgedMeasure } from '#domain/figures/claims.ts'
import { wholePercentile } from '#domain/figures/ranking.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { formatValue, type Measure } from './labels/measure.ts'
import { firstSeries, type ChartEntry, type ChartView } from './view/chart-view.ts'
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
  firstSeries(data)?.own_summary.find(summary => summary.time_period_id === timePeriodId)

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
export const ownMark = (chartView: ChartView): JudgedMeasure => entryMark(chartView, chartView.own)

/** The mark of one value, by the comparison of the page. */
export function entryMark(chartView: ChartView, entry: ChartEntry | null): JudgedMeasure {
  const figure = entry && claimedFigure(chartView, entry)
  return figure === null ? NOTHING_JUDGED : judgeMeasure(figure, chartView.comparison.averages)
}

function claimedFigure(
  { multiplier, measure, data }: ChartView,
  { value, numerator, denominator, quarter, verdict, interval95 }: ChartEntry
): ClaimedFigure | null {
  if (value === null) return null
  return {
    value,
    numerator,
    denominator,
    multiplier,
    direction: measure.direction,
    statistic: data.chart.statistic,
    quarter,
    verdict: verdict?.verdict ?? null,
    interval95
  }
}

/** How far a value, by default the own one, is from the median of the others, in interquartile ranges; 0 if it is not known. */
export function distanceFromMedian(
  { own, measure, comparison: { averages } }: ChartView,
  { value }: Pick<ChartEntry, 'value'> = own ?? { value: null }
): number {
  const { Q1 = null, Median = null, Q3 = null } = averages ?? {}
  if (value === null || Median === null || Q1 === null || Q3 === null || Q1 === Q3) return 0
  return Math.abs(shownDifference(value, Median, measure.decimal_places)) / (Q3 - Q1)
}
