// The reply of getChartData in the form that every kind of chart, the sentence and the tables use. All of them cover the same comparison set
// (product 22.14).

import type { Measure } from '#browser/charts/labels/measure.ts'
import { givenVerdict, type GivenVerdict, type ValueInterval } from '#browser/charts/words/claims.ts'
import type { ChartAverages, ChartData, ChartSeries } from '#contract/chart-data.ts'
import type { Absence } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { claimQuarter, type Quarter } from '#domain/figures/claims.ts'
import { countsFromRank, type RankCounts } from '#domain/figures/ranking.ts'
import { shownDifference } from '#domain/figures/shown-figures.ts'
import { sortedValues } from '#domain/figures/statistics.ts'
import { compareNames, sortByDisplayOrder } from '#lib/compare.ts'

/** The selected submission, another of the own organisation, one that the reader has marked, a member of a chosen peer group, any other. */
export type ValueRole = 'own' | 'sameOrganisation' | 'other' | 'peer' | 'rest'

export interface ChartEntry {
  /** Null if it is not the value of one submission. */
  submissionId: number | null
  name: string
  /** Null if others are not named. */
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
  quarter: Quarter | null
  interval95: ValueInterval | null
  interval998: ValueInterval | null
  verdict: GivenVerdict | null
  isHeldBack: boolean
  reason: string | null
  note: string | null
}

/** The others that the own value is compared with. */
export interface ChartComparison {
  /** Null if the comparison is everyone that the filters include. */
  peerGroupName: string | null
  isFiltered: boolean
  /** Why others are not shown; null if they are. No other set replaces them. */
  absence: Absence | null
  /** The figures in it are null if the set is too small. */
  averages: ChartAverages | null
  n: number
}

export interface ChartStanding {
  value: number
  rank: number | null
  rankOf: number
  percentile: number | null
  quarter: Quarter | null
  /** How many of the others are lower, equal and higher. */
  neighbours: RankCounts | null
  /** Of the two figures as they are shown. */
  differenceFromMedian: number | null
}

export interface PeriodValue {
  period: TimePeriod
  own: number | null
  numerator: number | null
  denominator: number | null
  /** Of the same set in every period; the figures in it are null if the set is too small. */
  averages: ChartAverages | null
  isProvisional: boolean
}

export interface ChartView {
  measure: Measure
  period: TimePeriod
  /** Those with a value, highest first. */
  entries: readonly ChartEntry[]
  heldBack: readonly ChartEntry[]
  /** Everyone's sorted values as means of runs, in anonymous projects. */
  runs: ChartSeries['runs']
  missing: readonly ChartEntry[]
  /** All values of the own organisation, in every period of the reply. */
  ownValues: readonly ChartValue[]
  own: ChartEntry | null
  comparison: ChartComparison
  /** Null once the period's figures are published. */
  provisional: ChartData['provisional_periods'][number] | null
  /** The comparison and the own submission, highest first. */
  compared: readonly ChartEntry[]
  /** The values of the comparison that the reply lists, ascending. */
  others: readonly number[]
  standing: ChartStanding | null
  /** Values of ratios are numerator ÷ denominator × multiplier. */
  multiplier: number
  /** Every period of the reply, oldest first. */
  history: readonly PeriodValue[]
  minimumCount: number
  /** How many values the reply lists, and how many there are. The comparison covers all. */
  listed: { count: number; total: number }
  data: ChartData
}

type Ranking = Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'>

const NOT_RANKED: Ranking = { rank: null, rank_of: 0, percentile: null, quartile: null }

