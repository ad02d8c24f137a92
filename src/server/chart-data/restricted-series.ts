// One series as a member of a strict project sees it: the own organisation's figures, and of others what whole blocks tell.
import type { ChartDirection } from '#contract/charts.ts'
import type { ChartAverages, ChartSeries, ChartValue, OwnSummary } from '#contract/chart-data.ts'
import { disclosedSet, HELD_BACK, type DisclosedSet } from '#domain/disclosure.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/ranking.ts'
import { shownDifference, shownFigure } from '#domain/shown-figures.ts'
import { evenlySpaced, sortedValues } from '#domain/statistics.ts'
import type { RestrictedReader } from '../reader.ts'
import { trendOf } from './compare.ts'
import type { RestrictedSet } from './restricted-sets.ts'
import type { SealedFigures } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { isSelected, type ComparedSubmission, type SubmissionNames } from './submissions.ts'

export interface RestrictedPeriod {
  timePeriodId: number
  /** Of the own organisation: those that the filters let through, and those that are asked for. */
  own: readonly ComparedSubmission[]
  sets: readonly RestrictedSet[]
}

export interface RestrictedComparison {
  selection: Selection
  reader: RestrictedReader
  figures: SealedFigures
  periods: readonly RestrictedPeriod[]
  /** The selected unit's submission in every period that was read. */
  selected: readonly ComparedSubmission[]
  names: ReadonlyMap<number, SubmissionNames>
  /** Whether a filter, a peer group or a submission of others narrows the selection: then the answer tells no single value and no rank. */
  isNarrowed: boolean
  places: number
}

export function restrictedSeries(comparison: RestrictedComparison, plan: SeriesPlan): ChartSeries {
  const periods = comparison.periods.map(period => periodOf(comparison, plan, period))
  return {
    series_id: plan.seriesId,
    series_name: plan.name,
    chart_parameter_id: plan.seriesId,
    display_order: plan.displayOrder,
    values: periods.flatMap(period => period.values),
    value_counts: periods.map(({ timePeriodId, values, totalCount }) => ({
      time_period_id: timePeriodId,
      listed_count: values.length,
      total_count: totalCount
    })),
    averages: periods.flatMap(period => period.averages),
    own_summary: periods.flatMap(period => period.own_summary)
  }
}

function periodOf(comparison: RestrictedComparison, plan: SeriesPlan, period: RestrictedPeriod) {
  const { selection, reader, figures, isNarrowed, places } = comparison
  const decimals = selection.chart.decimal_places
  const known = period.sets.map(set => ({
    set,
    told:
      set.blocks === null ? HELD_BACK : disclosedSet(figures.valuesOf(set.blocks, plan.displayOrder), set.blocks.organisations, decimals)
  }))
  // What the page compares with: the first chosen peer group, or else those that the filters let through.
  const compared = known.find(({ set }) => set.basis === 'peer_group') ?? known.find(({ set }) => set.basis === 'filtered')
  const lines = compared?.told ?? HELD_BACK
  const everyone = isNarrowed ? null : (period.sets.find(set => set.basis === 'all')?.blocks ?? null)
  const others = everyone === null ? [] : figures.valuesOf(everyone, plan.displayOrder).map(value => shownFigure(value, decimals))
  const own = period.own.map(submission => ({ submission, figure: figures.ownOf(reader, plan.displayOrder, submission) }))
  const selected = own.find(({ submission }) => isSelected(selection, submission))?.figure.value ?? null
  const comparedWith: ComparedWith = { isEveryone: everyone !== null, others, lines, direction: selection.chart.direction }
  const standing = (value: number | null): Standing => (value === null ? UNRANKED : standingOf(shownFigure(value, decimals), comparedWith))
  const ownValues = own.map(({ submission, figure }): ChartValue => {
    const selected = isSelected(selection, submission)
    return {
      ...comparison.names.get(submission.submission_id)!,
      submission_id: submission.submission_id,
      organisation_id: submission.organisation_id,
      time_period_id: period.timePeriodId,
      value: figure.value,
      numerator: figure.numerator,
      denominator: figure.denominator,
      is_own: true,
      is_selected: selected,
      is_other: selection.request.other_submission_ids.includes(submission.submission_id),
      peer_group_ids: selected ? [] : [...submission.peer_group_ids],
      ...standing(figure.value),
      value_note: figure.note,
      is_suppressed: false,
      suppression_reason: null
    }
  })
  const ranked = sortedValues([...others, selected === null ? null : shownFigure(selected, decimals)])
  const listed = listsOthers(comparison) ? evenlySpaced(others.toReversed(), Math.max(0, places - ownValues.length)) : []
  return {
    timePeriodId: period.timePeriodId,
    values: [...ownValues, ...listed.map(value => anonymousValue(value, period.timePeriodId, ranked, selection.chart.direction))],
    totalCount: ownValues.length + (listsOthers(comparison) ? others.length : 0),
    averages: known.map(({ set, told }) => averagesOf(set, told, period.timePeriodId, selection)),
    own_summary: summaryOf(comparison, plan, period, ownValues, lines)
  }
}

