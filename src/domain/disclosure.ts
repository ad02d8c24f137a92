// What a member of a strict project may see of a set of others' figures.
import { shownFigure } from './shown-figures.ts'
import { averagesOf } from './statistics.ts'

/** Quartiles of fewer other organisations would be single figures. */
export const QUARTILE_ORGANISATIONS = 12

export interface DisclosedSet {
  /** Null if the set is held back: its size would reveal how many there are. */
  n: number | null
  Mean: number | null
  Median: number | null
  Q1: number | null
  Q3: number | null
}

export const HELD_BACK: DisclosedSet = { n: null, Mean: null, Median: null, Q1: null, Q3: null }

/** The set's averages, rounded as they are shown, because more digits would reveal numerators and denominators; without minimum and maximum. */
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
  /** The number of other organisations in the count. */
  otherOrganisations: number
}

/**
 * Which counts of a filter's options may be shown: those of at least the minimum of other organisations, as long as those that are left out
 * are together as many, or else could be had by subtraction from everyone.
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
