// Ranks a value among others. The lists are sorted in ascending order, so each call is a binary search.

import { bisectLeft, bisector, bisectRight } from 'd3-array'
import type { ChartDirection } from '#contract/charts.ts'
import { ROUNDING_TOLERANCE } from './decimals.ts'
import { shownFigure } from './shown-figures.ts'
import type { Averages } from './statistics.ts'

export type Quartile = 1 | 2 | 3 | 4

/** How many of the others are below, equal to and above a value. */
export interface RankCounts {
  lower: number
  equal: number
  higher: number
}

/**
 * Compares a value with a list as they are shown: values that a reader sees as equal are equal, whatever their further digits are. Only the values
 * within one unit of the last digit are rounded.
 */
function countsAmong(value: number, sortedAscending: readonly number[], decimals: number): RankCounts {
  const unit = 10 ** -decimals
  const from = bisectLeft(sortedAscending, value - unit)
  const to = bisectRight(sortedAscending, value + unit)
  const shown = bisector((other: number) => shownFigure(other, decimals))
  const figure = shownFigure(value, decimals)
  const lower = shown.left(sortedAscending, figure, from, to)
  const notHigher = shown.right(sortedAscending, figure, from, to)
  return { lower, equal: notHigher - lower, higher: sortedAscending.length - notHigher }
}

/**
 * 1 is the best value: the lowest if lower is better, otherwise the highest. Values that are shown as equal share a rank and
 * the next is skipped (1, 2, 2, 4). Whether the value itself is in the list makes no difference.
 */
export function rankOf(
  value: number,
  sortedAscending: readonly number[],
  direction: ChartDirection,
  decimals: number
): number {
  const { lower, higher } = countsAmong(value, sortedAscending, decimals)
  return (direction === 'lower' ? lower : higher) + 1
}

/** Whether a value ranks before another one. */
export const isBetter = (value: number, other: number, direction: ChartDirection): boolean =>
  direction === 'lower' ? value < other : value > other

/** Share of the compared values shown as lower, plus half of those shown as equal, 0–100. Null when there is nothing to compare with. */
export function percentileOf(
  value: number,
  sortedAscending: readonly number[],
  decimals: number
): number | null {
  const n = sortedAscending.length
  if (n === 0) return null
  const { lower, equal } = countsAmong(value, sortedAscending, decimals)
  return (100 * (2 * lower + equal)) / (2 * n)
}

/**
 * The quarter of a value, 1 the lowest, by the chart's quartile lines. A value on a line belongs to the
 * quarter below it. Null if the lines are unknown.
 */
export function quartileOf(value: number, lines: Pick<Averages, 'Q1' | 'Median' | 'Q3'>): Quartile | null {
  if (lines.Q1 === null || lines.Median === null || lines.Q3 === null) return null
  if (isAtMost(value, lines.Q1)) return 1
  if (isAtMost(value, lines.Median)) return 2
  return isAtMost(value, lines.Q3) ? 3 : 4
}

/** Whether a value is at or below a line, up to rounding errors: lines are interpolated. */
export const isAtMost = (value: number, line: number): boolean =>
  value - line <= ROUNDING_TOLERANCE * Math.max(Math.abs(value), Math.abs(line))

/** Derives the counts from rank and percentile. `n` is the number of others; the rank includes the value itself. */
export function countsFromRank(
  rank: number,
  percentile: number,
  n: number,
  direction: ChartDirection
): RankCounts {
  const better = rank - 1
  const lowerAndHalf = (percentile * n) / 100
  const [lower, higher] =
    direction === 'lower' ? [better, n + better - 2 * lowerAndHalf] : [2 * lowerAndHalf - n + better, better]
  const [below, above] = [Math.round(lower), Math.round(higher)]
  return { lower: below, equal: n - below - above, higher: above }
}

/** The percentile as a whole number; 0 and 100 are reserved for values that no other, or every other, is below. */
export function wholePercentile(percentile: number): number {
  if (percentile <= 0 || percentile >= 100) return percentile <= 0 ? 0 : 100
  return Math.min(99, Math.max(1, Math.round(percentile)))
}
