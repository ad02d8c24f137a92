// How like one submission another one is: in the options of filters that they share, and in figures.

export interface SimilarityProfile {
  /** For each filter, the options that it carries. */
  options: ReadonlyMap<number, readonly string[]>
  /** By chart; missing where there is none. */
  figures: ReadonlyMap<number, number>
}

export interface LikenessMeasure {
  filterIds: readonly number[]
  /** How far apart two figures of a chart may be and still be half alike: the spread of its middle half. */
  spreads: ReadonlyMap<number, number>
}

/** Figures that differ by less than this share of the spread of the middle half are close. */
const CLOSE_SPREADS = 0.5
/** From here on a figure is as different as it can be, so that one of them cannot outweigh all else. */
const MAX_SPREADS = 2

export type FigureLikeness = 'close' | 'higher' | 'lower' | 'missing'

export interface Likeness {
  /** 0 is alike in everything, 1 in nothing. */
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
  // Where the middle half is all equal, any other value is far away.
  const spreadsApart = spread > 0 ? Math.abs(difference) / spread : MAX_SPREADS
  return {
    distance: Math.min(1, spreadsApart / MAX_SPREADS),
    likeness: spreadsApart <= CLOSE_SPREADS ? 'close' : difference > 0 ? 'higher' : 'lower'
  }
}

/** The nearest ones, nearest first. Those that are as near as the last one come too: chance decides about nobody. */
export function nearest<T extends { distance: number }>(candidates: readonly T[], size: number): T[] {
  const sorted = candidates.toSorted((a, b) => a.distance - b.distance)
  const last = sorted[Math.min(size, sorted.length) - 1]
  return last ? sorted.filter(candidate => candidate.distance <= last.distance) : []
}
