// What a member of a strict project may see of a set of others' figures.

import { ROUNDING_TOLERANCE } from '#domain/figures/decimals.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { averagesOf, mean, sortedValues } from '#domain/figures/statistics.ts'
import { groupBy } from '#lib/group-by.ts'

/** Quartiles of fewer other organisations would be individual figures. */
export const QUARTILE_ORGANISATIONS = 12

/** If two organisations hold this share of a sum, its mean tells each of them the other's part. */
const DOMINANT_SHARE = 0.8

/** A submission's figure with its organisation. */
export interface OwnedFigure {
  organisationId: number
  value: number
}

/** Whether two organisations hold most of a sum of counts or amounts. A deduction is an amount, too, so signs do not matter. */
export function isDominated(figures: readonly OwnedFigure[]): boolean {
  const byOrganisation = new Map<number, number>()
  for (const { organisationId, value } of figures)
    byOrganisation.set(organisationId, (byOrganisation.get(organisationId) ?? 0) + Math.abs(value))
  const amounts = [...byOrganisation.values()].toSorted((a, b) => b - a)
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  const share = DOMINANT_SHARE * total
  return total > 0 && amounts[0]! + (amounts[1] ?? 0) >= share - ROUNDING_TOLERANCE * share
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
 * The averages of a set that may be shown, rounded, because more digits would reveal numerators and denominators. There is no minimum and no
 * maximum, and no mean if two organisations hold most of the sum.
 */
export function disclosedSet(
  values: readonly number[],
  organisations: number,
  decimals: number,
  { hasMean = true }: { hasMean?: boolean } = {}
): DisclosedSet {
  const { n, Mean, Median, Q1, Q3 } = averagesOf(values)
  const round = (value: number | null): number | null =>
    value === null ? null : shownFigure(value, decimals)
  const hasQuartiles = organisations >= QUARTILE_ORGANISATIONS
  return {
    n,
    Mean: hasMean ? round(Mean) : null,
    Median: round(Median),
    Q1: hasQuartiles ? round(Q1) : null,
    Q3: hasQuartiles ? round(Q3) : null
  }
}

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
