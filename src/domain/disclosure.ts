// What a member of a strict project may see of a set of others' figures.
import { shownFigure } from './shown-figures.ts'
import { averagesOf } from './statistics.ts'

/** Quartiles of fewer other organisations would be individual figures. */
export const QUARTILE_ORGANISATIONS = 12

export interface DisclosedSet {
  /** Null if the set is suppressed: its size would reveal how many there are. */
  n: number | null
  Mean: number | null
  Median: number | null
  Q1: number | null
  Q3: number | null
}

export const HELD_BACK: DisclosedSet = { n: null, Mean: null, Median: null, Q1: null, Q3: null }

/**
 * The set's averages, rounded as shown, because more digits would reveal numerators and denominators;
 * without minimum and maximum.
 */
export function disclosedSet(
  values: readonly number[],
  organisations: number,
  decimals: number
): DisclosedSet {
  const { n, Mean, Median, Q1, Q3 } = averagesOf(values)
  const round = (value: number | null): number | null =>
    value === null ? null : shownFigure(value, decimals)
  const hasQuartiles = organisations >= QUARTILE_ORGANISATIONS
  return {
    n,
    Mean: round(Mean),
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
  const told = new Set<T>()
  let hidden = 0
  for (const option of options.toSorted((a, b) => a.otherOrganisations - b.otherOrganisations)) {
    if (option.otherOrganisations < minimumCount || (hidden > 0 && hidden < minimumCount))
      hidden += option.otherOrganisations
    else told.add(option)
  }
  return told
}
