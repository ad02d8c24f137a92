// Whether a figure differs from the mean of a set by more than chance: verdicts, and over-dispersion.

import { fsum } from 'd3-array'
import type { POSITIONS } from '#contract/chart-data.ts'
import type { Verdict } from '#contract/chart-values.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import { hasParts, intervalOf, type FigureParts, type IntervalBounds } from './intervals.ts'
import { quantile, sortedValues } from './statistics.ts'

export type FunnelPosition = (typeof POSITIONS)[number]

interface RatioParts {
  numerator: number
  denominator: number
}

/** Those that have what the statistic needs. */
export const usableParts = <T extends FigureParts>(
  statistic: Statistic,
  members: readonly T[]
): (T & RatioParts)[] => members.filter(member => hasParts(statistic, member))

/** The mean of a set as one whole: the sum of the numerators ÷ the sum of the denominators. Null for nobody. */
export function pooledMean(members: readonly RatioParts[]): number | null {
  const whole = fsum(members.map(member => member.denominator))
  return whole > 0 ? fsum(members.map(member => member.numerator)) / whole : null
}

/** Null where the figure has no interval. */
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

/** Whether two figures differ by no more than the rounding of what they were worked out from. */
const isNearlyEqual = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-12 * Math.abs(other)

const isWithin = (mean: number, [lower, upper]: IntervalBounds): boolean => lower <= mean && mean <= upper

/** A position in the words of the measure; where neither end is better it is only higher or lower. */
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

/** A negative multiplier turns a chart's values upside down. */
export const mirrorPosition = (multiplier: number, position: FunnelPosition | null): FunnelPosition | null =>
  position === null || multiplier >= 0 ? position : mirrored[position]

/** 'plainly' where even the 99.8 % interval leaves out the mean, 'probably' where only the 95 % interval does. */
export const certaintyOf = (position: FunnelPosition): 'plainly' | 'probably' | null =>
  position === 'similar' ? null : position.startsWith('plainly') ? 'plainly' : 'probably'

const WINSORISED = 0.1

/**
 * How many times the spread of a set is what chance explains: the mean of the squared standardised residuals, a tenth at each end winsorised
 * (Spiegelhalter 2005). Null where there is no spread to be explained.
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

/** Whether a spread is more than two standard errors above chance alone: of n squared residuals the mean has a variance of 2 ÷ n. */
export const isOverDispersed = (dispersion: number | null, n: number): boolean =>
  dispersion !== null && dispersion > 1 + 2 * Math.sqrt(2 / n)
