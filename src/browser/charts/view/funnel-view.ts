// What a funnel plot says, and the limits it draws.

import { formatValue } from '#browser/charts/labels/measure.ts'
import { FUNNEL_LIMITS_NOTE, funnelPlaceText, outsideText, spreadText } from '#browser/charts/words/claims.ts'
import { comparedWithText, othersAbsenceText } from '#browser/charts/words/disclosure-text.ts'
import { countedText } from '#browser/charts/words/funnel-caption.ts'
import type { SentencePart } from '#browser/charts/words/sentence.ts'
import type { ChartAverages } from '#contract/chart-data.ts'
import { funnelLimits } from '#domain/figures/funnel.ts'
import { scaleInterval, type IntervalBounds, type Level } from '#domain/figures/intervals.ts'
import { compareOwn } from '#domain/figures/pooled.ts'
import type { ChartView } from './chart-view.ts'

export type PooledAverage = NonNullable<ChartAverages['pooled']>

export const pooledAverage = ({ comparison }: ChartView): PooledAverage | null =>
  comparison.averages?.pooled ?? null

export function funnelAbsence(chartView: ChartView): string | null {
  if (pooledAverage(chartView) !== null) return null
  if (chartView.data.suppression.is_restricted)
    return 'No funnel plot for this project: it does not show the numerators and denominators of peers.'
  return (
    othersAbsenceText(chartView) ??
    'A funnel plot needs values with a numerator and a denominator, and there are none here.'
  )
}

/** The limits for a denominator in the chart's unit. */
export function limitsAt(
  chartView: ChartView,
  pooled: PooledAverage,
  denominator: number,
  level: Level
): IntervalBounds | null {
  const { multiplier, own, data } = chartView
  const { statistic } = data.chart
  const compared = compareOwn(statistic, pooled, own ?? { numerator: null, denominator: null })
  const limits = compared && funnelLimits(statistic, compared, denominator, level)
  return limits && scaleInterval(limits, multiplier)
}

/** How many lie outside the limits, and whether the spread is more than chance. */
export function funnelNotes(chartView: ChartView): string[] {
  const pooled = pooledAverage(chartView)
  if (pooled === null) return []
  return [
    `${outsideText(pooled, comparedWithText(chartView.comparison))} ${spreadText(pooled)}`,
    FUNNEL_LIMITS_NOTE
  ]
}

/** Where the own value lies; null if that is not known. */
export function funnelSentence(chartView: ChartView): SentencePart[] | null {
  const { own, measure } = chartView
  const pooled = pooledAverage(chartView)
  if (pooled === null || own === null || own.verdict === null || own.denominator === null) return null
  const limits = limitsAt(chartView, pooled, own.denominator, '95')
  if (limits === null) return null
  const [low, high] = limits
  const text = funnelPlaceText(
    own.name,
    own.verdict,
    countedText(own.denominator, chartView),
    [formatValue(low, measure), formatValue(high, measure)],
    formatValue(pooled.mean, measure)
  )
  return [{ text }]
}
