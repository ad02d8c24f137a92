// Turns the reply of getChartData into what every kind of chart, the sentence and the tables read. One comparison set throughout
// (product 22.14): lines, rank, percentile and sentence always cover the same others.

import type { Measure } from '#browser/charts/labels/measure.ts'
import { givenVerdict, type GivenVerdict, type ValueInterval } from '#browser/charts/words/verdicts.ts'
import type { ChartAverages, ChartData, ChartSeries } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { countsFromRank, type RankCounts, type Quartile } from '#domain/figures/ranking.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { sortedValues } from '#domain/figures/statistics.ts'
import { sortByDisplayOrder } from '#lib/sort-by-display-order.ts'

/**
 * How a submission is marked: the selected one, another of the own organisation, a marked one, a peer,
 * anyone else.
 */
export type ValueRole = 'own' | 'sameOrganisation' | 'other' | 'peer' | 'rest'

export interface ChartEntry {
  /** Null for what is not one submission's. */
  submissionId: number | null
  name: string
  /** Null where others are not named. */
  organisation: string | null
  code: string
  role: ValueRole
  /** Null if missing or suppressed; never drawn as 0. */
  value: number | null
  numerator: number | null
  denominator: number | null
  rank: number | null
  rankOf: number
  /** Null for others in strict projects. */
  percentile: number | null
  quartile: Quartile | null
  interval95: ValueInterval | null
  interval998: ValueInterval | null
  verdict: GivenVerdict | null
  isHeldBack: boolean
  reason: string | null
  note: string | null
}

/** The others that the own value is compared with. */
export interface ChartComparison {
  /** Null for everyone that matches the filters. */
  peerGroupName: string | null
  isFiltered: boolean
  /** Whether too few have a value to say anything about them; nobody else is compared with instead. */
  isTooSmall: boolean
  /** Its figures are null if it is too small. */
  averages: ChartAverages | null
  n: number
}

export interface ChartStanding {
  value: number
  rank: number | null
  rankOf: number
  percentile: number | null
  quartile: Quartile | null
  /** How many of the others are lower, equal and higher. */
  neighbours: RankCounts | null
  /** The difference of the two figures as they are shown. */
  differenceFromMedian: number | null
}

export interface PeriodValue {
  period: TimePeriod
  own: number | null
  numerator: number | null
  denominator: number | null
  /** The same set in every period; null figures if it is too small. */
  averages: ChartAverages | null
  isProvisional: boolean
}

export interface ChartView {
  measure: Measure
  period: TimePeriod
  /** Those with a value, highest first. */
  entries: readonly ChartEntry[]
  heldBack: readonly ChartEntry[]
  /** Of everyone's sorted values, where a project shows them as means of runs. */
  runs: ChartSeries['runs']
  missing: readonly ChartEntry[]
  /** Of the own organisation's submissions, in every period of the reply. */
  ownValues: readonly ChartValue[]
  own: ChartEntry | null
  comparison: ChartComparison
  /** Until when the period's figures may change; null once they are published. */
  provisional: ChartData['provisional_periods'][number] | null
  /** The compared ones and the own one, highest first. */
  compared: readonly ChartEntry[]
  /** Values of the compared ones, ascending. */
  others: readonly number[]
  standing: ChartStanding | null
  /** Values of ratios are numerator ÷ denominator × multiplier. */
  multiplier: number
  /** Every period of the reply, oldest first. */
  history: readonly PeriodValue[]
  minimumCount: number
  /** How many single values are listed, and how many there are; the comparison covers all. */
  listed: { count: number; total: number }
  data: ChartData
}

type Ranking = Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'>

const NOT_RANKED: Ranking = { rank: null, rank_of: 0, percentile: null, quartile: null }

/** Reads one period of one series; by default the first series. */
export function chartViewOf(data: ChartData, timePeriodId: number, seriesId?: number): ChartView {
  const series = seriesNamed(data, seriesId)
  const values = series?.values.filter(value => value.time_period_id === timePeriodId) ?? []
  const comparison = comparisonOf(data, series, timePeriodId)
  const group = chosenGroup(data)
  const { is_restricted, lists_others } = data.suppression
  const isCompared = (value: ChartValue): boolean =>
    !comparison.isTooSmall &&
    (is_restricted
      ? !value.is_own
      : isCountedValue(value) && (group === null || value.peer_group_ids.includes(group)))
  const others = sortedValues(
    values.filter(value => !value.is_selected && isCompared(value)).map(value => value.value)
  )
  const rankingIn = (value: ChartValue): Ranking => {
    if (comparison.isTooSmall) return NOT_RANKED
    // Members of strict projects get no positions in groups: the server leaves out what it may not tell.
    if (group === null || !lists_others) return value
    return value.peer_standings.find(standing => standing.peer_group_id === group) ?? NOT_RANKED
  }
  const ranks = values.map(value => ({
    entry: entryOf(value, rankingIn(value)),
    isCompared: value.is_selected || isCompared(value)
  }))
  const entries = ranks.map(({ entry }) => entry)
  const own = entries.find(entry => entry.role === 'own') ?? null
  const selected = values.find(value => value.is_selected)
  return {
    measure: data.chart,
    period: data.time_periods.find(period => period.time_period_id === timePeriodId) ?? {
      time_period_id: timePeriodId,
      time_period_name: ''
    },
    entries: highestFirst(entries),
    compared: highestFirst(ranks.filter(one => one.isCompared).map(one => one.entry)),
    heldBack: entries.filter(entry => entry.isHeldBack),
    runs: series?.runs.filter(run => run.time_period_id === timePeriodId) ?? [],
    missing: entries.filter(entry => entry.value === null && !entry.isHeldBack),
    ownValues: series?.values.filter(value => value.is_own || value.is_selected) ?? [],
    own,
    comparison,
    others,
    standing: selected ? chartStanding(selected, data.chart, comparison, rankingIn(selected)) : null,
    multiplier: series?.multiplier ?? 1,
    history: ownHistory(data, series),
    provisional: provisionalIn(data, timePeriodId),
    minimumCount: data.suppression.minimum_count,
    listed: listedIn(series, timePeriodId),
    data
  }
}