/** Single values, by size alone, of everyone only and only where the project shows them. */
export const listsOthers = ({ reader, isNarrowed }: Pick<RestrictedComparison, 'reader' | 'isNarrowed'>): boolean =>
  reader.visibility === 'anonymous' && !isNarrowed

type Standing = Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'>

const UNRANKED: Standing = { rank: null, rank_of: 0, percentile: null, quartile: null }

interface ComparedWith {
  /** The rank is among everyone, so there is none where less than everyone is compared with. */
  isEveryone: boolean
  others: readonly number[]
  lines: DisclosedSet
  direction: ChartDirection
}

function standingOf(value: number, { isEveryone, others, lines, direction }: ComparedWith): Standing {
  const quartile = quartileOf(value, lines)
  if (!isEveryone) return { ...UNRANKED, quartile }
  return { rank: rankOf(value, others, direction), rank_of: others.length + 1, percentile: percentileOf(value, others), quartile }
}

/** A value of somebody: nothing of it says whose it is. */
const anonymousValue = (value: number, time_period_id: number, ranked: readonly number[], direction: ChartDirection): ChartValue => ({
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
  value_note: null,
  is_suppressed: false,
  suppression_reason: null
})

function averagesOf(
  { basis, peerGroupId, blocks }: RestrictedSet,
  told: DisclosedSet,
  timePeriodId: number,
  { request }: Selection
): ChartAverages {
  const wanted = (name: 'Mean' | 'Median' | 'Q1' | 'Q3'): number | null => (request.averages.includes(name) ? told[name] : null)
  return {
    time_period_id: timePeriodId,
    basis,
    peer_group_id: peerGroupId,
    n: told.n,
    Mean: wanted('Mean'),
    Median: wanted('Median'),
    Q1: wanted('Q1'),
    Q3: wanted('Q3'),
    minimum: null,
    maximum: null,
    is_suppressed: blocks === null
  }
}

function summaryOf(
  { selection, reader, figures, selected }: RestrictedComparison,
  plan: SeriesPlan,
  { timePeriodId }: RestrictedPeriod,
  ownValues: readonly ChartValue[],
  { Median }: DisclosedSet
): OwnSummary[] {
  const own = ownValues.find(value => value.is_selected)
  if (!own) return []
  const before = selected.find(submission => submission.time_period_id === selection.previousPeriods.get(timePeriodId))
  const previous = before ? figures.ownOf(reader, plan.displayOrder, before).value : null
  return [
    {
      time_period_id: timePeriodId,
      value: own.value,
      rank: own.rank,
      rank_of: own.rank_of,
      percentile: own.percentile,
      quartile: own.quartile,
      difference_from_median:
        own.value === null || Median === null ? null : shownDifference(own.value, Median, selection.chart.decimal_places),
      previous_value: previous,
      change_from_previous: own.value === null || previous === null ? null : own.value - previous,
      trend: own.value === null || previous === null ? 'unknown' : trendOf(selection.chart, own.value, previous)
    }
  ]
}
