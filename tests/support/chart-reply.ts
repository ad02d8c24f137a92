// Replies of getChartData for drawing tests, computed by the same rules as the server's.

import type { ChartAverages, ChartData, ChartSeries } from '#contract/chart-data.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import type { OutputName } from '#contract/output-names.ts'
import { binsOf } from '#domain/figures/bins.ts'
import { percentileOf, quartileOf, rankOf } from '#domain/figures/ranking.ts'
import { averagesOf, sortedValues } from '#domain/figures/statistics.ts'
import { NO_CERTAINTY } from '#server/benchmarks/chart-data/certainty.ts'

export interface AnswerRequest {
  /** The first is the own submission's; null is missing, 'held' is held back. */
  values: readonly (number | null | 'held')[]
  /** Indexes of the members of a peer group; no group without them. */
  peers?: readonly number[]
  output?: OutputName
  chart?: Partial<ChartData['chart']>
  /** Values of earlier periods, newest first. */
  earlier?: readonly (readonly (number | null)[])[]
  seriesNames?: readonly string[]
  names?: readonly string[]
  /** How many values there are; as many as are listed without it. */
  total?: number
  /** Organisations by submission; none is named without them. */
  organisations?: readonly string[]
  /** What has been collected of the newest period so far; it is published without it. */
  provisional?: Omit<ChartData['provisional_periods'][number], 'time_period_id'>
}

export const PERIOD = 30
const GROUP = 7
const DECIMALS = 1
const MINIMUM = 5

export function chartAnswer(request: AnswerRequest): ChartData {
  const { values, peers, output = 'bar_ranked', earlier = [], seriesNames = ['All'] } = request
  const periods = [values, ...earlier].map((_, index) => ({
    time_period_id: PERIOD - index,
    time_period_name: String(2026 - index)
  }))
  return {
    chart: {
      chart_id: 1,
      chart_name: 'Vacancy rate',
      collection_id: 1,
      unit: '%',
      decimal_places: DECIMALS,
      direction: 'lower',
      statistic: 'none',
      target_value: null,
      axis_min: null,
      axis_max: null,
      denominator_text: '',
      ...request.chart
    },
    output_type: { id: 1, output_name: output, tab_name: 'Ranked', display_order: 1 },
    time_periods: periods,
    provisional_periods: request.provisional ? [{ time_period_id: PERIOD, ...request.provisional }] : [],
    editions: request.provisional
      ? []
      : [
          {
            time_period_id: PERIOD,
            edition_number: 1,
            published_at: '2026-11-18T09:00:00.000Z',
            is_shown: true
          }
        ],
    peer_groups: peers
      ? [
          {
            peer_group_id: GROUP,
            peer_group_name: 'Medical wards',
            submission_ids: peers.map(at => at + 1),
            member_count: peers.length
          }
        ]
      : [],
    series: seriesNames.map((name, index) => seriesOf(name, index, request)),
    applied_filters: [],
    excluded_count: 0,
    missing_count: values.filter(value => value === null).length,
    suppression: {
      minimum_count: MINIMUM,
      rule_text: 'Members see each other’s figures by name.',
      visibility: 'named',
      is_restricted: false,
      lists_others: true
    },
    quartile_method: 'linear',
    calculated_at: '2026-11-20T14:02:00.000Z',
    is_cached: false,
    digest: 'test'
  }
}

function seriesOf(name: string, index: number, request: AnswerRequest): ChartSeries {
  const rounds = [request.values, ...(request.earlier ?? [])]
  return {
    series_id: index + 1,
    series_name: name,
    chart_parameter_id: index + 1,
    display_order: index,
    multiplier: 1,
    values: rounds.flatMap((values, round) => valuesOf(values, PERIOD - round, request)),
    value_counts: rounds.map((values, round) => ({
      time_period_id: PERIOD - round,
      listed_count: values.length,
      total_count: request.total ?? values.length
    })),
    runs: [],
    averages: rounds.flatMap((values, round) => averagesFor(values, PERIOD - round, request.peers)),
    own_summary: []
  }
}

