// How certain figures are: their intervals, and whether they differ from a set as a whole by more than chance. Pure.
import type { ChartAverages, ChartValue } from '#contract/chart-data.ts'
import type { Statistic } from '#contract/charts.ts'
import { intervalOf, scaled, type Level } from '#domain/figures/intervals.ts'
import {
  certaintyOf,
  dispersionOf,
  isOverDispersed,
  pooledMean,
  positionOf,
  shownPosition,
  usableParts,
  verdictOf
} from '#domain/figures/pooled.ts'
import type { Figure } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

/** What the figures of a series are. */
export interface SeriesMeasure extends Pick<Selection['chart'], 'direction' | 'statistic'> {
  multiplier: SeriesPlan['multiplier']
}

export const measureOf = (
  { chart: { direction, statistic } }: Selection,
  { multiplier }: SeriesPlan
): SeriesMeasure => ({ direction, statistic, multiplier })

type Certainty = Pick<ChartValue, 'interval_95' | 'interval_998' | 'verdict' | 'certainty'>

export const NO_CERTAINTY: Certainty = {
  interval_95: null,
  interval_998: null,
  verdict: null,
  certainty: null
}

/** The intervals of a figure, and its verdict where there is a mean to compare it with. The mean is of numerators ÷ denominators. */
export function certaintyIn(measure: SeriesMeasure, figure: Figure, mean: number | null): Certainty {
  const { statistic, direction, multiplier } = measure
  if (statistic === 'none') return NO_CERTAINTY
  const interval = (level: Level): [number, number] | null => {
    const found = intervalOf(statistic, figure, level)
    return found === null ? null : [...scaled(found, multiplier)]
  }
  const position =
    mean === null ? null : shownPosition(measure.multiplier, positionOf(statistic, figure, mean))
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
export function pooledSet(measure: SeriesMeasure, figures: readonly Figure[]): PooledSet | null {
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
  members: readonly Figure[],
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
    const position = shownPosition(measure.multiplier, positionOf(statistic, member, mean))
    if (position !== null) counts[position] += 1
  }
  return counts
}
