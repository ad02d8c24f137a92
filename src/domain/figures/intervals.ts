// Confidence intervals by published methods. A figure here is numerator ÷ denominator, before the chart's multiplier.

import type { Statistic } from '#contract/charts.ts'
import { centralQuantile } from './t-distribution.ts'

/** The parts of a figure. The standard deviation is that of the single cases, where the chart has one. */
export interface FigureParts {
  numerator: number | null
  denominator: number | null
  standardDeviation?: number | null
}

export type Level = '95' | '99.8'
export type IntervalBounds = readonly [lower: number, upper: number]

/** The probability of each level, and its z value: how many standard errors it reaches to each side. */
export const levels: Record<Level, { probability: number; z: number }> = {
  '95': { probability: 0.95, z: 1.959963984540054 },
  '99.8': { probability: 0.998, z: 3.090232306167813 }
}

export const zOf = (level: Level): number => levels[level].z

/**
 * The score interval of a proportion. E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
 * American Statistical Association 22 (1927), 209–212; as method 3 in R. G. Newcombe, Statistics in Medicine 17 (1998), 857–872.
 */
export function wilsonInterval(count: number, n: number, z: number): IntervalBounds {
  const square = z * z
  const middle = 2 * count + square
  const half = z * Math.sqrt(square + (4 * count * (n - count)) / n)
  const whole = 2 * (n + square)
  return [count === 0 ? 0 : (middle - half) / whole, count === n ? 1 : (middle + half) / whole]
}

/**
 * Byar's interval of a count, to be divided by the denominator. N. E. Breslow and N. E. Day, Statistical Methods in Cancer Research,
 * volume II (1987), page 69.
 */
export function byarInterval(count: number, z: number): IntervalBounds {
  const lower = count === 0 ? 0 : Math.max(0, 1 - 1 / (9 * count) - z / (3 * Math.sqrt(count)))
  const next = count + 1
  const upper = 1 - 1 / (9 * next) + z / (3 * Math.sqrt(next))
  return [count * lower ** 3, next * upper ** 3]
}

/** Student's interval of a mean. Student, The probable error of a mean, Biometrika 6 (1908), 1–25. */
function studentInterval(
  mean: number,
  standardDeviation: number,
  cases: number,
  level: Level
): IntervalBounds {
  const { probability, z } = levels[level]
  const half = (centralQuantile(probability, z, cases - 1) * standardDeviation) / Math.sqrt(cases)
  return [mean - half, mean + half]
}

/** Whether the parts are valid for the statistic: a share is not more than its whole, a count not negative, a mean has a deviation of its cases. */
export function hasParts<T extends FigureParts>(
  statistic: Statistic,
  parts: T
): parts is T & { numerator: number; denominator: number } {
  const { numerator, denominator } = parts
  if (numerator === null || denominator === null || denominator <= 0) return false
  if (statistic === 'proportion') return numerator >= 0 && numerator <= denominator
  if (statistic === 'rate') return numerator >= 0
  return statistic === 'mean' && (parts.standardDeviation ?? -1) >= 0 && denominator >= 2
}

/** The interval of numerator ÷ denominator; null where the statistic or the parts give none. */
export function intervalOf(statistic: Statistic, parts: FigureParts, level: Level): IntervalBounds | null {
  if (!hasParts(statistic, parts)) return null
  const { numerator, denominator } = parts
  const z = zOf(level)
  if (statistic === 'proportion') return wilsonInterval(numerator, denominator, z)
  if (statistic === 'rate') {
    const [lower, upper] = byarInterval(numerator, z)
    return [lower / denominator, upper / denominator]
  }
  return studentInterval(
    numerator / denominator,
    parts.standardDeviation ?? 0,
    Math.floor(denominator),
    level
  )
}

/** An interval in the chart's unit. */
export const scaleInterval = ([lower, upper]: IntervalBounds, multiplier: number): IntervalBounds =>
  multiplier < 0
    ? [upper * multiplier + 0, lower * multiplier + 0]
    : [lower * multiplier + 0, upper * multiplier + 0]
