// Compares the figures of one series: averages of every set, ranks, and the own unit's standing. Pure.
import type { AverageName, ChartAverages, ChartSeries, ChartValue, OwnSummary } from '#contract/chart-data.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/ranking.ts'
import { averagesOf, sortedValues, type Averages } from '#domain/statistics.ts'
import { suppressedSets } from '#domain/suppression.ts'
import type { ComparedSubmission, Figure } from './figures.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

interface Compared {
  submission: ComparedSubmission
  figure: Figure
}

interface ComparisonSet {
  key: string
  basis: ChartAverages['basis']
  peerGroupId: number | null
  compared: Compared[]
}

const nothing: Figure = { value: null, numerator: null, denominator: null, note: null }

export function compareSeries(
  selection: Selection,
  plan: SeriesPlan,
  submissions: readonly ComparedSubmission[],
  figures: ReadonlyMap<number, Figure>
): ChartSeries {
  const periods = selection.timePeriods.map(({ time_period_id }) => {
    const here = submissions.filter(submission => submission.time_period_id === time_period_id)
    return comparePeriod(
      selection,
      time_period_id,
      here.map(submission => ({ submission, figure: figures.get(submission.submission_id) ?? nothing }))
    )
  })
  const ownFigure = (timePeriodId: number | undefined): number | null => {
    const own = submissions.find(submission => isSelected(selection, submission) && submission.time_period_id === timePeriodId)
    return own ? (figures.get(own.submission_id)?.value ?? null) : null
  }
  return {
    series_id: plan.seriesId,
    series_name: plan.name,
    chart_parameter_id: plan.seriesId,
    display_order: plan.displayOrder,
    values: periods.flatMap(period => period.values),
    averages: periods.flatMap(period => period.averages),
    own_summary: periods.flatMap(period => {
      const previous = ownFigure(selection.previousPeriods.get(period.timePeriodId))
      return ownSummary(selection, period, previous)
    })
  }
}

interface ComparedPeriod {
  timePeriodId: number
  values: ChartValue[]
  averages: ChartAverages[]
  /** Of the peers, before anything is held back. */
  lines: Averages
  isHeldBack: boolean
}

function comparePeriod(selection: Selection, timePeriodId: number, compared: readonly Compared[]): ComparedPeriod {
  const minimum = selection.project.minimum_count
  // Product 18: the own unit is never among those that it is compared with.
  const others = compared.filter(({ submission }) => !isSelected(selection, submission))
  const filtered = others.filter(({ submission }) => submission.is_filtered)
  const sets: ComparisonSet[] = [
    { key: 'all', basis: 'all', peerGroupId: null, compared: others },
    { key: 'filtered', basis: 'filtered', peerGroupId: null, compared: filtered },
    // Peers are those that the filters let through.
    ...selection.peerGroups.map(({ peer_group_id }): ComparisonSet => {
      const isPeer = ({ submission }: Compared): boolean => submission.peer_group_ids.includes(peer_group_id)
      return { key: `group ${peer_group_id}`, basis: 'peer_group', peerGroupId: peer_group_id, compared: filtered.filter(isPeer) }
    })
  ]
  const heldBack = suppressedSets(
    sets.map(set => ({ key: set.key, members: new Set(set.compared.filter(hasValue).map(({ submission }) => submission.submission_id)) })),
    minimum
  )
  const peers = sortedValues(filtered.map(({ figure }) => figure.value))
  const own = compared.filter(({ submission }) => isSelected(selection, submission))
  const ranked = sortedValues([...peers, ...own.map(({ figure }) => figure.value)])
  const isHeldBack = peers.length < minimum
  const lines = averagesOf(peers)
  const comparison = { peers, ranked, lines, isHeldBack }
  return {
    timePeriodId,
    values: compared.filter(one => isListed(selection, one.submission)).map(one => valueOf(selection, one, comparison)),
    averages: sets.map(set => averagesOfSet(set, timePeriodId, heldBack.has(set.key), selection.request.averages)),
    lines,
    isHeldBack
  }
}

const hasValue = ({ figure }: Compared): boolean => figure.value !== null
const isSelected = ({ own }: Selection, submission: ComparedSubmission): boolean => own !== null && submission.lineage_id === own.lineage_id
const isOwn = (selection: Selection, submission: ComparedSubmission): boolean => submission.organisation_id === selection.organisationId