/** Reads one period of one series; by default the first series. */
export function chartViewOf(data: ChartData, timePeriodId: number): ChartView {
  const series = firstSeries(data)
  const values = series?.values.filter(value => value.time_period_id === timePeriodId) ?? []
  const comparison = comparisonOf(data, series, timePeriodId)
  const group = chosenGroup(data)
  const { is_restricted, lists_others } = data.suppression
  const isCompared = (value: ChartValue): boolean =>
    comparison.absence === null &&
    (is_restricted
      ? !value.is_own
      : isCountedValue(value) && (group === null || value.peer_group_ids.includes(group)))
  const others = sortedValues(
    values.filter(value => !value.is_selected && isCompared(value)).map(value => value.value)
  )
  const rankingIn = (value: ChartValue): Ranking => {
    if (comparison.absence !== null) return NOT_RANKED
    // In strict projects the server gives no position in a group, only the quarter.
    if (group === null || !lists_others) return value
    return value.peer_standings.find(standing => standing.peer_group_id === group) ?? NOT_RANKED
  }
  const quarterIn = (value: ChartValue): Quarter | null =>
    value.value === null
      ? null
      : claimQuarter(value.value, rankingIn(value).quartile, comparison.averages, data.chart)
  const ranks = values.map(value => ({
    entry: entryOf(value, rankingIn(value), quarterIn(value)),
    isCompared: value.is_selected || isCompared(value)
  }))
  const entries = ranks.map(({ entry }) => entry)
  const own = entries.find(entry => entry.role === 'own') ?? null
  const selected = values.find(value => value.is_selected)
  return {
    measure: measureWithMean(data, comparison),
    period: data.time_periods.find(period => period.time_period_id === timePeriodId) ?? {
      time_period_id: timePeriodId,
      time_period_name: ''
    },
    entries: sortHighestFirst(entries),
    compared: sortHighestFirst(ranks.filter(one => one.isCompared).map(one => one.entry)),
    heldBack: entries.filter(entry => entry.isHeldBack),
    runs: series?.runs.filter(run => run.time_period_id === timePeriodId) ?? [],
    missing: entries.filter(entry => entry.value === null && !entry.isHeldBack),
    ownValues: series?.values.filter(value => value.is_own || value.is_selected) ?? [],
    own,
    comparison,
    others,
    standing: selected
      ? chartStanding(selected, data.chart, comparison, rankingIn(selected), quarterIn(selected))
      : null,
    multiplier: series?.multiplier ?? 1,
    history: ownHistory(data, series),
    provisional: provisionalPeriod(data, timePeriodId),
    minimumCount: data.suppression.minimum_count,
    listed: listedIn(series, timePeriodId),
    data
  }
}

const measureWithMean = ({ chart }: ChartData, { averages }: ChartComparison): Measure => ({
  ...chart,
  pooledMean: averages?.pooled?.mean ?? null
})

/** A marked submission that the filters exclude has no rank: it is drawn, but not compared. */
export const isCountedValue = ({ value, rank }: ChartValue): boolean => value === null || rank !== null

export const firstSeries = ({ series }: ChartData): ChartSeries | undefined => sortByDisplayOrder(series)[0]

const sortHighestFirst = (entries: readonly ChartEntry[]): ChartEntry[] =>
  entries
    .filter(entry => entry.value !== null)
    .toSorted((a, b) => b.value! - a.value! || compareNames(a.name, b.name))

const provisionalPeriod = (data: ChartData, timePeriodId: number): ChartView['provisional'] =>
  data.provisional_periods.find(period => period.time_period_id === timePeriodId) ?? null

/** Null for everyone. */
const chosenGroup = ({ peer_groups }: Pick<ChartData, 'peer_groups'>): number | null =>
  peer_groups[0]?.peer_group_id ?? null

/** The first chosen peer group, otherwise everyone that the filters include: the same set for the whole reply. */
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
    absence: averages === null ? 'none' : averages.absence,
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

export const isTruncated = ({ count, total }: ChartView['listed']): boolean => count < total

function entryOf(value: ChartValue, ranking: Ranking, quarter: Quarter | null): ChartEntry {
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
    quarter,
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
  // A marked submission may belong to the own organisation; the mark counts more.
  if (value.is_other) return 'other'
  if (value.is_own) return 'sameOrganisation'
  return value.peer_group_ids.length > 0 ? 'peer' : 'rest'
}

function chartStanding(
  selected: ChartValue,
  { direction, decimal_places }: Measure,
  { averages: lines, n }: ChartComparison,
  ranking: Ranking,
  quarter: Quarter | null
): ChartStanding | null {
  if (selected.value === null) return null
  const { percentile } = ranking
  return {
    value: selected.value,
    rank: ranking.rank,
    rankOf: ranking.rank_of,
    percentile,
    quarter,
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
      isProvisional: provisionalPeriod(data, period.time_period_id) !== null
    }
  })
}
