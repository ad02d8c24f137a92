// Verdicts, which say whether a figure differs from the mean of a set by more than chance, and overdispersion.

import { fsum } from 'd3-array'
import type { POSITIONS } from '#contract/chart-data.ts'
import type { Verdict } from '#contract/chart-values.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import { ROUNDING_TOLERANCE } from './decimals.ts'
import { hasParts, intervalOf, type FigureParts, type IntervalBounds } from './intervals.ts'
import { quantile, sortedValues } from './statistics.ts'

export type FunnelPosition = (typeof POSITIONS)[number]

interface RatioParts {
  numerator: number
  denominator: number
}

/** The members whose parts are valid for the statistic. */
export const usableParts = <T extends FigureParts>(
  statistic: Statistic,
  members: readonly T[]
): (T & RatioParts)[] => members.filter(member => hasParts(statistic, member))

/** The mean of a set as one whole: the sum of the numerators ÷ the sum of the denominators. Null if the set is empty. */
export function pooledMean(members: readonly RatioParts[]): number | null {
  const whole = fsum(members.map(member => member.denominator))
  return whole > 0 ? fsum(members.map(member => member.numerator)) / whole : null
}

/** The position of a figure relative to the mean, by its two intervals. Null if it has none. */
export function funnelPosition(
  statistic: Statistic,
  parts: FigureParts,
  mean: number
): FunnelPosition | null {
  const probable = intervalOf(statistic, parts, '95')
  if (probable === null || !hasParts(statistic, parts)) return null
  if (isNearlyEqual(parts.numerator / parts.denominator, mean) || isWithin(mean, probable)) return 'similar'
  const isPlain = !isWithin(mean, intervalOf(statistic, parts, '99.8')!)
  if (mean > probable[1]) return isPlain ? 'plainly_lower' : 'probably_lower'
  return isPlain ? 'plainly_higher' : 'probably_higher'
}

const isNearlyEqual = (one: number, other: number): boolean =>
  Math.abs(one - other) <= ROUNDING_TOLERANCE * Math.abs(other)

const isWithin = (mean: number, [lower, upper]: IntervalBounds): boolean => lower <= mean && mean <= upper

/** The verdict on a position: better or worse if the measure has a better end, otherwise higher or lower. */
export function verdictOf(position: FunnelPosition, direction: ChartDirection): Verdict {
  if (position === 'similar') return 'similar'
  const side = position === 'plainly_higher' || position === 'probably_higher' ? 'higher' : 'lower'
  if (direction === 'neutral') return side
  return side === direction ? 'better' : 'worse'
}

const mirrored: Record<FunnelPosition, FunnelPosition> = {
  plainly_lower: 'plainly_higher',
  probably_lower: 'probably_higher',
  similar: 'similar',
  probably_higher: 'probably_lower',
  plainly_higher: 'plainly_lower'
}

/** A negative multiplier reverses the order of a chart's values. */
export const mirrorPosition = (multiplier: number, position: FunnelPosition | null): FunnelPosition | null =>
  position === null || multiplier >= 0 ? position : mirrored[position]

/** 'plainly' if even the 99.8 % interval excludes the mean, 'probably' if only the 95 % interval does. */
export const certaintyOf = (position: FunnelPosition): 'plainly' | 'probably' | null =>
  position === 'similar' ? null : position.startsWith('plainly') ? 'plainly' : 'probably'

const WINSORISED = 0.1

/**
 * The overdispersion factor of a set: the mean of the squared standardised residuals, with a tenth winsorised at each end (Spiegelhalter 2005).
 * Null for fewer than two members, or if the statistic gives no variance to expect.
 */
export function dispersionOf(
  statistic: Statistic,
  members: readonly RatioParts[],
  mean: number
): number | null {
  const variance = statistic === 'proportion' ? mean * (1 - mean) : statistic === 'rate' ? mean : 0
  if (variance <= 0 || members.length < 2) return null
  const residuals = sortedValues(
    members.map(
      ({ numerator, denominator }) => (numerator - mean * denominator) / Math.sqrt(variance * denominator)
    )
  )
  const [lowest, highest] = [quantile(residuals, WINSORISED)!, quantile(residuals, 1 - WINSORISED)!]
  return (
    fsum(residuals.map(residual => Math.min(highest, Math.max(lowest, residual)) ** 2)) / residuals.length
  )
}

/** Whether the factor is more than two standard errors above 1: the mean of n squared residuals has a variance of 2 ÷ n. */
export const isOverDispersed = (dispersion: number | null, n: number): boolean =>
  dispersion !== null && dispersion > 1 + 2 * Math.sqrt(2 / n)