function isListed(selection: Selection, submission: ComparedSubmission): boolean {
  return (
    submission.is_filtered || isSelected(selection, submission) || selection.request.other_submission_ids.includes(submission.submission_id)
  )
}

/** Averages that were not asked for are left null, like those that are held back. */
function averagesOfSet(set: ComparisonSet, timePeriodId: number, isSuppressed: boolean, wanted: readonly AverageName[]): ChartAverages {
  const averages = averagesOf(set.compared.map(({ figure }) => figure.value))
  const shown = (name: AverageName): number | null => (isSuppressed || !wanted.includes(name) ? null : averages[name])
  return {
    time_period_id: timePeriodId,
    basis: set.basis,
    peer_group_id: set.peerGroupId,
    n: averages.n,
    Mean: shown('Mean'),
    Median: shown('Median'),
    Q1: shown('Q1'),
    Q3: shown('Q3'),
    minimum: isSuppressed ? null : averages.minimum,
    maximum: isSuppressed ? null : averages.maximum,
    is_suppressed: isSuppressed
  }
}

interface Comparison {
  /** Those that the filters let through, without the own unit, lowest first. */
  peers: readonly number[]
  /** With the own unit: its rank is among all of them. */
  ranked: readonly number[]
  lines: Averages
  isHeldBack: boolean
}

/** Among fewer than the minimum nobody's value is shown but the own organisation's. */
function valueOf(selection: Selection, { submission, figure }: Compared, comparison: Comparison): ChartValue {
  const own = isOwn(selection, submission)
  const isSuppressed = comparison.isHeldBack && !own && figure.value !== null
  const isRanked = !comparison.isHeldBack && (submission.is_filtered || own)
  const isNamed = selection.seesNames || own
  const shown = isSuppressed ? nothing : figure
  return {
    submission_id: submission.submission_id,
    submission_name: isNamed ? submission.submission_name : null,
    submission_code: submission.submission_code,
    organisation_id: isNamed ? submission.organisation_id : null,
    time_period_id: submission.time_period_id,
    value: shown.value,
    numerator: shown.numerator,
    denominator: shown.denominator,
    is_own: own,
    is_selected: isSelected(selection, submission),
    is_other: selection.request.other_submission_ids.includes(submission.submission_id),
    peer_group_ids: isSelected(selection, submission) ? [] : submission.peer_group_ids,
    ...standingOf(isRanked ? figure.value : null, comparison),
    value_note: figure.note,
    is_suppressed: isSuppressed,
    suppression_reason: isSuppressed ? `fewer than ${selection.project.minimum_count} in the comparison` : null
  }
}

function standingOf(
  value: number | null,
  { peers, ranked, lines }: Comparison
): Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'> {
  const rank_of = ranked.length
  if (value === null) return { rank: null, rank_of, percentile: null, quartile: null }
  return { rank: rankOf(value, ranked), rank_of, percentile: percentileOf(value, peers), quartile: quartileOf(value, lines) }
}

function ownSummary(selection: Selection, period: ComparedPeriod, previous: number | null): OwnSummary[] {
  const own = period.values.find(value => value.is_selected)
  if (!own) return []
  const median = period.isHeldBack ? null : period.lines.Median
  const change = own.value === null || previous === null ? null : own.value - previous
  return [
    {
      time_period_id: period.timePeriodId,
      value: own.value,
      rank: own.rank,
      rank_of: own.rank_of,
      percentile: own.percentile,
      quartile: own.quartile,
      difference_from_median: own.value === null || median === null ? null : own.value - median,
      change_from_previous: change,
      trend: trendOf(selection, change)
    }
  ]
}

/** A change that is not seen in the shown decimals is none. */
function trendOf({ chart }: Selection, change: number | null): OwnSummary['trend'] {
  if (change === null) return 'unknown'
  if (Math.abs(change) < 0.5 * 10 ** -chart.decimal_places) return 'same'
  if (chart.direction === 'neutral') return 'unknown'
  return change > 0 === (chart.direction === 'higher') ? 'better' : 'worse'
}
