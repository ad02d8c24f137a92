// The chart groups of an explorer.
import { loadableStore } from '#lib/loadable.ts'
import { getCollectionHierarchy, type CollectionTree } from '#contract/charts.ts'
import { loadReference } from '#browser/stores/reference-data.ts'
import type { ExplorerScope } from './selection/comparison.ts'

export type ChartGroup = CollectionTree['chart_groups'][number]
export type GroupChart = ChartGroup['charts'][number]

export const $collections = loadableStore<CollectionTree[]>()

let loadedFor = ''

/** `submissionId` selects whose own values are returned. */
export async function loadGroups(
  { projectId, timePeriodId }: ExplorerScope,
  explorerType: string,
  submissionId = 0
): Promise<void> {
  const key = `${projectId}/${timePeriodId}/${submissionId}/${explorerType}`
  if (key === loadedFor && $collections.get().state === 'ready') return
  loadedFor = key
  const query = {
    project_id: projectId,
    time_period_id: timePeriodId,
    explorer_type: explorerType,
    ...(submissionId > 0 && { submission_id: submissionId })
  }
  // Another period has mostly the same groups, so they stay until the reply arrives.
  await loadReference({
    store: $collections,
    key: `${projectId}/${explorerType}`,
    endpoint: getCollectionHierarchy,
    input: { query },
    pick: reply => inOrder(reply.collections)
  })
}

function inOrder(collections: readonly CollectionTree[]): CollectionTree[] {
  return byOrder(collections).map(collection => ({
    ...collection,
    chart_groups: byOrder(collection.chart_groups)
  }))
}

const byOrder = <T extends { display_order: number }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.display_order - b.display_order)

/** A group by the name in its address. */
export function groupNamed(collections: readonly CollectionTree[], slug: string): ChartGroup | undefined {
  return collections.flatMap(collection => collection.chart_groups).find(group => group.group_slug === slug)
}

/** The charts before and after one in its group. */
export function neighboursOf(
  group: ChartGroup,
  chartId: number
): { previous: GroupChart | undefined; next: GroupChart | undefined } {
  const at = group.charts.findIndex(chart => chart.chart_id === chartId)
  return {
    previous: at > 0 ? group.charts[at - 1] : undefined,
    next: at < 0 ? undefined : group.charts[at + 1]
  }
}
