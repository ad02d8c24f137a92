// How similar two submissions are, by the filter options that they share and by figures.

export interface SimilarityProfile {
  /** The options by filter. */
  options: ReadonlyMap<number, readonly string[]>
  /** The figures by chart; without an entry if there is none. */
  figures: ReadonlyMap<number, number>
}

export interface LikenessMeasure {
  filterIds: readonly number[]
  /** The interquartile range of the figures, by chart. */
  spreads: ReadonlyMap<number, number>
}

/** Figures are close if they differ by at most this many interquartile ranges. */
const CLOSE_SPREADS = 0.5
/** Greater differences count as this one, so that one figure cannot outweigh all others. */
const MAX_SPREADS = 2

export type FigureLikeness = 'close' | 'higher' | 'lower' | 'missing'

export interface Likeness {
  /** From 0, alike in everything, to 1, alike in nothing. */
  distance: number
  sharedFilterIds: number[]
  otherFilterIds: number[]
  figures: { chartId: number; likeness: FigureLikeness }[]
}

export function likenessOf(
  own: SimilarityProfile,
  other: SimilarityProfile,
  { filterIds, spreads }: LikenessMeasure
): Likeness {
  const shares = (filterId: number): boolean => {
    const mine = own.options.get(filterId) ?? []
    return (other.options.get(filterId) ?? []).some(option => mine.includes(option))
  }
  const sharedFilterIds = filterIds.filter(shares)
  const otherFilterIds = filterIds.filter(filterId => !shares(filterId))
  const compared = [...spreads].map(([chartId, spread]) => ({
    chartId,
    ...figureLikeness(own.figures.get(chartId), other.figures.get(chartId), spread)
  }))
  const distances = [
    ...sharedFilterIds.map(() => 0),
    ...otherFilterIds.map(() => 1),
    ...compared.map(one => one.distance)
  ]
  const total = distances.reduce((sum, distance) => sum + distance, 0)
  return {
    distance: distances.length === 0 ? 0 : total / distances.length,
    sharedFilterIds,
    otherFilterIds,
    figures: compared.map(({ chartId, likeness }) => ({ chartId, likeness }))
  }
}

function figureLikeness(
  own: number | undefined,
  other: number | undefined,
  spread: number
): { distance: number; likeness: FigureLikeness } {
  if (own === undefined || other === undefined) return { distance: 1, likeness: 'missing' }
  const difference = other - own
  if (difference === 0) return { distance: 0, likeness: 'close' }
  // If the interquartile range is 0, every other value is far away.
  const spreadsApart = spread > 0 ? Math.abs(difference) / spread : MAX_SPREADS
  return {
    distance: Math.min(1, spreadsApart / MAX_SPREADS),
    likeness: spreadsApart <= CLOSE_SPREADS ? 'close' : difference > 0 ? 'higher' : 'lower'
  }
}

/** The `size` nearest candidates, nearest first, and those that tie with the last of them. */
export function findNearest<T extends { distance: number }>(candidates: readonly T[], size: number): T[] {
  const sorted = candidates.toSorted((a, b) => a.distance - b.distance)
  const last = sorted[Math.min(size, sorted.length) - 1]
  return last ? sorted.filter(candidate => candidate.distance <= last.distance) : []
}
