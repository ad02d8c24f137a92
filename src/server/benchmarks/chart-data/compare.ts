// Compares the figures of one series: averages of every set, ranks, and the own unit's standing. Pure.

import type { AverageName, ChartAverages, ChartSeries, OwnSummary } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { absenceInNamed } from '#domain/disclosure/absence.ts'
import { suppressedSets } from '#domain/disclosure/suppression.ts'
import { binsOf } from '#domain/figures/bins.ts'
import { averagesOfSorted, sortedValues, type Averages } from '#domain/figures/statistics.ts'
import { figureTrend } from '#domain/figures/trend.ts'
import { measureOf, pooledSet, type SeriesMeasure } from './certainty.ts'
import type { PeriodSubmissions } from './listing.ts'
import { NO_FIGURE, type SubmissionFigure } from './sealed-figures.ts'
import type { ChartSelection } from './selection.ts'
import type { SeriesPlan } from './series.ts'
import { isOwn, isSelectedSubmission, type ComparedSubmission, type SubmissionNames } from './submissions.ts'
import { chartValue, type PeriodComparison } from './values.ts'

/** What the series of a reply need beside their figures. */
export interface ComparisonContext {
  selection: ChartSelection
  periods: readonly PeriodSubmissions[]
  /** The own unit's submissions, including those of the periods before the selected ones. */
  own: readonly ComparedSubmission[]
  /** The names of all listed submissions. */
  names: ReadonlyMap<number, SubmissionNames>
}

type FiguresBySubmission = ReadonlyMap<number, SubmissionFigure>

interface ComparedValue {
  submission: ComparedSubmission
  value: number | null
  isUnfinished: boolean
}

interface AveragedSet {
  key: string
  basis: ChartAverages['basis']
  peerGroupId: number | null
  /** The set's submissions that have a value. */
  submissionIds: readonly number[]
  /** Their organisations without the reader's own: only they count towards the minimum. */
  members: ReadonlySet<number>
  /** Their values, ascending. */
  sorted: readonly number[]
  averages: Averages
  isHeldBack: boolean
}

export function compareSeries(
  context: ComparisonContext,
  plan: SeriesPlan,
  figures: FiguresBySubmission
): ChartSeries {
  const { selection } = context
  const periods = context.periods.map(period =>
    comparePeriod(context, period, figures, measureOf(selection, plan))
  )
  const ownFigure = (timePeriodId: number | undefined): number | null => {
    const own = context.own.find(submission => submission.time_period_id === timePeriodId)
    return own ? (figures.get(own.submission_id)?.value ?? null) : null
  }
  return {
    series_id: plan.seriesId,
    series_name: plan.name,
    chart_parameter_id: plan.seriesId,
    display_order: plan.displayOrder,
    multiplier: plan.multiplier,
    values: periods.flatMap(period => period.values),
    value_counts: context.periods.map(({ timePeriodId, listed, totalCount }) => ({
      time_period_id: timePeriodId,
      listed_count: listed.length,
      total_count: totalCount
    })),
    runs: [],
    averages: periods.flatMap(period => period.averages),
    own_summary: periods.flatMap(period => {
      const previous = ownFigure(selection.previousPeriods.get(period.timePeriodId))
      return summariseOwn(selection, period, previous)
    })
  }
}

interface ComparedPeriod {
  timePeriodId: number
  values: ChartValue[]
  averages: ChartAverages[]
  /** The averages of the peers before suppression. */
  lines: Averages
  isHeldBack: boolean
}

function comparePeriod(
  context: ComparisonContext,
  period: PeriodSubmissions,
  figures: FiguresBySubmission,
  measure: SeriesMeasure
): ComparedPeriod {
  const { selection } = context
  const minimum = selection.project.minimum_count
  const compared = period.submissions.map(submission => {
    const { value, isUnfinished } = figures.get(submission.submission_id) ?? NO_FIGURE
    return { submission, value, isUnfinished }
  })
  const sets = comparisonSets(selection, compared)
  const heldBack = suppressedSets(sets, minimum)
  for (const set of sets) set.isHeldBack = heldBack.has(set.key)
  const filtered = sets.find(set => set.basis === 'filtered')!
  // The page compares with the first chosen peer group, or else with those that the filters let through.
  const pageSet = sets.find(set => set.basis === 'peer_group') ?? filtered
  const selected = compared.filter(({ submission }) => isSelectedSubmission(selection, submission))
  const own = sortedValues(selected.map(({ value }) => value))
  const ownFigures = selected.flatMap(({ submission }) => figures.get(submission.submission_id) ?? [])
  const pooled = pageSet.isHeldBack ? null : pooledSet(measure, figuresOfSet(pageSet, figures), ownFigures)
  const isHeldBack = filtered.members.size < minimum
  const comparison: PeriodComparison = {
    peers: filtered.sorted,
    ranked: sortedValues([...filtered.sorted, ...own]),
    lines: filtered.averages,
    direction: selection.chart.direction,
    isHeldBack,
    groups: isHeldBack ? [] : sets.filter(set => set.peerGroupId !== null && !set.isHeldBack),
    own,
    measure,
    pooled: pooled?.compared ?? null
  }
  return {
    timePeriodId: period.timePeriodId,
    values: period.listed.map(submission =>
      chartValue(
        selection,
        submission,
        context.names.get(submission.submission_id),
        figures.get(submission.submission_id) ?? NO_FIGURE,
        comparison
      )
    ),
    averages: sets.map(set => ({
      ...averagesOfSet(set, period.timePeriodId, selection),
      pooled: set === pageSet ? (pooled?.shown ?? null) : null,
      bins: set === pageSet && !set.isHeldBack ? binsOf(set.sorted, own) : null
    })),
    lines: filtered.averages,
    isHeldBack
  }
}

