// The own figures beside a chart, line by line, for the same comparison as its sentence.

import type { OwnSummary } from '#contract/chart-data.ts'
import type { Verdict } from '#contract/chart-values.ts'
import { isBetter, wholePercentile } from '#domain/figures/ranking.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { formatDifference, formatValue, quarterText, type Measure } from './labels/measure.ts'
import { findSeries, type ChartView } from './view/chart-view.ts'
import { intervalText, verdictText } from './words/verdicts.ts'

export interface OwnFigure {
  key: 'value' | 'interval' | 'verdict' | 'rank' | 'percentile' | 'quarter' | 'median'
  term: string
  text: string
}

const ownFigureLine = (key: OwnFigure['key'], term: string, text: string | null): OwnFigure[] =>
  text === null ? [] : [{ key, term, text }]

export function ownFigures({ own, standing, measure, comparison }: ChartView): OwnFigure[] {
  if (!standing) return []
  const { value, rank, rankOf, percentile, quartile, differenceFromMedian } = standing
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
    ...ownFigureLine('quarter', 'Quarter', quartile === null ? null : quarterText(quartile, measure)),
    ...(median === null || differenceFromMedian === null
      ? []
      : [medianLine(value, median, differenceFromMedian, measure)])
  ]
}

const certaintyLines = (own: ChartView['own'], measure: Measure): OwnFigure[] => [
  ...ownFigureLine(
    'interval',
    '95% interval',
    own?.interval95 ? intervalText(own.interval95, measure) : null
  ),
  ...ownFigureLine('verdict', 'Against the mean', own?.verdict ? verdictText(own.verdict) : null)
]

/** How far the value is from the median: the gap to close, by how much it is better, or on which side it is. */
function medianLine(value: number, median: number, difference: number, measure: Measure): OwnFigure {
  const line = (term: string, text: string): OwnFigure => ({ key: 'median', term, text })
  if (difference === 0) return line('From the median', 'none')
  const size = formatDifference(difference, measure)
  if (measure.direction === 'neutral')
    return line(difference > 0 ? 'Above the median' : 'Below the median', size)
  if (isBetter(value, median, measure.direction)) return line('Better than the median by', size)
  return line('To reach the median', `${difference > 0 ? '−' : '+'}${size}`)
}

export const ownPeriodSummary = (data: ChartView['data'], timePeriodId: number): OwnSummary | undefined =>
  findSeries(data)?.own_summary.find(summary => summary.time_period_id === timePeriodId)

const trendLabels = { better: 'better', worse: 'worse', same: 'no change' } as const

/** Better or worse if the measure has a direction, otherwise higher or lower; empty without an earlier value. */
export function trendWord(summary: OwnSummary | undefined, change: number | null): string {
  if (!summary || change === null) return ''
  if (summary.trend !== 'unknown') return trendLabels[summary.trend]
  return change === 0 ? trendLabels.same : change > 0 ? 'higher' : 'lower'
}

/** The change of the own figure since the previous period, as the two are shown; null if one of them is missing. */
export function shownChange(
  summary: OwnSummary | undefined,
  { decimal_places }: Pick<Measure, 'decimal_places'>
): number | null {
  if (!summary || summary.value === null || summary.previous_value === null) return null
  return shownDifference(summary.value, summary.previous_value, decimal_places)
}

export interface OwnVerdict {
  verdict: Verdict
  /** Null if it is similar. */
  certainty: 'plainly' | 'probably' | null
  /** Of the others as one set. */
  mean: number
}

/** The own value's verdict against the mean of its comparison; null if the chart or the project has no verdicts. */
export function ownVerdict({ data, period, comparison }: ChartView): OwnVerdict | null {
  const own = findSeries(data)?.values.find(
    value => value.is_selected && value.time_period_id === period.time_period_id
  )
  const mean = comparison.averages?.pooled?.mean
  return own?.verdict && mean !== undefined ? { verdict: own.verdict, certainty: own.certainty, mean } : null
}
