// Histograms: bins of equal width with round edges.

import { bisectLeft } from 'd3-array'
import { roundScale } from './round-scale.ts'

export interface BinnedValues {
  /** One more than there are bins, ascending. */
  edges: number[]
  /** A value on an edge belongs to the bin above it; one on the last edge to the last bin. */
  counts: number[]
}

const MIN_BINS = 4
const MAX_BINS = 16

/** Bins of ascending values. Their range includes the own values, which are not counted. */
export function binsOf(sorted: readonly number[], own: readonly number[] = []): BinnedValues {
  const ends = [...sorted.slice(0, 1), ...sorted.slice(-1), ...own]
  if (ends.length === 0) return { edges: [], counts: [] }
  const [lowest, highest] = [Math.min(...ends), Math.max(...ends)]
  const wanted = Math.ceil(Math.sqrt(sorted.length + own.length))
  const { from, to, ticks } = roundScale(lowest, highest, Math.min(MAX_BINS, Math.max(MIN_BINS, wanted)))
  // Rounding errors may put a value just outside the round ends.
  const edges = [Math.min(from, lowest), ...ticks.slice(1, -1), Math.max(to, highest)]
  const below = edges.map((edge, at) => {
    if (at === 0) return 0
    return at === edges.length - 1 ? sorted.length : bisectLeft(sorted, edge)
  })
  return { edges, counts: below.slice(1).map((count, at) => count - below[at]!) }
}

/** The index of the bin that holds a value between the first and the last edge. */
export const binOf = (value: number, { edges }: Pick<BinnedValues, 'edges'>): number =>
  Math.max(
    0,
    edges.findLastIndex((edge, at) => value >= edge && at < edges.length - 1)
  )
