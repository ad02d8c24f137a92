// The rank of a value within what a chart compares with.
import { rankOf, type Quartile } from '#domain/ranking.ts'
import type { ChartValue } from '#contract/chart-data.ts'
import type { Measure } from './measure.ts'

export type RankInSet = Pick<ChartValue, 'rank' | 'rank_of'> & {
  percentile?: number | null
  quartile?: Quartile | null
}

export const UNRANKED: RankInSet = { rank: null, rank_of: 0, percentile: null, quartile: null }

/**
 * The rank in the comparison. The server ranks within everyone that matches the filters; within a peer group
 * the rank is computed here by the same rule, unless some of its values are not listed: then the server has
 * done that, too.
 */
export function rankIn(
  value: ChartValue,
  group: number | null,
  ranked: readonly number[],
  { isTruncated: isCut, direction }: { isTruncated: boolean; direction: Measure['direction'] }
): RankInSet {
  if (group === null) return value
  if (isCut) return value.peer_standings?.find(standing => standing.peer_group_id === group) ?? UNRANKED
  const isCompared = value.is_selected || isIn(value, group)
  return {
    rank: value.value === null || !isCompared ? null : rankOf(value.value, ranked, direction),
    rank_of: ranked.length
  }
}

/** Everyone is in no group. */
export const isIn = (value: ChartValue, group: number | null): boolean =>
  group === null || value.peer_group_ids.includes(group)
