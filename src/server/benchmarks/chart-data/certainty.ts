// How certain figures are: their intervals, and whether they differ from a set as a whole by more than chance. Pure.

import type { ChartAverages } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { intervalOf, scaleInterval, type Level } from '#domain/figures/intervals.ts'
import {
  certaintyOf,
  dispersionOf,
  poolParts,
  pooledMean,
  funnelPosition,
  usableParts,
  verdictOf,
  type PooledComparison
} from '#domain/figures/pooled.ts'
import type { SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

/** What the figures of a series are. */
export interface SeriesMeasure extends Pick<
  ChartSelection['chart'],
  'direction' | 'statistic' | 'decimal_places'
> {
  multiplier: SeriesPlan['multiplier']
}

export const measureOf = (
  { chart: { direction, statistic, decimal_places } }: ChartSelection,
  { multiplier }: SeriesPlan
): SeriesMeasure => ({ direction, statistic, decimal_places, multiplier })

type ValueCertainty = Pick<ChartValue, 'interval_95' | 'interval_998' | 'verdict' | 'certainty'>

export const NO_CERTAINTY: ValueCertainty = {
  interval_95: null,
  interval_998: null,
  verdict: null,
  certainty: null
}

/** The intervals of a figure, and its verdict where there is a set to compare it with. */
export function certaintyIn(
  measure: SeriesMeasure,
  figure: SubmissionFigure,
  compared: PooledComparison | null
): ValueCertainty {
  const { statistic, direction, multiplier } = measure
  if (statistic === 'none') return NO_CERTAINTY
  const interval = (level: Level): [number, number] | null => {
    const found = intervalOf(statistic, figure, level)
    return found === null ? null : [...scaleInterval(found, multiplier)]
  }
  const position = compared && funnelPosition(measure, figure, compared)
  return {
    interval_95: interval('95'),
    interval_998: interval('99.8'),
    verdict: position === null ? null : verdictOf(position, direction),
    certainty: position === null ? null : certaintyOf(position)
  }
}

export interface PooledSet {
  compared: PooledComparison
  shown: NonNullable<ChartAverages['pooled']>
}

/**
 * A set as one whole; null where the statistic has no intervals or no member has a numerator and a denominator. `own` are the figures of the
 * own submission, which is not a member.
 */
export function pooledSet(
  measure: SeriesMeasure,
  figures: readonly SubmissionFigure[],
  own: readonly SubmissionFigure[]
): PooledSet | null {
  const { statistic, multiplier } = measure
  const members = usableParts(statistic, figures)
  const sums = poolParts(statistic, members)
  const mean = pooledMean(sums)
  if (mean === null) return null
  const compared = { mean, whole: poolParts(statistic, [...members, ...own]) }
  const dispersion = dispersionOf(statistic, members, mean)
  return {
    compared,
    shown: {
      mean: mean * multiplier,
      n: members.length,
      numerator: sums.numerator,
      denominator: sums.denominator,
      positions: countPositions(measure, members, compared),
      dispersion: dispersion?.factor ?? null,
      is_over_dispersed: dispersion?.isOver ?? false
    }
  }
}

function countPositions(
  measure: SeriesMeasure,
  members: readonly SubmissionFigure[],
  compared: PooledComparison
): PooledSet['shown']['positions'] {
  const counts = {
    plainly_lower: 0,
    probably_lower: 0,
    similar: 0,
    probably_higher: 0,
    plainly_higher: 0
  }
  for (const member of members) {
    const position = funnelPosition(measure, member, compared)
    if (position !== null) counts[position] += 1
  }
  return counts
}
