// Where one value stands among others. The lists are sorted ascending, so that each answer costs a binary search.
import { bisectLeft, bisectRight } from 'd3-array'
import type { Averages } from './statistics.ts'

export type Quartile = 1 | 2 | 3 | 4

/**
 * 1 for the highest value; equal values share a rank and the next one is skipped (1, 2, 2, 4).
 * It makes no difference whether the value itself is in the list.
 */
export function rankOf(value: number, sortedAscending: readonly number[]): number {
  return sortedAscending.length - bisectRight(sortedAscending, value) + 1
}

/** Share of the compared values strictly below, plus half of the equal ones, 0–100. Null when there is nothing to compare with. */
export function percentileOf(value: number, sortedAscending: readonly number[]): number | null {
  const n = sortedAscending.length
  if (n === 0) return null
  const below = bisectLeft(sortedAscending, value)
  const notAbove = bisectRight(sortedAscending, value)
  return (100 * (below + notAbove)) / (2 * n)
}

/**
 * The quarter that a value stands in, 1 the lowest, told by the quartile lines that the chart draws. A value on a line belongs to the
 * quarter below it. Null where the lines are not known.
 */
export function quartileOf(value: number, lines: Pick<Averages, 'Q1' | 'Median' | 'Q3'>): Quartile | null {
  if (lines.Q1 === null || lines.Median === null || lines.Q3 === null) return null
  if (value <= lines.Q1) return 1
  if (value <= lines.Median) return 2
  return value <= lines.Q3 ? 3 : 4
}
