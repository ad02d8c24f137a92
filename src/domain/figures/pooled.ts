// Verdicts, which say whether a figure differs from the mean of a set by more than chance, and overdispersion.

import { fsum } from 'd3-array'
import type { Verdict } from '#contract/chart-values.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import type { POSITIONS } from '#contract/funnel-positions.ts'
import { chanceOfCount, countLimits } from './count-limits.ts'
import { hasParts, intervalOf, levels, type FigureParts, type Level } from './intervals.ts'
import { shownDifference } from './shown-figures.ts'
import { centralQuantile } from './t-distribution.ts'

export type FunnelPosition = (typeof POSITIONS)[number]

export interface CountSums {
  numerator: number
  denominator: number
}

/** The sums of a set that its figures are compared with as a whole. */
export interface PooledSums extends CountSums {
  /** Of means: the variance of the sum of all cases, and what its degrees of freedom are calculated from (Satterthwaite 1946). */
  variance: number
  varianceWeight: number
}

type CountedParts = FigureParts & { numerator: number; denominator: number }

/** The members whose parts are valid for the statistic. */
export const usableParts = <T extends FigureParts>(
  statistic: Statistic,
  members: readonly T[]
): (T & CountedParts)[] => members.filter(member => hasParts(statistic, member))

/** The sums of the members that can be summed. */
export function poolParts(statistic: Statistic, members: readonly FigureParts[]): PooledSums {
  const sums = usableParts(statistic, members).map(sumsOfOne)
  const sum = (key: keyof PooledSums): number => fsum(sums.map(one => one[key]))
  return {
    numerator: sum('numerator'),
    denominator: sum('denominator'),
    variance: sum('variance'),
    varianceWeight: sum('varianceWeight')
  }
}

function sumsOfOne({ numerator, denominator, standardDeviation }: CountedParts): PooledSums {
  const variance = denominator * (standardDeviation ?? 0) ** 2
  return { numerator, denominator, variance, varianceWeight: variance ** 2 / (Math.floor(denominator) - 1) }
}

/** The mean of a set as one whole: the sum of the numerators ÷ the sum of the denominators. Null if the set is empty. */
export const pooledMean = ({ numerator, denominator }: CountSums): number | null =>
  denominator > 0 ? numerator / denominator : null

/** What the figures of a chart are compared with. Means are before the multiplier. */
export interface PooledComparison {
  /** Of the compared set. */
  mean: number
  /** Everyone in the chart, including the own submission. Tests are conditional on their sum. */
  whole: PooledSums
}

/** What an own figure and its peers are compared with, from the sums of the peers alone. Null for means, and if the peers have none. */
export function compareOwn(
  statistic: Statistic,
  { numerator, denominator }: CountSums,
  own: FigureParts
): PooledComparison | null {
  const mean = pooledMean({ numerator, denominator })
  if (statistic === 'mean' || mean === null) return null
  const whole = poolParts(statistic, [{ numerator, denominator }, own])
  return { mean, whole }
}

export interface VerdictMeasure {
  statistic: Statistic
  decimal_places: number
  multiplier: number
}

/**
 * The position of a figure relative to the mean. It differs by more than chance only if its interval excludes the mean and an exact test of
 * it against all others rejects, at the level of the interval: so at most 2.5 % of figures that differ by chance alone are said to differ to
 * either side (decision 0038). Figures that are shown as equal are similar. Null if the figure has no interval.
 */
export function funnelPosition(
  measure: VerdictMeasure,
  parts: FigureParts,
  { mean, whole }: PooledComparison
): FunnelPosition | null {
  const { statistic, multiplier } = measure
  if (!hasParts(statistic, parts)) return null
  const figure = parts.numerator / parts.denominator
  const differs = (level: Level): boolean => {
    const interval = intervalOf(statistic, parts, level)
    if (interval === null || (interval[0] <= mean && mean <= interval[1])) return false
    return exceedsChance(statistic, parts, whole, level, figure > mean)
  }
  if (!differs('95') || isShownAsEqual(measure, figure, mean)) return 'similar'
  const certainty = differs('99.8') ? 'plainly' : 'probably'
  // A negative multiplier reverses the order of a chart's values.
  return `${certainty}_${figure > mean === multiplier >= 0 ? 'higher' : 'lower'}`
}