/** What is marked although the filters leave it out has no rank: it is drawn, and compared with nobody. */
const isCountedValue = ({ value, rank }: ChartValue): boolean => value === null || rank !== null

export function seriesNamed(data: ChartData, seriesId?: number): ChartSeries | undefined {
  const inOrder = sortByDisplayOrder(data.series)
  return inOrder.find(series => series.series_id === seriesId) ?? inOrder[0]
}

const highestFirst = (entries: readonly ChartEntry[]): ChartEntry[] =>
  entries
    .filter(entry => entry.value !== null)
    .toSorted((a, b) => b.value! - a.value! || a.name.localeCompare(b.name))

const provisionalIn = (data: ChartData, timePeriodId: number): ChartView['provisional'] =>
  data.provisional_periods.find(period => period.time_period_id === timePeriodId) ?? null

/** The first chosen peer group; null for everyone. If it is too small, there is no ranking. */
const chosenGroup = ({ peer_groups }: Pick<ChartData, 'peer_groups'>): number | null =>
  peer_groups[0]?.peer_group_id ?? null

/** The first chosen peer group, otherwise everyone that matches the filters: one set for the whole reply. */
export function comparisonOf(
  data: ChartData,
  series: ChartSeries | undefined,
  timePeriodId: number
): ChartComparison {
  const sets = periodAverages(series, timePeriodId)
  const [group] = data.peer_groups
  const averages =
    sets.find(set => (group ? set.peer_group_id === group.peer_group_id : set.basis === 'filtered')) ?? null
  return {
    peerGroupName: group?.peer_group_name ?? null,
    isFiltered: data.applied_filters.length > 0,
    isTooSmall: averages?.is_suppressed ?? true,
    averages,
    n: averages?.n ?? 0
  }
}

const periodAverages = (series: ChartSeries | undefined, timePeriodId: number): ChartAverages[] =>
  series?.averages.filter(averages => averages.time_period_id === timePeriodId) ?? []

function listedIn(series: ChartSeries | undefined, timePeriodId: number): ChartView['listed'] {
  const counts = series?.value_counts.find(candidate => candidate.time_period_id === timePeriodId)
  return { count: counts?.listed_count ?? 0, total: counts?.total_count ?? 0 }
}

/** Whether some of the values are not listed. */
export const isTruncated = ({ count, total }: ChartView['listed']): boolean => count < total

function entryOf(value: ChartValue, ranking: Ranking): ChartEntry {
  return {
    submissionId: value.submission_id,
    name: value.submission_name ?? value.submission_code ?? '',
    organisation: value.organisation_name,
    code: value.submission_code ?? '',
    role: roleOf(value),
    value: value.value,
    numerator: value.numerator,
    denominator: value.denominator,
    rank: ranking.rank,
    rankOf: ranking.rank_of,
    percentile: ranking.percentile,
    quartile: ranking.quartile,
    interval95: value.interval_95,
    interval998: value.interval_998,
    verdict: givenVerdict(value),
    isHeldBack: value.is_suppressed,
    reason: value.suppression_reason,
    note: value.value_note
  }
}

function roleOf(value: ChartValue): ValueRole {
  if (value.is_selected) return 'own'
  // Chosen to be seen, so first, also of the own organisation.
  if (value.is_other) return 'other'
  if (value.is_own) return 'sameOrganisation'
  return value.peer_group_ids.length > 0 ? 'peer' : 'rest'
}

function chartStanding(
  selected: ChartValue,
  { direction, decimal_places }: Measure,
  { averages: lines, n }: ChartComparison,
  ranking: Ranking
): ChartStanding | null {
  if (selected.value === null) return null
  const { percentile, quartile } = ranking
  return {
    value: selected.value,
    rank: ranking.rank,
    rankOf: ranking.rank_of,
    percentile,
    quartile,
    neighbours:
      ranking.rank === null || percentile === null
        ? null
        : countsFromRank(ranking.rank, percentile, n, direction),
    differenceFromMedian:
      lines === null || lines.Median === null
        ? null
        : shownDifference(selected.value, lines.Median, decimal_places)
  }
}

/** Oldest first: the API lists periods newest first. */
function ownHistory(data: ChartData, series: ChartSeries | undefined): PeriodValue[] {
  return data.time_periods.toReversed().map(period => {
    const isHere = (value: ChartValue): boolean => value.time_period_id === period.time_period_id
    const own = series?.values.find(value => value.is_selected && isHere(value))
    return {
      period,
      own: own?.value ?? null,
      numerator: own?.numerator ?? null,
      denominator: own?.denominator ?? null,
      averages: comparisonOf(data, series, period.time_period_id).averages,
      isProvisional: provisionalIn(data, period.time_period_id) !== null
    }
  })
}
