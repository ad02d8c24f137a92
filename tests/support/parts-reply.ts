// Replies of getChartData for charts with a statistic: each figure has a numerator and a denominator, and with them intervals and a verdict.

import type { ChartData } from '#contract/chart-data.ts'
import type { Statistic } from '#contract/charts.ts'
import { certaintyIn, pooledSet, type SeriesMeasure } from '#server/benchmarks/chart-data/certainty.ts'
import type { SubmissionFigure } from '#server/benchmarks/chart-data/sealed-figures.ts'
import { chartAnswer, PERIOD, type AnswerRequest } from './chart-reply.ts'

type Parts = readonly [numerator: number, denominator: number] | null

export interface PartsRequest extends Omit<AnswerRequest, 'values' | 'earlier'> {
  statistic: Statistic
  /** The first is the own submission's; null is missing. */
  parts: readonly Parts[]
  /** The own parts of earlier periods, newest first. */
  earlier?: readonly Parts[]
  multiplier?: number
}

export function partsAnswer({
  statistic,
  parts,
  earlier = [],
  multiplier = 1,
  ...request
}: PartsRequest): ChartData {
  const valueOf = (one: Parts): number | null => (one === null ? null : (one[0] / one[1]) * multiplier)
  const answer = chartAnswer({
    ...request,
    values: parts.map(valueOf),
    earlier: earlier.map(own => [valueOf(own)]),
    chart: { statistic, ...request.chart }
  })
  const { direction } = answer.chart
  const { decimal_places } = answer.chart
  const measure: SeriesMeasure = { statistic, direction, decimal_places, multiplier }
  const figureOf = (one: Parts): SubmissionFigure => ({
    value: valueOf(one),
    numerator: one?.[0] ?? null,
    denominator: one?.[1] ?? null,
    standardDeviation: null,
    note: null,
    isUnfinished: false
  })
  const [series] = answer.series
  const compared = series!.averages.find(
    set => set.time_period_id === PERIOD && set.basis === (request.peers ? 'peer_group' : 'filtered')
  )!
  const members = parts.flatMap((one, at) =>
    at > 0 && one !== null && (request.peers?.includes(at) ?? true) ? [figureOf(one)] : []
  )
  const pooled = compared.is_suppressed ? null : pooledSet(measure, members, parts.slice(0, 1).map(figureOf))
  compared.pooled = pooled?.shown ?? null
  series!.multiplier = multiplier
  for (const value of series!.values) {
    const one =
      value.time_period_id === PERIOD
        ? parts[value.submission_id! - 1]
        : earlier[PERIOD - value.time_period_id - 1]
    const figure = figureOf(one ?? null)
    const { numerator, denominator } = figure
    Object.assign(
      value,
      { numerator, denominator },
      certaintyIn(measure, figure, value.time_period_id === PERIOD ? (pooled?.compared ?? null) : null)
    )
  }
  return answer
}
