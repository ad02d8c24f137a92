// A control chart of one unit's figures over time: what varies as it always does, and what is a signal.

import { mean as meanOf } from 'd3-array'
import type { Statistic } from '#contract/charts.ts'
import { HAIR } from './decimals.ts'
import { hasParts, type FigureParts } from './intervals.ts'

/** Of fewer periods the limits would be guesses. */
export const MIN_CONTROL_POINTS = 8
/** So many in a row on one side of the mean are a shift (Western Electric, Statistical Quality Control Handbook, 1956). */
const SHIFT = 8
/** So many in a row that rise, or fall, are a trend (L. S. Nelson, Journal of Quality Technology 16 (1984), 237–239). */
const TREND = 6
/** The mean moving range of two normal values in standard deviations (W. A. Shewhart's d2). */
const D2 = 1.128

export type Signal = 'above' | 'below' | 'shift' | 'trend'

export interface ControlPoint {
  lower: number
  upper: number
  /** Why the point stands out; empty where it does not. */
  signals: readonly Signal[]
}

export interface ControlChart {
  method: 'XmR' | 'p′' | 'u′'
  mean: number
  /** One for each figure, in their order. */
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
  const sideOf = sidesIn(values)
  const sets = [inRuns(values.map(value => sideOf(value, limits.mean))), inTrends(values)]
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

/** Whether a value is above a line (1), below it (-1) or on it (0): a line that was worked out of these values may lie a hair beside one of them. */
function sidesIn(values: readonly number[]): (value: number, line: number) => number {
  const hair = HAIR * Math.max(...values.map(Math.abs))
  return (value, line) => (Math.abs(value - line) <= hair ? 0 : Math.sign(value - line))
}

/** Points of runs on one side of the mean; a point on the mean neither ends a run nor counts in it. */
function inRuns(sides: readonly number[]): ReadonlySet<number> {
  return longEnough(
    sides.flatMap((side, at) => (side === 0 ? [] : [{ at, key: side }])),
    SHIFT
  )
}

/** Points of series that only rise or only fall. The first of them rises or falls to the second. */
function inTrends(values: readonly number[]): ReadonlySet<number> {
  const found = new Set<number>()
  const steps = values
    .slice(1)
    .map((value, index) => ({ at: index + 1, key: Math.sign(value - values[index]!) }))
  const moving = longEnough(
    steps.map(step => (step.key === 0 ? { ...step, key: step.at * 2 } : step)),
    TREND - 1
  )
  for (const at of moving) found.add(at - 1).add(at)
  return found
}

/** The places of those that stand in at least `count` of one key after each other. */
function longEnough(items: readonly { at: number; key: number }[], count: number): ReadonlySet<number> {
  const found = new Set<number>()
  let start = 0
  for (let end = 1; end <= items.length; end++) {
    if (end < items.length && items[end]!.key === items[start]!.key) continue
    if (end - start >= count) for (const { at } of items.slice(start, end)) found.add(at)
    start = end
  }
  return found
}
