// Where a submission's trend begins, and which earlier submissions a new one may continue.

import type { Submission } from '#contract/submissions.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { compareNames } from '#lib/compare.ts'

export interface LineageTrend {
  /** The name of the lineage's first period. */
  since: string
  /** It continues nothing: its trend begins in the current period. */
  isNew: boolean
}

/** Newest first, as periods are listed; an unlisted period comes last. */
const ageIn = (periods: readonly TimePeriod[]) => (submission: Submission) => {
  const index = periods.findIndex(period => period.time_period_id === submission.time_period_id)
  return index === -1 ? periods.length : index
}

/** The organisation's submissions of earlier periods, newest first. */
function before(
  all: readonly Submission[],
  periods: readonly TimePeriod[],
  timePeriodId: number
): Submission[] {
  const age = ageIn(periods)
  const now = periods.findIndex(period => period.time_period_id === timePeriodId)
  return all
    .filter(submission => age(submission) > now)
    .toSorted((one, other) => age(one) - age(other) || compareNames(one.name, other.name))
}

export function lineageTrend(
  submissionId: number,
  all: readonly Submission[],
  periods: readonly TimePeriod[],
  timePeriodId: number
): LineageTrend | null {
  const own = all.find(submission => submission.id === submissionId)
  if (!own) return null
  const earlier = before(all, periods, timePeriodId).filter(({ lineage_id }) => lineage_id === own.lineage_id)
  const first = earlier.at(-1) ?? own
  const period = periods.find(({ time_period_id }) => time_period_id === first.time_period_id)
  return period ? { since: period.time_period_name, isNew: earlier.length === 0 } : null
}

/** The lineage's last submission before the period. */
export const earlierOf = (
  lineageId: number,
  all: readonly Submission[],
  periods: readonly TimePeriod[],
  timePeriodId: number
): Submission | undefined =>
  before(all, periods, timePeriodId).find(({ lineage_id }) => lineage_id === lineageId)

/**
 * Lineages of earlier submissions that no submission of the period continues yet, by last name, newest
 * first.
 */
export function openLineages(
  all: readonly Submission[],
  periods: readonly TimePeriod[],
  timePeriodId: number
): Submission[] {
  const taken = new Set(
    all.filter(({ time_period_id }) => time_period_id === timePeriodId).map(({ lineage_id }) => lineage_id)
  )
  const found = new Map<number, Submission>()
  for (const submission of before(all, periods, timePeriodId)) {
    if (!taken.has(submission.lineage_id) && !found.has(submission.lineage_id))
      found.set(submission.lineage_id, submission)
  }
  return [...found.values()]
}

export const periodName = (periods: readonly TimePeriod[], timePeriodId: number): string =>
  periods.find(period => period.time_period_id === timePeriodId)?.time_period_name ?? ''