const figuresOfSet = ({ submissionIds }: AveragedSet, figures: FiguresBySubmission): SubmissionFigure[] =>
  submissionIds.flatMap(id => figures.get(id) ?? [])

/** Everyone, those that match the filters, and among these the members of each peer group. */
function comparisonSets(selection: ChartSelection, compared: readonly ComparedValue[]): AveragedSet[] {
  const setOf = (
    key: string,
    basis: ChartAverages['basis'],
    peerGroupId: number | null,
    of: readonly ComparedValue[]
  ): AveragedSet => {
    const counted = of.flatMap(({ submission, value }) => (value === null ? [] : [submission]))
    const members = new Set(
      counted
        .filter(submission => !isOwn(selection, submission))
        .map(({ organisation_id }) => organisation_id)
    )
    const sorted = sortedValues(of.map(({ value }) => value))
    return {
      key,
      basis,
      peerGroupId,
      submissionIds: counted.map(submission => submission.submission_id),
      members,
      sorted,
      averages: averagesOfSorted(sorted),
      isHeldBack: false
    }
  }
  // Product 18: the own unit is never among those that it is compared with.
  const others = compared.filter(
    ({ submission, isUnfinished }) => !isUnfinished && !isSelectedSubmission(selection, submission)
  )
  const filtered = others.filter(({ submission }) => submission.is_filtered)
  const all = setOf('all', 'all', null, others)
  return [
    all,
    filtered.length === others.length
      ? { ...all, key: 'filtered', basis: 'filtered' as const }
      : setOf('filtered', 'filtered', null, filtered),
    ...selection.peerGroups.map(({ peer_group_id }) => {
      const members = filtered.filter(({ submission }) => submission.peer_group_ids.includes(peer_group_id))
      return setOf(`group ${peer_group_id}`, 'peer_group', peer_group_id, members)
    })
  ]
}

/** Averages that were not requested are null, like suppressed ones. */
function averagesOfSet(
  { averages, isHeldBack: isSuppressed, basis, peerGroupId, members }: AveragedSet,
  timePeriodId: number,
  { request, project, sources }: ChartSelection
): Omit<ChartAverages, 'pooled' | 'bins'> {
  const shown = (name: AverageName): number | null =>
    isSuppressed || !request.averages.includes(name) ? null : averages[name]
  return {
    time_period_id: timePeriodId,
    basis,
    peer_group_id: peerGroupId,
    n: averages.n,
    Mean: shown('Mean'),
    Median: shown('Median'),
    Q1: shown('Q1'),
    Q3: shown('Q3'),
    minimum: isSuppressed ? null : averages.minimum,
    maximum: isSuppressed ? null : averages.maximum,
    is_suppressed: isSuppressed,
    absence: absenceInNamed({
      isHidden: sources.find(source => source.timePeriodId === timePeriodId)?.others === 'hidden',
      isHeldBack: isSuppressed,
      valueCount: averages.n,
      organisations: members.size,
      minimumCount: project.minimum_count
    })
  }
}

function summariseOwn(
  selection: ChartSelection,
  period: ComparedPeriod,
  previous: number | null
): OwnSummary[] {
  const own = period.values.find(value => value.is_selected)
  if (!own) return []
  const median = period.isHeldBack ? null : period.lines.Median
  return [
    {
      time_period_id: period.timePeriodId,
      value: own.value,
      rank: own.rank,
      rank_of: own.rank_of,
      percentile: own.percentile,
      quartile: own.quartile,
      difference_from_median: own.value === null || median === null ? null : own.value - median,
      previous_value: previous,
      change_from_previous: own.value === null || previous === null ? null : own.value - previous,
      trend: figureTrend(own.value, previous, selection.chart)
    }
  ]
}
