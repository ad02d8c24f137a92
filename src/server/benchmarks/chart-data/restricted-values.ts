// Single values for a member of a strict project: the own organisation's in full, others' without names.
import type { ChartValue } from '#contract/chart-data.ts'
import type { ChartDirection } from '#contract/charts.ts'
import type { DisclosedSet } from '#domain/disclosure.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/ranking.ts'
import { shownFigure } from '#domain/shown-figures.ts'
import { evenlySpaced, sortedValues } from '#domain/statistics.ts'
import { certaintyIn, NO_CERTAINTY, type SeriesMeasure } from './certainty.ts'
import type { Figure } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import { isSelected, type ComparedSubmission, type SubmissionNames } from './submissions.ts'

type Standing = Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'>

const UNRANKED: Standing = { rank: null, rank_of: 0, percentile: null, quartile: null }

export interface ComparedWith {
  /** Ranks are among everyone, so there is none for a narrower comparison. */
  isEveryone: boolean
  others: readonly number[]
  lines: DisclosedSet
  direction: ChartDirection
  measure: SeriesMeasure
}

function progressOf(value: number, { isEveryone, others, lines, direction }: ComparedWith): Standing {
  const quartile = quartileOf(value, lines)
  if (!isEveryone) return { ...UNRANKED, quartile }
  return {
    rank: rankOf(value, others, direction),
    rank_of: others.length + 1,
    percentile: percentileOf(value, others),
    quartile
  }
}

export function ownValue(
  selection: Selection,
  submission: ComparedSubmission,
  names: SubmissionNames | undefined,
  figure: Figure,
  comparedWith: ComparedWith
): ChartValue {
  const selected = isSelected(selection, submission)
  const rounded = figure.value === null ? null : shownFigure(figure.value, selection.chart.decimal_places)
  return {
    submission_name: names?.submission_name ?? null,
    submission_code: names?.submission_code ?? null,
    organisation_name: names?.organisation_name ?? null,
    submission_id: submission.submission_id,
    organisation_id: submission.organisation_id,
    time_period_id: submission.time_period_id,
    value: figure.value,
    numerator: figure.numerator,
    denominator: figure.denominator,
    is_own: true,
    is_selected: selected,
    is_other: selection.request.other_submission_ids.includes(submission.submission_id),
    peer_group_ids: selected ? [] : [...submission.peer_group_ids],
    ...(rounded === null ? UNRANKED : progressOf(rounded, comparedWith)),
    // Its verdict would be against the sums of others, which are not told.
    ...certaintyIn(comparedWith.measure, figure, null),
    value_note: figure.note,
    is_suppressed: false,
    suppression_reason: null
  }
}

/** Others' values, descending, each ranked among them and the selected one. Evenly spaced if there are many. */
export function anonymousValues(
  { others, direction }: ComparedWith,
  selectedValue: number | null,
  timePeriodId: number,
  decimals: number,
  places: number
): ChartValue[] {
  const ranked = sortedValues([
    ...others,
    selectedValue === null ? null : shownFigure(selectedValue, decimals)
  ])
  return evenlySpaced(others.toReversed(), places).map(value =>
    anonymousValue(value, timePeriodId, ranked, direction)
  )
}

/** An anonymous value: nothing in it says whose it is. */
const anonymousValue = (
  value: number,
  time_period_id: number,
  ranked: readonly number[],
  direction: ChartDirection
): ChartValue => ({
  submission_id: null,
  submission_name: null,
  submission_code: null,
  organisation_id: null,
  organisation_name: null,
  time_period_id,
  value,
  numerator: null,
  denominator: null,
  is_own: false,
  is_selected: false,
  is_other: false,
  peer_group_ids: [],
  rank: rankOf(value, ranked, direction),
  rank_of: ranked.length,
  percentile: null,
  quartile: null,
  ...NO_CERTAINTY,
  value_note: null,
  is_suppressed: false,
  suppression_reason: null
})