/** Rounding is slow, so it is left out where the figures are far apart. */
const isShownAsEqual = (
  { multiplier, decimal_places }: VerdictMeasure,
  figure: number,
  mean: number
): boolean =>
  Math.abs((figure - mean) * multiplier) < 10 ** -decimal_places &&
  shownDifference(figure * multiplier, mean * multiplier, decimal_places) === 0

/** Whether so much of the whole falls to these parts by chance in less than the share of cases that the level leaves on one side. */
function exceedsChance(
  statistic: Statistic,
  parts: CountedParts,
  whole: PooledSums,
  level: Level,
  isHigher: boolean
): boolean {
  if (parts.denominator >= whole.denominator) return false
  if (statistic === 'mean') return differsFromRest(parts, whole, level)
  const chance = chanceOfCount(statistic, parts.denominator, whole)
  if (chance === null) return false
  const { low, high } = countLimits(chance, level)
  return isHigher ? parts.numerator >= high : parts.numerator <= low
}

/**
 * Welch's test of a mean against that of all others. It has no more degrees of freedom than the figure's own cases give, so that it does not
 * reject too often. B. L. Welch, The generalization of “Student’s” problem when several different population variances are involved,
 * Biometrika 34 (1947), 28–35.
 */
function differsFromRest(parts: CountedParts, whole: PooledSums, level: Level): boolean {
  const own = sumsOfOne(parts)
  const rest = whole.denominator - own.denominator
  const difference = own.numerator / own.denominator - (whole.numerator - own.numerator) / rest
  const ownVariance = own.variance / own.denominator ** 2
  const restVariance = Math.max(0, whole.variance - own.variance) / rest ** 2
  const error = ownVariance + restVariance
  const weight =
    own.varianceWeight / own.denominator ** 4 +
    Math.max(0, whole.varianceWeight - own.varianceWeight) / rest ** 4
  const degrees = Math.min(
    Math.floor(own.denominator) - 1,
    weight > 0 ? Math.floor(error ** 2 / weight) : Infinity
  )
  const { probability, z } = levels[level]
  return Math.abs(difference) > centralQuantile(probability, z, Math.max(1, degrees)) * Math.sqrt(error)
}

/** The verdict on a position: better or worse if the measure has a better end, otherwise higher or lower. */
export function verdictOf(position: FunnelPosition, direction: ChartDirection): Verdict {
  if (position === 'similar') return 'similar'
  const side = position === 'plainly_higher' || position === 'probably_higher' ? 'higher' : 'lower'
  if (direction === 'neutral') return side
  return side === direction ? 'better' : 'worse'
}

/** 'plainly' at the 99.8 % level, 'probably' at the 95 % level only. */
export const certaintyOf = (position: FunnelPosition): 'plainly' | 'probably' | null =>
  position === 'similar' ? null : position.startsWith('plainly') ? 'plainly' : 'probably'

export interface Overdispersion {
  factor: number
  isOver: boolean
}

/** The number of standard errors by which the factor must exceed 1. */
const DISPERSION_Z = 2

/**
 * Pearson's statistic over its degrees of freedom: 1 on average where chance alone explains the spread, however small the counts. It is over
 * what chance explains where it exceeds 1 by two standard errors, on the scale of E. B. Wilson and M. M. Hilferty, The distribution of
 * chi-square, Proceedings of the National Academy of Sciences 17 (1931), 684–688; the error includes that of small counts. Null for fewer than
 * two members, or if the statistic gives no variance to expect.
 */
export function dispersionOf(
  statistic: Statistic,
  members: readonly CountedParts[],
  mean: number
): Overdispersion | null {
  const variance = statistic === 'proportion' ? mean * (1 - mean) : statistic === 'rate' ? mean : 0
  if (variance <= 0 || members.length < 2) return null
  const degrees = members.length - 1
  const squares = members.map(
    ({ numerator, denominator }) => (numerator - mean * denominator) ** 2 / (variance * denominator)
  )
  // The variance of a squared residual is 2 + the excess kurtosis of its count.
  const kurtosis = statistic === 'proportion' ? 1 - 6 * variance : 1
  const spread = fsum(members.map(({ denominator }) => Math.max(0, 2 + kurtosis / (variance * denominator))))
  const factor = fsum(squares) / degrees
  const ninth = spread / degrees ** 2 / 9
  return { factor, isOver: factor > (1 - ninth + DISPERSION_Z * Math.sqrt(ninth)) ** 3 }
}
