// The one place where averages are computed. Server and client use it, so that a figure is the same wherever it is shown (product 22.13).
import { fsum, quantileSorted } from 'd3-array'

/** Averages of one set of values, under the names of spec 3. All but `n` are null when the set is empty. */
export interface Averages {
  n: number
  Mean: number | null
  Median: number | null
  Q1: number | null
  Q3: number | null
  minimum: number | null
  maximum: number | null
}

const NOTHING: Averages = { n: 0, Mean: null, Median: null, Q1: null, Q3: null, minimum: null, maximum: null }

/** A new array without missing values, lowest first: what `quantile` and the ranking functions expect. */
export function sortedValues(values: Iterable<number | null | undefined>): number[] {
  const figures: number[] = []
  for (const value of values) {
    // Adding nothing turns −0 into 0, which is equal to it but would be sorted behind it.
    if (typeof value === 'number' && Number.isFinite(value)) figures.push(value + 0)
  }
  // Doubles are sorted without calling a comparison: a hundred thousand in a tenth of the time.
  return Array.from(new Float64Array(figures).toSorted())
}

/**
 * Linear quantile, R's type 7: the value at position (n − 1)·p + 1, interpolated between its neighbours.
 * `p` is between 0 and 1. Null for an empty list.
 */
export function quantile(sortedAscending: readonly number[], p: number): number | null {
  // d3's type asks for a mutable array, but it only reads.
  return quantileSorted(sortedAscending as number[], p) ?? null
}

/**
 * Arithmetic mean by an exact sum (Shewchuk), so that neither the order of the values nor their size changes the last digits.
 * It never leaves the range of the values, which rounding after the division could do by one digit.
 */
export function mean(sortedAscending: readonly number[]): number | null {
  const n = sortedAscending.length
  const [lowest, highest] = [sortedAscending[0], sortedAscending[n - 1]]
  if (lowest === undefined || highest === undefined) return null
  const sum = fsum(sortedAscending)
  const rounded = Number.isFinite(sum) ? sum / n : fsum(sortedAscending.map(value => value / n))
  return Math.min(highest, Math.max(lowest, rounded))
}

/** As many values of a sorted list as there are places for, evenly spaced, the first and the last among them. */
export function evenlySpaced(sorted: readonly number[], places: number): number[] {
  if (sorted.length <= places) return [...sorted]
  return Array.from(
    { length: places },
    (_, place) => sorted[Math.round((place * (sorted.length - 1)) / Math.max(1, places - 1))]!
  )
}

/** Averages of the values that are there; missing ones are left out of `n` as of everything else (product 22.16). */
export const averagesOf = (values: Iterable<number | null | undefined>): Averages =>
  averagesOfSorted(sortedValues(values))

/** The same of values that `sortedValues` has sorted. */
export function averagesOfSorted(sorted: readonly number[]): Averages {
  if (sorted.length === 0) return NOTHING
  return {
    n: sorted.length,
    Mean: mean(sorted),
    Median: quantile(sorted, 0.5),
    Q1: quantile(sorted, 0.25),
    Q3: quantile(sorted, 0.75),
    minimum: quantile(sorted, 0),
    maximum: quantile(sorted, 1)
  }
}
