// The period to read instead of one that has no figures yet.

import { loadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ExplorerScope } from '#browser/features/explorer/selection/comparison.ts'
import { getCollectionHierarchy, type CollectionTree } from '#contract/charts.ts'
import type { TimePeriod } from '#contract/time-periods.ts'
import { ok } from '#lib/result.ts'

export interface EarlierFigures extends TimePeriod {
  chartIds: ReadonlySet<number>
}

/** Null if no period has figures. */
export const $earlierFigures = loadableStore<EarlierFigures | null>()

const haveFigures = (collections: readonly CollectionTree[]): boolean =>
  collections.some(({ chart_groups }) =>
    chart_groups.some(({ charts }) => charts.some(chart => chart.has_data))
  )

/** Whether there are charts, none of which has figures. */
export const hasNoFigures = (collections: readonly CollectionTree[]): boolean =>
  collections.some(({ chart_groups }) => chart_groups.some(({ charts }) => charts.length > 0)) &&
  !haveFigures(collections)

export const chartIdsOf = (collections: readonly CollectionTree[]): ReadonlySet<number> =>
  new Set(
    collections.flatMap(({ chart_groups }) =>
      chart_groups.flatMap(({ charts }) => charts.map(({ chart_id }) => chart_id))
    )
  )

/** Finds the newest other period in which a chart has figures. Periods are listed newest first. */
export async function findEarlierFigures(
  { readerId, projectId, timePeriodId }: ExplorerScope,
  explorerType: string,
  periods: readonly TimePeriod[]
): Promise<void> {
  const key = [readerId, projectId, timePeriodId, explorerType].join('/')
  await $earlierFigures.load(key, async isNewest => {
    for (const period of periods) {
      if (period.time_period_id === timePeriodId) continue
      const query = {
        project_id: projectId,
        time_period_id: period.time_period_id,
        explorer_type: explorerType
      }
      const reply = await call(getCollectionHierarchy, { query })
      if (!reply.ok) return reply
      const { collections } = reply.value
      if (!isNewest() || haveFigures(collections)) return ok({ ...period, chartIds: chartIdsOf(collections) })
    }
    return ok(null)
  })
}
