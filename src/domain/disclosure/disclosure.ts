// What a member of a strict project may see of a set of others' figures.

import { ROUNDING_TOLERANCE } from '#domain/figures/decimals.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { mean, sortedValues } from '#domain/figures/statistics.ts'
import { groupBy } from '#lib/group-by.ts'
import { organisationCount } from './blocks.ts'

/** Quartiles of fewer other organisations would be individual figures. */
export const QUARTILE_ORGANISATIONS = 12

/** If two organisations hold this share of a sum, its mean tells each of them the other's part. */
const DOMINANT_SHARE = 0.8

export interface OwnedFigure {
  organisationId: number
  value: number
}

/**
 * Whether the mean reveals too much about the largest organisation: two hold most of the sum of counts or amounts, or one holds most of what
 * is left when `colluders` others subtract theirs. A deduction is an amount, too, so signs do not matter. Ratios count as one each: if most
 * belong to one organisation, their mean is nearly that organisation's.
 */
export function isDominated(figures: readonly OwnedFigure[], colluders: number, isRatio = false): boolean {
  const byOrganisation = new Map<number, number>()
  for (const { organisationId, value } of figures)
    byOrganisation.set(
      organisationId,
      (byOrganisation.get(organisationId) ?? 0) + (isRatio ? 1 : Math.abs(value))
    )
  const amounts = [...byOrganisation.values()].toSorted((a, b) => b - a)
  const [largest = 0, second = 0] = amounts
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const unknown = amounts.slice(1 + colluders).reduce((sum, amount) => sum + amount, largest)
  return total > 0 && (isMost(largest + second, total) || isMost(largest, unknown))
}

const isMost = (part: number, whole: number): boolean =>
  part >= DOMINANT_SHARE * whole * (1 - ROUNDING_TOLERANCE)

/** Within this share of its whole, a proportion counts as none or all. */
const NEAR_LIMIT = 0.01

/**
 * Whether so many figures are alike that an average tells each of them: fewer organisations than the minimum have another figure than the
 * commonest, so that up to one fewer could know that all the rest are alike. `whole` is what a proportion can be at most, null of other figures.
 */
export function isUniform(
  figures: readonly OwnedFigure[],
  minimumCount: number,
  decimals: number,
  whole: number | null
): boolean {
  const likeness = ({ value }: OwnedFigure): number => {
    if (whole !== null && value <= NEAR_LIMIT * whole) return 0
    if (whole !== null && value >= (1 - NEAR_LIMIT) * whole) return whole
    return shownFigure(value, decimals)
  }
  const alike = [...groupBy(figures, likeness).values()]
  const commonest = alike.reduce((most, one) => (one.length > most.length ? one : most), [])
  return organisationCount(alike.filter(one => one !== commonest).flat()) < minimumCount
}

export interface Run {
  mean: number
  submissionCount: number
}

/**
 * Sorted figures as means of runs. Each run covers more organisations than the minimum, because the reader's own may be one of them. All runs
 * have the same length, which the largest organisations determine: a length that depended on who is in a run would disclose something about
 * them. The last run takes the rest. There are no runs if all figures together are too few.
 */
export function runsOf(figures: readonly OwnedFigure[], minimumCount: number, decimals: number): Run[] {
  const sizes = [...groupBy(figures, one => one.organisationId).values()].map(own => own.length)
  const largest = sizes.toSorted((a, b) => b - a).slice(0, minimumCount)
  const length = largest.reduce((sum, size) => sum + size, 0) + 1
  const sorted = sortedValues(figures.map(({ value }) => value))
  const count = Math.floor(sorted.length / length)
  return Array.from({ length: count }, (_, index) => {
    const run = sorted.slice(index * length, index === count - 1 ? undefined : (index + 1) * length)
    return { mean: shownFigure(mean(run)!, decimals), submissionCount: run.length }
  })
}

export interface DisclosedSet {
  /** Null if suppressed: the count itself is disclosive. */
  n: number | null
  Mean: number | null
  Median: number | null
  Q1: number | null
  Q3: number | null
}

export const HELD_BACK: DisclosedSet = { n: null, Mean: null, Median: null, Q1: null, Q3: null }

/**
 * The averages of a set of others that may be shown, rounded, because more digits would reveal numerators and denominators. There is no minimum
 * and no maximum, no mean that a few organisations dominate, and no quantile that is the figure of a few.
 */
export function disclosedSet(
  figures: readonly OwnedFigure[],
  minimumCount: number,
  decimals: number,
  { hasMean = true, isRatio = false }: { hasMean?: boolean; isRatio?: boolean } = {}
): DisclosedSet {
  const sorted = figures.toSorted((a, b) => a.value - b.value)
  const round = (value: number | null): number | null =>
    value === null ? null : shownFigure(value, decimals)
  // The reader is one of the colluders, and is not in the set.
  const isTold = (around: readonly OwnedFigure[]): boolean =>
    hasMean || !isDominated(around, minimumCount - 2, isRatio)
  const quantile = (p: number): number | null => round(quantileOfSeveral(sorted, p, minimumCount, isTold))
  const hasQuartiles = organisationCount(figures) >= QUARTILE_ORGANISATIONS
  return {
    n: figures.length,
    Mean: hasMean ? round(mean(sorted.map(({ value }) => value))) : null,
    Median: quantile(0.5),
    Q1: hasQuartiles ? quantile(0.25) : null,
    Q3: hasQuartiles ? quantile(0.75) : null
  }
}

/**
 * The linear quantile of moving averages, each over the values around a position that belong to at least the minimum of organisations. A plain
 * quantile is the figure of one organisation or lies between those of two. Null where too few values are on one side, or where a few
 * organisations dominate one of the averages.
 */
function quantileOfSeveral(
  sorted: readonly OwnedFigure[],
  p: number,
  minimumCount: number,
  isTold: (around: readonly OwnedFigure[]) => boolean
): number | null {
  const meanAround = (at: number): number | null => {
    for (let reach = 0; at - reach >= 0 && at + reach < sorted.length; reach += 1) {
      const around = sorted.slice(at - reach, at + reach + 1)
      if (organisationCount(around) < minimumCount) continue
      return isTold(around) ? mean(around.map(({ value }) => value)) : null
    }
    return null
  }
  const place = (sorted.length - 1) * p
  const [lower, upper] = [meanAround(Math.floor(place)), meanAround(Math.ceil(place))]
  return lower === null || upper === null ? null : lower + (upper - lower) * (place - Math.floor(place))
}

/**
 * A count that changes while members enter data, as members of a strict project see it: in whole steps of the minimum, so that few of its
 * changes can be seen.
 */
export const liveCount = (count: number, minimumCount: number): number => count - (count % minimumCount)

export interface CountedOption {
  count: number
  /** The number of other organisations counted. */
  otherOrganisations: number
}

/**
 * The counts of a filter's options that may be shown: those with at least the minimum of other
 * organisations, provided the remaining ones together have as many; otherwise they could be found by
 * subtraction.
 */
export function disclosableCounts<T extends CountedOption>(
  options: readonly T[],
  minimumCount: number
): ReadonlySet<T> {
  const disclosable = new Set<T>()
  let hidden = 0
  for (const option of options.toSorted((a, b) => a.otherOrganisations - b.otherOrganisations)) {
    if (option.otherOrganisations < minimumCount || (hidden > 0 && hidden < minimumCount))
      hidden += option.otherOrganisations
    else disclosable.add(option)
  }
  return disclosable
}
