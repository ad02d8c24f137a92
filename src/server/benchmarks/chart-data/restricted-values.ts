// Single values for a member of a strict project: the own organisation's.

import type { ChartValue } from '#contract/chart-values.ts'
import type { ChartDirection } from '#contract/charts.ts'
import type { DisclosedSet } from '#domain/disclosure/disclosure.ts'
import { quartileOf, rankOf } from '#domain/figures/ranking.ts'
import { shownFigure } from '#domain/figures/shown-figures.ts'
import { certaintyIn, type SeriesMeasure } from './certainty.ts'
import type { SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import { isSelectedSubmission, type ComparedSubmission, type SubmissionNames } from './submissions.ts'

type RankedStanding = Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'>

const NO_STANDING: RankedStanding = { rank: null, rank_of: 0, percentile: null, quartile: null }

export interface ComparedWith {
  /** Everyone else's values, ascending; null for a narrower comparison, in which nothing is ranked. */
  others: readonly number[] | null
  /** Which of the own values may be ranked among them. */
  rankable: ReadonlySet<number> | null
  lines: DisclosedSet
  direction: ChartDirection
  measure: SeriesMeasure
}

/**
 * Only a published value is ranked: anyone who could rank arbitrary values could find all others. There is no percentile, because
 * together with the rank it would reveal how many have the same value.
 */
function standingOf(
  value: number,
  published: number | null,
  { others, rankable, lines, direction, measure }: ComparedWith
): RankedStanding {
  const quartile = quartileOf(value, lines)
  if (others === null || value !== published || rankable?.has(value) !== true)
    return { ...NO_STANDING, quartile }
  return {
    rank: rankOf(value, others, direction, measure.decimal_places),
    rank_of: others.length + 1,
    percentile: null,
    quartile
  }
}

export function ownValue(
  selection: ChartSelection,
  submission: ComparedSubmission,
  names: SubmissionNames | undefined,
  figure: SubmissionFigure,
  publishedValue: number | null,
  comparedWith: ComparedWith
): ChartValue {
  const selected = isSelectedSubmission(selection, submission)
  const shown = (value: number | null): number | null =>
    value === null ? null : shownFigure(value, selection.chart.decimal_places)
  const rounded = shown(figure.value)
  return {
    submission_name: names?.submission_name ?? null,
    submission_code: names?.submission_code ?? null,
    organisation_name: names?.organisation_name ?? null,
    submission_id: submission.submission_id,
    organisation_id: submission.organisation_id,
    lineage_id: submission.lineage_id,
    time_period_id: submission.time_period_id,
    value: figure.value,
    numerator: figure.numerator,
    denominator: figure.denominator,
    is_own: true,
    is_selected: selected,
    is_other: selection.request.other_submission_ids.includes(submission.submission_id),
    peer_group_ids: selected ? [] : [...submission.peer_group_ids],
    ...(rounded === null ? NO_STANDING : standingOf(rounded, shown(publishedValue), comparedWith)),
    peer_standings: [],
    // Its verdict would need the sums of others, which are not disclosed.
    ...certaintyIn(comparedWith.measure, figure, null),
    value_note: figure.note,
    is_suppressed: false,
    suppression_reason: null
  }
}
