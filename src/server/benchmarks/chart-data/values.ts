// One submission's value in a reply: what may be shown, and its position. Pure.

import type { ChartValue, PeerStanding } from '#contract/chart-values.ts'
import type { ChartDirection } from '#contract/charts.ts'
import type { PooledComparison } from '#domain/figures/pooled.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/figures/ranking.ts'
import type { Averages } from '#domain/figures/statistics.ts'
import { certaintyIn, type SeriesMeasure } from './certainty.ts'
import { NO_FIGURE, type SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import { isOwn, isSelectedSubmission, type ComparedSubmission, type SubmissionNames } from './submissions.ts'

interface RankedGroup {
  peerGroupId: number | null
  sorted: readonly number[]
  averages: Averages
}

/** What a period's values are compared with. */
export interface PeriodComparison {
  /** Those that match the filters, without the own unit, ascending. */
  peers: readonly number[]
  /** Including the own unit, which is ranked among them. */
  ranked: readonly number[]
  lines: Averages
  /** Which end is better and has rank 1. */
  direction: ChartDirection
  isHeldBack: boolean
  /** The chosen peer groups that are not held back. */
  groups: readonly RankedGroup[]
  /** Of the own unit, ascending. */
  own: readonly number[]
  measure: SeriesMeasure
  /** What verdicts compare with; null if no verdict may be given. */
  pooled: PooledComparison | null
}

/** Below the minimum nobody's value is shown except the own organisation's. */
export function chartValue(
  selection: ChartSelection,
  submission: ComparedSubmission,
  names: SubmissionNames | undefined,
  figure: SubmissionFigure,
  comparison: PeriodComparison
): ChartValue {
  const own = isOwn(selection, submission)
  const selected = isSelectedSubmission(selection, submission)
  const isSuppressed = comparison.isHeldBack && !own && figure.value !== null
  const isRanked = !comparison.isHeldBack && (selected || (submission.is_filtered && !figure.isUnfinished))
  const shown = isSuppressed ? NO_FIGURE : figure
  const ranked = isRanked ? figure.value : null
  return {
    ...identityOf(submission, names),
    lineage_id: own ? submission.lineage_id : null,
    value: shown.value,
    numerator: shown.numerator,
    denominator: shown.denominator,
    is_own: own,
    is_selected: selected,
    is_other: selection.request.other_submission_ids.includes(submission.submission_id),
    peer_group_ids: selected ? [] : [...submission.peer_group_ids],
    ...valueStanding(ranked, comparison),
    peer_standings: peerStandings(ranked, selected ? null : submission.peer_group_ids, comparison),
    ...certaintyIn(comparison.measure, shown, comparison.pooled),
    value_note: figure.note,
    is_suppressed: isSuppressed,
    suppression_reason: isSuppressed
      ? `fewer than ${selection.project.minimum_count} other organisations`
      : null
  }
}

function identityOf(
  { submission_id, organisation_id, time_period_id }: ComparedSubmission,
  { submission_name, submission_code, organisation_name }: SubmissionNames = NO_NAMES
) {
  return {
    submission_id,
    submission_name,
    submission_code,
    organisation_id,
    organisation_name,
    time_period_id
  }
}

const NO_NAMES: SubmissionNames = { submission_name: '', submission_code: '', organisation_name: '' }

function valueStanding(
  value: number | null,
  { peers, ranked, lines, direction, measure: { decimal_places } }: PeriodComparison
): Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'> {
  const rank_of = ranked.length
  if (value === null) return { rank: null, rank_of, percentile: null, quartile: null }
  return {
    rank: rankOf(value, ranked, direction, decimal_places),
    rank_of,
    percentile: percentileOf(value, peers, decimal_places),
    quartile: quartileOf(value, lines)
  }
}

/** Positions in the chosen peer groups that it belongs to; the own value (`null`) has one in each. */
function peerStandings(
  value: number | null,
  memberOf: readonly number[] | null,
  { groups, own, direction, measure: { decimal_places } }: PeriodComparison
): PeerStanding[] {
  if (value === null) return []
  return groups.flatMap(({ peerGroupId, sorted, averages }): PeerStanding[] => {
    if (peerGroupId === null || memberOf?.includes(peerGroupId) === false) return []
    const rankIn = (figures: readonly number[]): number => rankOf(value, figures, direction, decimal_places)
    return [
      {
        peer_group_id: peerGroupId,
        rank: rankIn(sorted) + rankIn(own) - 1,
        rank_of: sorted.length + own.length,
        percentile: percentileOf(value, sorted, decimal_places),
        quartile: quartileOf(value, averages)
      }
    ]
  })
}
