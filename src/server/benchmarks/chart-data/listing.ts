// Selects the single values that a reply lists. Nobody can distinguish a hundred thousand bars, and forty
// megabytes are slow to parse.

import { sortedValues } from '#domain/figures/statistics.ts'
import type { SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import { isOwn, isSelectedSubmission, type ComparedSubmission } from './submissions.ts'

/** The submissions of a selected period, and which of them are listed individually. */
export interface PeriodSubmissions {
  timePeriodId: number
  submissions: readonly ComparedSubmission[]
  listed: readonly ComparedSubmission[]
  /** The number that would be listed without the limit. */
  totalCount: number
}

/** How many values of one series and period are listed, so that all series and periods of a reply keep within `inAll`. */
export const placesIn = (inAll: number, most: number, count: number): number =>
  Math.min(most, Math.floor(inAll / Math.max(1, count)))

/**
 * The same submissions are listed in every series, chosen by the figures of one, because parts of a whole
 * are stacked by submission.
 */
export function listPeriod(
  selection: ChartSelection,
  timePeriodId: number,
  submissions: readonly ComparedSubmission[],
  figures: ReadonlyMap<number, SubmissionFigure>,
  places: number
): PeriodSubmissions {
  const isOther = new Set(selection.request.other_submission_ids)
  const candidates = submissions
    .map(submission => {
      const isNamed = isSelectedSubmission(selection, submission) || isOther.has(submission.submission_id)
      return {
        submission,
        isCandidate: submission.is_filtered || isNamed,
        value: figures.get(submission.submission_id)?.value ?? null,
        isWanted: isNamed || isOwn(selection, submission),
        isPeer: submission.peer_group_ids.length > 0
      }
    })
    .filter(one => one.isCandidate)
  const listed = chooseListed(candidates, places).map(one => one.submission)
  return { timePeriodId, submissions, listed, totalCount: candidates.length }
}

export interface Listable {
  value: number | null
  /** Must be listed: the own unit, the own organisation's, and the marked ones. */
  isWanted: boolean
  /** In one of the chosen peer groups. */
  isPeer: boolean
}

/**
 * Fills the limit in the order given. If all fit, all are listed; otherwise the required ones, then members
 * of the chosen peer groups in up to half of the remaining places, and the rest evenly spaced by rank from
 * the lowest value to the highest. Deterministic.
 */
export function chooseListed<T extends Listable>(candidates: readonly T[], places: number): readonly T[] {
  if (candidates.length <= places) return candidates
  const wanted = candidates.filter(one => one.isWanted).slice(0, places)
  const others = candidates.filter(one => !one.isWanted)
  const left = places - wanted.length
  const [peers, rest] = [
    others.filter(one => one.isPeer && hasValue(one)),
    others.filter(one => !one.isPeer && hasValue(one))
  ]
  const forPeers = Math.min(peers.length, Math.max(Math.floor(left / 2), left - rest.length))
  const chosen = new Set([
    ...wanted,
    ...pickEvenlySpaced(peers, forPeers),
    ...pickEvenlySpaced(rest, left - forPeers)
  ])
  return candidates.filter(one => chosen.has(one))
}

const hasValue = ({ value }: Listable): boolean => value !== null

/** That many items, including the lowest and the highest. Of equal values the first. */
function pickEvenlySpaced<T extends Listable>(candidates: readonly T[], places: number): readonly T[] {
  if (candidates.length <= places) return candidates
  const sorted = sortedValues(candidates.map(one => one.value))
  const wanted = new Map<number, number>()
  for (let place = 0; place < places; place++) {
    const value = sorted[Math.round((place * (sorted.length - 1)) / Math.max(1, places - 1))]!
    wanted.set(value, (wanted.get(value) ?? 0) + 1)
  }
  return candidates.filter(({ value }) => {
    const more = value === null ? 0 : (wanted.get(value) ?? 0)
    if (more > 0) wanted.set(value!, more - 1)
    return more > 0
  })
}