const numberIn = (value: number | null | 'held' | undefined): number | null =>
  typeof value === 'number' ? value : null

function valuesOf(
  values: AnswerRequest['values'],
  timePeriodId: number,
  { peers, names, organisations = [], chart }: AnswerRequest
): ChartValue[] {
  const measure = {
    direction: chart?.direction ?? 'lower',
    decimal_places: chart?.decimal_places ?? DECIMALS
  }
  const own = numberIn(values[0])
  const others = values.slice(1).map(numberIn)
  const inGroup = peers?.map(at => numberIn(values[at])) ?? []
  return values.map((raw, at) => {
    const value = numberIn(raw)
    return {
      submission_id: at + 1,
      submission_name: names?.[at] ?? (at === 0 ? 'Ward 4B' : null),
      submission_code: `S${at + 1}`,
      organisation_id: at === 0 ? 1 : null,
      organisation_name: organisations[at] ?? null,
      lineage_id: at + 1,
      time_period_id: timePeriodId,
      value,
      numerator: null,
      denominator: null,
      is_own: at === 0,
      is_selected: at === 0,
      is_other: false,
      peer_group_ids: peers?.includes(at) ? [GROUP] : [],
      ...standingIn(value, others, own, measure),
      peer_standings:
        peers && (at === 0 || peers.includes(at))
          ? groupStandings(standingIn(value, inGroup, own, measure))
          : [],
      ...NO_CERTAINTY,
      value_note: null,
      is_suppressed: raw === 'held',
      suppression_reason: raw === 'held' ? 'fewer than 10 posts' : null
    }
  })
}

/** The position of a value among others; the own value is ranked too, but is not one of them. */
function standingIn(
  value: number | null,
  others: readonly (number | null)[],
  own: number | null,
  { direction, decimal_places }: Pick<ChartData['chart'], 'direction' | 'decimal_places'>
): Pick<ChartValue, 'rank' | 'rank_of' | 'percentile' | 'quartile'> {
  const ranked = sortedValues([...others, own])
  const rank_of = ranked.length
  if (value === null) return { rank: null, rank_of, percentile: null, quartile: null }
  return {
    rank: rankOf(value, ranked, direction, decimal_places),
    rank_of,
    percentile: percentileOf(value, sortedValues(others), decimal_places),
    quartile: quartileOf(value, averagesOf(others))
  }
}

const groupStandings = ({ rank, ...standing }: ReturnType<typeof standingIn>): ChartValue['peer_standings'] =>
  rank === null ? [] : [{ peer_group_id: GROUP, rank, ...standing }]

function averagesFor(
  values: AnswerRequest['values'],
  timePeriodId: number,
  peers: readonly number[] | undefined
): ChartAverages[] {
  const of = (
    basis: ChartAverages['basis'],
    group: number | null,
    members: (number | null)[]
  ): ChartAverages => {
    const averages = averagesOf(members)
    const isSuppressed = averages.n < MINIMUM
    const shown = isSuppressed
      ? { Mean: null, Median: null, Q1: null, Q3: null, minimum: null, maximum: null }
      : {}
    return {
      time_period_id: timePeriodId,
      basis,
      peer_group_id: group,
      ...averages,
      ...shown,
      is_suppressed: isSuppressed,
      absence: isSuppressed ? (averages.n === 0 ? 'none' : 'too_few') : null,
      pooled: null,
      bins:
        isSuppressed || basis === 'all'
          ? null
          : binsOf(sortedValues(members), sortedValues([numberIn(values[0])]))
    }
  }
  const others = values.slice(1).map(numberIn)
  const group = peers
    ? [
        of(
          'peer_group',
          GROUP,
          peers.filter(at => at > 0).map(at => numberIn(values[at]))
        )
      ]
    : []
  return [of('all', null, others), of('filtered', null, others), ...group]
}
