// The rank of a value within what a chart compares with.

import type { Measure } from '#browser/charts/labels/measure.ts'
import type { ChartValue } from '#contract/chart-values.ts'
import { percentileOf, quartileOf, rankOf, type Quartile } from '#domain/figures/ranking.ts'
import type { Averages } from '#domain/figures/statistics.ts'

export interface RankInSet extends Pick<ChartValue, 'rank' | 'rank_of'> {
  percentile: number | null
  quartile: Quartile | null
}

/** The members of a peer group, as far as they are listed. */
export interface GroupValues {
  peerGroupId: number
  /** Without the own value, ascending. */
  others: readonly number[]
  /** With it. */
  ranked: readonly number[]
  lines: Pick<Averages, 'Q1' | 'Median' | 'Q3'> | null
}

export const NOT_RANKED: RankInSet = { rank: null, rank_of: 0, percentile: null, quartile: null }

/**
 * The position in the comparison. The server ranks within everyone that matches the filters; within a peer
 * group it is computed here by the same rules, unless some of its values are not listed: then the server has
 * done that, too.
 */
export function rankIn(
  value: ChartValue,
  group: GroupValues | null,
  { isTruncated: isCut, direction }: { isTruncated: boolean; direction: Measure['direction'] }
): RankInSet {
  if (group === null) return value
  const { peerGroupId, others, ranked, lines } = group
  if (isCut)
    return value.peer_standings?.find(standing => standing.peer_group_id === peerGroupId) ?? NOT_RANKED
  const isCompared = value.is_selected || (value.rank !== null && isInGroup(value, peerGroupId))
  if (value.value === null || !isCompared) return { ...NOT_RANKED, rank_of: ranked.length }
  return {
    rank: rankOf(value.value, ranked, direction),
    rank_of: ranked.length,
    percentile: percentileOf(value.value, others),
    quartile: lines && quartileOf(value.value, lines)
  }
}

/** Everyone is in no group. */
export const isInGroup = (value: ChartValue, group: number | null): boolean =>
  group === null || value.peer_group_ids.includes(group)
