// A control chart of one unit's figures over time: it tells signals from routine variation.

import { mean as meanOf } from 'd3-array'
import type { Statistic } from '#contract/charts.ts'
import { ROUNDING_TOLERANCE } from './decimals.ts'
import { hasParts, type FigureParts } from './intervals.ts'

/** Limits from fewer periods would be guesses. */
export const MIN_CONTROL_POINTS = 8
/** This many in a row on one side of the mean are a shift (Western Electric, Statistical Quality Control Handbook, 1956). */
const SHIFT_LENGTH = 8
/** This many in a row that only rise, or only fall, are a trend (L. S. Nelson, Journal of Quality Technology 16 (1984), 237–239). */
const TREND_LENGTH = 6
/** The mean moving range of two normal values in standard deviations (W. A. Shewhart's d2). */
const D2 = 1.128

export type Signal = 'above' | 'below' | 'shift' | 'trend'

export interface ControlPoint {
  lower: number
  upper: number
  /** Empty if the point is no signal. */
  signals: readonly Signal[]
}

export interface ControlChart {
  method: 'XmR' | 'p′' | 'u′'
  mean: number
  points: readonly ControlPoint[]
}

export interface ControlFigure extends FigureParts {
  value: number
}

/**
 * Limits at three standard deviations around the mean, oldest figure first. Single figures take the XmR chart (D. J. Wheeler, Understanding
 * Variation, 1993), proportions the p′ chart and rates the u′ chart (D. B. Laney, Quality Engineering 14 (2002), 531–537), whose limits
 * follow the denominators and the spread from one period to the next. Null for fewer than eight figures.
 */
export function controlChart(
  figures: readonly ControlFigure[],
  statistic: Statistic,
  multiplier: number
): ControlChart | null {
  if (figures.length < MIN_CONTROL_POINTS) return null
  const isCounted = statistic === 'proportion' || statistic === 'rate'
  const limits =
    isCounted && figures.every(figure => hasParts(statistic, figure))
      ? laneyLimits(figures, statistic, multiplier)
      : xmrLimits(figures)
  const values = figures.map(figure => figure.value)
  const sideOf = lineComparison(values)
  const sets = [findShifts(values.map(value => sideOf(value, limits.mean))), findTrends(values)]
  return {
    method: limits.method,
    mean: limits.mean,
    points: limits.ranges.map(([lower, upper], at) => {
      const value = values[at]!
      const beside: Signal[] =
        sideOf(value, upper) > 0 ? ['above'] : sideOf(value, lower) < 0 ? ['below'] : []
      const moveToRow = (['shift', 'trend'] as const).filter((_, set) => sets[set]!.has(at))
      return { lower, upper, signals: [...beside, ...moveToRow] }
    })
  }
}

interface Limits {
  method: ControlChart['method']
  mean: number
  ranges: (readonly [lower: number, upper: number])[]
}

const movingRange = (values: readonly number[]): number =>
  meanOf(values.slice(1).map((value, index) => Math.abs(value - values[index]!))) ?? 0

function xmrLimits(figures: readonly ControlFigure[]): Limits {
  const values = figures.map(figure => figure.value)
  const mean = meanOf(values) ?? 0
  const reach = (3 * movingRange(values)) / D2
  return { method: 'XmR', mean, ranges: values.map(() => [mean - reach, mean + reach]) }
}

function laneyLimits(
  figures: readonly ControlFigure[],
  statistic: 'proportion' | 'rate',
  multiplier: number
): Limits {
  const sum = (part: 'numerator' | 'denominator'): number =>
    figures.reduce((added, figure) => added + (figure[part] ?? 0), 0)
  const mean = sum('numerator') / sum('denominator')
  const [variance, most] = statistic === 'proportion' ? [mean * (1 - mean), 1] : [mean, Infinity]
  const errors = figures.map(figure => Math.sqrt(variance / figure.denominator!))
  const residuals = figures.map((figure, at) =>
    errors[at] === 0 ? 0 : (figure.numerator! / figure.denominator! - mean) / errors[at]!
  )
  const spread = movingRange(residuals) / D2
  const ranges = errors.map((error): readonly [number, number] => {
    const [lower, upper] = [Math.max(0, mean - 3 * error * spread), Math.min(most, mean + 3 * error * spread)]
    return multiplier < 0
      ? [upper * multiplier, lower * multiplier]
      : [lower * multiplier, upper * multiplier]
  })
  return { method: statistic === 'proportion' ? 'p′' : 'u′', mean: mean * multiplier, ranges }
}

/** Compares a value with a line that was calculated from these values: 1 above it, −1 below, 0 on it, up to rounding errors. */
function lineComparison(values: readonly number[]): (value: number, line: number) => number {
  const tolerance = ROUNDING_TOLERANCE * Math.max(...values.map(Math.abs))
  return (value, line) => (Math.abs(value - line) <= tolerance ? 0 : Math.sign(value - line))
}

/** Indexes of points in long runs on one side of the mean. A point on the mean neither ends a run nor counts in it. */
function findShifts(sides: readonly number[]): ReadonlySet<number> {
  return findLongRuns(
    sides.flatMap((side, at) => (side === 0 ? [] : [{ at, key: side }])),
    SHIFT_LENGTH
  )
}

/** Indexes of points in long series that only rise or only fall, with the first one, from which the second rises or falls. */
function findTrends(values: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>()
  const steps = values
    .slice(1)
    .map((value, index) => ({ at: index + 1, key: Math.sign(value - values[index]!) }))
  const moving = findLongRuns(
    steps.map(step => (step.key === 0 ? { ...step, key: step.at * 2 } : step)),
    TREND_LENGTH - 1
  )
  for (const at of moving) found.add(at - 1).add(at)
  return found
}

/** Indexes of the items in runs of at least `count` equal keys. */
function findLongRuns(items: readonly { at: number; key: number }[], count: number): ReadonlySet<number> {
  const found = new Set<number>()
  let start = 0
  for (let end = 1; end <= items.length; end++) {
    if (end < items.length && items[end]!.key === items[start]!.key) continue
    if (end - start >= count) for (const { at } of items.slice(start, end)) found.add(at)
    start = end
  }
  return found
}
