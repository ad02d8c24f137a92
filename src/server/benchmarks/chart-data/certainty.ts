// How certain figures are: their intervals, and whether they differ from a set as a whole by more than chance. Pure.

import type { ChartAverages } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import type { Statistic } from '#contract/charts.ts'
import { intervalOf, scaleInterval, type Level } from '#domain/figures/intervals.ts'
import {
  certaintyOf,
  dispersionOf,
  isOverDispersed,
  pooledMean,
  funnelPosition,
  mirrorPosition,
  usableParts,
  verdictOf
} from '#domain/figures/pooled.ts'
import type { SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

/** What the figures of a series are. */
export interface SeriesMeasure extends Pick<ChartSelection['chart'], 'direction' | 'statistic'> {
  multiplier: SeriesPlan['multiplier']
}

export const measureOf = (
  { chart: { direction, statistic } }: ChartSelection,
  { multiplier }: SeriesPlan
): SeriesMeasure => ({ direction, statistic, multiplier })

type ValueCertainty = Pick<ChartValue, 'interval_95' | 'interval_998' | 'verdict' | 'certainty'>

export const NO_CERTAINTY: ValueCertainty = {
  interval_95: null,
  interval_998: null,
  verdict: null,
  certainty: null
}

/** The intervals of a figure, and its verdict where there is a mean to compare it with. The mean is of numerators ÷ denominators. */
export function certaintyIn(
  measure: SeriesMeasure,
  figure: SubmissionFigure,
  mean: number | null
): ValueCertainty {
  const { statistic, direction, multiplier } = measure
  if (statistic === 'none') return NO_CERTAINTY
  const interval = (level: Level): [number, number] | null => {
    const found = intervalOf(statistic, figure, level)
    return found === null ? null : [...scaleInterval(found, multiplier)]
  }
  const position =
    mean === null ? null : mirrorPosition(measure.multiplier, funnelPosition(statistic, figure, mean))
  return {
    interval_95: interval('95'),
    interval_998: interval('99.8'),
    verdict: position === null ? null : verdictOf(position, direction),
    certainty: position === null ? null : certaintyOf(position)
  }
}

export interface PooledSet {
  /** Of numerators ÷ denominators, before the multiplier. */
  mean: number
  shown: NonNullable<ChartAverages['pooled']>
}

/** A set as one whole; null where the statistic has no intervals or no member has a numerator and a denominator. */
export function pooledSet(measure: SeriesMeasure, figures: readonly SubmissionFigure[]): PooledSet | null {
  const { statistic, multiplier } = measure
  const members = usableParts(statistic, figures)
  const mean = pooledMean(members)
  if (mean === null) return null
  const dispersion = dispersionOf(statistic, members, mean)
  return {
    mean,
    shown: {
      mean: mean * multiplier,
      n: members.length,
      positions: countPositions(measure, statistic, members, mean),
      dispersion,
      is_over_dispersed: isOverDispersed(dispersion, members.length)
    }
  }
}

function countPositions(
  measure: SeriesMeasure,
  statistic: Statistic,
  members: readonly SubmissionFigure[],
  mean: number
): PooledSet['shown']['positions'] {
  const counts = {
    plainly_lower: 0,
    probably_lower: 0,
    similar: 0,
    probably_higher: 0,
    plainly_higher: 0
  }
  for (const member of members) {
    const position = mirrorPosition(measure.multiplier, funnelPosition(statistic, member, mean))
    if (position !== null) counts[position] += 1
  }
  return counts
}
