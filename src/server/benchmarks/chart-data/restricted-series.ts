// One series for a member of a strict project: the own organisation's figures, and whole blocks of others.
import type { ChartAverages, ChartSeries, ChartValue, OwnSummary } from '#contract/chart-data.ts'
import { disclosedSet, HELD_BACK, type DisclosedSet } from '#domain/disclosure.ts'
import { shownDifference, shownFigure } from '#domain/shown-figures.ts'
import { trendOf } from '#domain/trend.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import { measureOf } from './certainty.ts'
import { anonymousValues, ownValue, type ComparedWith } from './restricted-values.ts'
import type { RestrictedSet } from './restricted-sets.ts'
import type { SealedFigures } from './sealed-figures.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { type ComparedSubmission, type SubmissionNames } from './submissions.ts'

export interface RestrictedPeriod {
  timePeriodId: number
  /** The own organisation's submissions that match the filters or were requested. */
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
  /**
   * Whether a filter, a peer group or another's submission narrows the selection. The reply then contains no
   * single value and no rank.
   */
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
    multiplier: plan.multiplier,
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
  const { selection, reader, figures, names, isNarrowed } = comparison
  const decimals = selection.chart.decimal_places
  const known = period.sets.map(set => ({
    set,
    told:
      set.blocks === null
        ? HELD_BACK
        : disclosedSet(figures.valuesOf(set.blocks, plan.displayOrder), set.blocks.organisations, decimals)
  }))
  // The page's comparison: the first chosen peer group, otherwise everyone that matches the filters.
  const compared =
    known.find(({ set }) => set.basis === 'peer_group') ?? known.find(({ set }) => set.basis === 'filtered')
  const lines = compared?.told ?? HELD_BACK
  const everyone = isNarrowed ? null : (period.sets.find(set => set.basis === 'all')?.blocks ?? null)
  const others =
    everyone === null
      ? []
      : figures.valuesOf(everyone, plan.displayOrder).map(value => shownFigure(value, decimals))
  const comparedWith: ComparedWith = {
    isEveryone: everyone !== null,
    others,
    lines,
    direction: selection.chart.direction,
    measure: measureOf(selection, plan)
  }
  const ownValues = period.own.map(submission =>
    ownValue(
      selection,
      submission,
      names.get(submission.submission_id),
      figures.ownOf(reader, plan.displayOrder, submission),
      comparedWith
    )
  )
  const places = listsOthers(comparison) ? Math.max(0, comparison.places - ownValues.length) : 0
  const selectedValue = ownValues.find(value => value.is_selected)?.value ?? null
  return {
    timePeriodId: period.timePeriodId,
    values: [
      ...ownValues,
      ...anonymousValues(comparedWith, selectedValue, period.timePeriodId, decimals, places)
    ],
    totalCount: ownValues.length + (listsOthers(comparison) ? others.length : 0),
    averages: known.map(({ set, told }) => averagesOf(set, told, period.timePeriodId, selection)),
    own_summary: summaryOf(comparison, plan, period, ownValues, lines)
  }
}

/** Single values, without names, of everyone only and only if the project shows them. */
export const listsOthers = ({
  reader,
  isNarrowed
}: Pick<RestrictedComparison, 'reader' | 'isNarrowed'>): boolean =>
  reader.visibility === 'anonymous' && !isNarrowed

function averagesOf(
  { basis, peerGroupId, blocks }: RestrictedSet,
  told: DisclosedSet,
  timePeriodId: number,
  { request }: Selection
): ChartAverages {
  const wanted = (name: 'Mean' | 'Median' | 'Q1' | 'Q3'): number | null =>
    request.averages.includes(name) ? told[name] : null
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
    is_suppressed: blocks === null,
    pooled: null
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
  const before = selected.find(
    submission => submission.time_period_id === selection.previousPeriods.get(timePeriodId)
  )
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
        own.value === null || Median === null
          ? null
          : shownDifference(own.value, Median, selection.chart.decimal_places),
      previous_value: previous,
      change_from_previous: own.value === null || previous === null ? null : own.value - previous,
      trend: trendOf(own.value, previous, selection.chart)
    }
  ]
}
