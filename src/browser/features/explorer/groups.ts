// The chart groups of an explorer.

import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import { getCollectionHierarchy, type CollectionTree } from '#contract/charts.ts'
import { sortByDisplayOrder } from '#lib/compare.ts'
import { FRESH_MS, type ExplorerScope } from './selection/comparison.ts'

export type ChartGroup = CollectionTree['chart_groups'][number]
export type GroupChart = ChartGroup['charts'][number]

export const $collections = loadableStore<CollectionTree[]>()

/** Own values are those of the submission; without one, of the organisation. */
export async function loadGroups(
  { projectId, timePeriodId }: ExplorerScope,
  explorerType: string,
  submissionId = 0
): Promise<void> {
  const query = {
    project_id: projectId,
    time_period_id: timePeriodId,
    explorer_type: explorerType,
    ...(submissionId > 0 && { submission_id: submissionId })
  }
  // The key has no period: most groups are the same in all, so they stay until the reply arrives.
  await loadCached({
    freshFor: FRESH_MS,
    store: $collections,
    key: `${projectId}/${explorerType}`,
    endpoint: getCollectionHierarchy,
    input: { query },
    pick: reply => orderCollections(reply.collections)
  })
}

function orderCollections(collections: readonly CollectionTree[]): CollectionTree[] {
  return sortByDisplayOrder(collections).map(collection => ({
    ...collection,
    chart_groups: sortByDisplayOrder(collection.chart_groups)
  }))
}

export function groupNamed(collections: readonly CollectionTree[], slug: string): ChartGroup | undefined {
  return collections.flatMap(collection => collection.chart_groups).find(group => group.group_slug === slug)
}

export function neighbouringCharts(
  group: ChartGroup,
  chartId: number
): { previous: GroupChart | undefined; next: GroupChart | undefined } {
  const at = group.charts.findIndex(chart => chart.chart_id === chartId)
  return {
    previous: at > 0 ? group.charts[at - 1] : undefined,
    next: at < 0 ? undefined : group.charts[at + 1]
  }
}
