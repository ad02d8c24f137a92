// The overview of a group: each chart's figures, loaded when its row becomes visible, four at a time.

import { map } from 'nanostores'
import { type Loadable, loadableStore, type LoadableStore } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  requestKey,
  requestFor,
  type ComparisonRequest
} from '#browser/features/explorer/selection/comparison.ts'
import { onLogout } from '#browser/stores/on-logout.ts'
import { getChartData } from '#contract/chart-data.ts'
import { disposeAll } from '#lib/dispose.ts'
import { limitConcurrency } from '#lib/limit-concurrency.ts'
import { err, mapResult } from '#lib/result.ts'
import { overviewRow, type OverviewRow } from './overview-row.ts'

/** By chart id, without charts that were never visible. */
export const $overview = map<Record<number, Loadable<OverviewRow> | undefined>>({})

const rowKeys = new Map<number, string>()
const waitingRows = new Set<number>()
/** Product 18: about four requests at once. */
const inRowQueue = limitConcurrency(4)

/** Loads a chart's figures unless they are loaded for the same comparison. */
export async function loadRow(chartId: number, comparing: ComparisonRequest): Promise<void> {
  const key = requestKey(comparing)
  const known = $overview.get()[chartId]
  if (rowKeys.get(chartId) === key && known?.state !== 'failed') return
  rowKeys.set(chartId, key)
  const { query, body } = requestFor(comparing)
  waitingRows.add(chartId)
  await rowStore(chartId).load(comparing.readerId, isNewest =>
    inRowQueue(async () => {
      if (!isNewest()) return err('The selection has changed.')
      waitingRows.delete(chartId)
      const params = { a: chartId, b: comparing.submission?.id ?? 0 }
      const result = await call(getChartData, { params, query, body })
      // Yields between replies that arrive together, so that scrolling stays smooth.
      await new Promise(resolve => setTimeout(resolve))
      return mapResult(result, data => overviewRow(data, comparing.timePeriodId))
    })
  )
}

/** Cancels waiting rows, so that they do not delay the next page. They load when they become visible again. */
export function leaveOverview(): void {
  for (const chartId of waitingRows) {
    rowKeys.delete(chartId)
    rowStore(chartId).reset()
    // Nothing is on its way any more.
    $overview.setKey(chartId, undefined)
  }
  waitingRows.clear()
}

/** A chart's figures, if they are loaded for this comparison. */
export function overviewFigures(chartId: number, comparing: ComparisonRequest): ChartView | null {
  const row = $overview.get()[chartId]
  return row?.state === 'ready' && row.stale !== true && rowKeys.get(chartId) === requestKey(comparing)
    ? row.value.chartView
    : null
}

const rows = new Map<number, LoadableStore<OverviewRow>>()
const stopsFollowing: (() => void)[] = []
// The next user's begin afresh: none of them is on its way.
onLogout(() => {
  disposeAll(stopsFollowing)
  for (const known of [rows, rowKeys, waitingRows]) known.clear()
  $overview.set({})
})

/** Each chart has a store of its own, which $overview follows. */
function rowStore(chartId: number): LoadableStore<OverviewRow> {
  const known = rows.get(chartId)
  if (known) return known
  const row = loadableStore<OverviewRow>()
  rows.set(chartId, row)
  stopsFollowing.push(row.subscribe(value => $overview.setKey(chartId, value)))
  return row
}
