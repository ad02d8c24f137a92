// One series for a member of a strict project: the own organisation's figures, and whole blocks of others.

import type { ChartAverages, ChartSeries, OwnSummary } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { absenceInStrict } from '#domain/disclosure/absence.ts'
import { HELD_BACK, type DisclosedSet } from '#domain/disclosure/disclosure.ts'
import { shownDifference, shownFigure } from '#domain/figures/shown-figures.ts'
import { figureTrend } from '#domain/figures/trend.ts'
import type { RestrictedReader } from '#server/auth/reader.ts'
import { measureOf } from './certainty.ts'
import type { RestrictedSet, RestrictedSets } from './restricted-sets.ts'
import { ownValue, type ComparedWith } from './restricted-values.ts'
import type { SealedFigures } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import { isRatioSeries, type SeriesPlan } from './series.ts'
import { type ComparedSubmission, type SubmissionNames } from './submissions.ts'

export interface RestrictedPeriod extends RestrictedSets {
  timePeriodId: number
  /** The own organisation's submissions that match the filters or were requested. */
  own: readonly ComparedSubmission[]
  /** Everyone's of the edition. */
  published: readonly ComparedSubmission[]
}

export interface RestrictedComparison {
  selection: ChartSelection
  reader: RestrictedReader
  /** Of the published edition. */
  figures: SealedFigures
  /** The own organisation's, as they are entered now. */
  ownFigures: SealedFigures
  /** By a series' display_order, the counts that its mean could be calculated from. */
  related: ReadonlyMap<number, readonly SeriesPlan[]>
  periods: readonly RestrictedPeriod[]
  /** The selected unit's submission in every period that was read. */
  selected: readonly ComparedSubmission[]
  names: ReadonlyMap<number, SubmissionNames>
  /**
   * Whether a filter, a peer group or another's submission narrows the selection. The reply then contains no
   * runs and no rank.
   */
  isNarrowed: boolean
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
    value_counts: periods.map(({ timePeriodId, values }) => ({
      time_period_id: timePeriodId,
      listed_count: values.length,
      total_count: values.length
    })),
    runs: periods.flatMap(period => period.runs),
    averages: periods.flatMap(period => period.averages),
    own_summary: periods.flatMap(period => period.own_summary)
  }
}

function periodOf(comparison: RestrictedComparison, plan: SeriesPlan, period: RestrictedPeriod) {
  const { selection, reader, figures, ownFigures, names, isNarrowed } = comparison
  const decimals = selection.chart.decimal_places
  const known = period.sets.map(set => ({ set, told: discloseSeries(comparison, plan, set) }))
  // The page's comparison: the first chosen peer group, otherwise everyone that matches the filters.
  const compared =
    known.find(({ set }) => set.basis === 'peer_group') ?? known.find(({ set }) => set.basis === 'filtered')
  const lines = compared?.told ?? HELD_BACK
  const everyone = isNarrowed ? null : (period.sets.find(set => set.basis === 'all')?.blocks ?? null)
  const comparedWith: ComparedWith = {
    others:
      everyone && figures.valuesOf(everyone, plan.displayOrder).map(value => shownFigure(value, decimals)),
    rankable:
      everyone && figures.rankable(everyone, period.published, plan.displayOrder, reader, selection.chart),
    lines,
    direction: selection.chart.direction,
    measure: measureOf(selection, plan)
  }
  const values = period.own.map(submission =>
    ownValue(
      selection,
      submission,
      names.get(submission.submission_id),
      ownFigures.ownOf(reader, plan.displayOrder, submission),
      figures.ownOf(reader, plan.displayOrder, submission).value,
      comparedWith
    )
  )
  return {
    timePeriodId: period.timePeriodId,
    values,
    runs: everyone === null ? [] : runsIn(comparison, plan, period),
    averages: known.map(({ set, told }) => disclosedAverages(set, told, period.timePeriodId, selection)),
    own_summary: restrictedSummary(comparison, plan, period, values, lines)
  }
}

function discloseSeries(
  { selection, reader, figures, related }: RestrictedComparison,
  plan: SeriesPlan,
  { blocks }: RestrictedSet
): DisclosedSet {
  if (blocks === null) return HELD_BACK
  const { minimumCount } = reader
  const isDominated = [plan, ...(related.get(plan.displayOrder) ?? [])].some(one =>
    figures.isDominated(blocks, one, minimumCount)
  )
  return figures.disclose(blocks, plan, minimumCount, selection.chart.decimal_places, !isDominated)
}

/** In an anonymous project, of ratios: everyone's sorted values as means of runs, the same for every reader. */
const runsIn = (
  { selection, reader, figures }: RestrictedComparison,
  plan: SeriesPlan,
  { division, timePeriodId }: RestrictedPeriod
): ChartSeries['runs'] =>
  reader.visibility !== 'anonymous' || division === null || !isRatioSeries(plan)
    ? []
    : figures
        .runsOf(division, plan.displayOrder, reader.minimumCount, selection.chart.decimal_places)
        .map(({ mean, submissionCount }) => ({
          time_period_id: timePeriodId,
          mean,
          submission_count: submissionCount
        }))

function disclosedAverages(
  { basis, peerGroupId, blocks }: RestrictedSet,
  told: DisclosedSet,
  timePeriodId: number,
  { request, sources }: ChartSelection
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
    absence: absenceInStrict(
      sources.some(source => source.timePeriodId === timePeriodId && source.edition !== null),
      blocks === null
    ),
    pooled: null,
    bins: null
  }
}

function restrictedSummary(
  { selection, reader, ownFigures, selected }: RestrictedComparison,
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
  const previous = before ? ownFigures.ownOf(reader, plan.displayOrder, before).value : null
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
      trend: figureTrend(own.value, previous, selection.chart)
    }
  ]
}
