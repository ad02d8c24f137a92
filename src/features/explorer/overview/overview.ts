// The overview of a group: the figures of each chart, loaded when its row is seen, four at once.
import { map } from 'nanostores'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { getChartData } from '#contract/chart-data.ts'
import { requestKey, requestFor, type ComparisonRequest } from '../selection/comparison.ts'
import { overviewRow, type OverviewRow } from './overview-row.ts'

/** Figures by chart id; a chart that nobody has seen yet is not there. */
export const $overview = map<Record<number, Loadable<OverviewRow>>>({})

const keys = new Map<number, string>()
/** Product 18: about four requests at once. */
const inQueue = limitConcurrency(4)

/** Loads a chart's figures unless they are there for the same choices. */
export async function loadRow(chartId: number, comparing: ComparisonRequest): Promise<void> {
  const key = requestKey(comparing)
  const known = $overview.get()[chartId]
  if (keys.get(chartId) === key && known?.state !== 'failed') return
  keys.set(chartId, key)
  $overview.setKey(chartId, known ? reloading(known) : { state: 'loading' })
  const { query, body } = requestFor(comparing)
  await inQueue(async () => {
    // Another choice was made while this one waited.
    if (keys.get(chartId) !== key) return
    const result = await call(getChartData, {
      params: { a: chartId, b: comparing.submission?.id ?? 0 },
      query,
      body
    })
    if (keys.get(chartId) === key)
      $overview.setKey(
        chartId,
        settled(result, data => overviewRow(data, comparing.timePeriodId))
      )
  })
}
