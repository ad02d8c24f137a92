// The overview of a group: each chart's figures, loaded when its row becomes visible, four at a time.

import { map } from 'nanostores'
import { type Loadable, loadableStore, type LoadableStore, writesSoFar } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import {
  $comparisonRequest,
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

/** By chart id, without charts that were never visible. All rows are of the chosen comparison. */
export const $overview = map<Record<number, Loadable<OverviewRow> | undefined>>({})

let comparedRowsKey = ''
/** With the writes of this page before each: what it has saved since may change the figures. */
const rowLoads = new Map<number, { writes: number; done: Promise<void> }>()
const waitingRows = new Set<number>()
/** Product 18: about four requests at once. */
const inRowQueue = limitConcurrency(4)

const isUpToDate = (chartId: number): boolean => rowLoads.get(chartId)?.writes === writesSoFar()

/** Loads a chart's figures unless they are loaded for the same comparison. Those from before a write stay until the new ones arrive. */
export function loadRow(chartId: number, comparing: ComparisonRequest): Promise<void> {
  dropOtherRows(comparing)
  const known = rowLoads.get(chartId)
  if (known && isUpToDate(chartId) && $overview.get()[chartId]?.state !== 'failed') return known.done
  const writes = writesSoFar()
  const { query, body } = requestFor(comparing)
  waitingRows.add(chartId)
  const done = rowStore(chartId).load(comparedRowsKey, isNewest =>
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
  rowLoads.set(chartId, { writes, done })
  return done
}

/** Cancels waiting rows, so that they do not delay the next page. They load when they become visible again. */
export function leaveOverview(): void {
  for (const chartId of waitingRows) {
    rowLoads.delete(chartId)
    rowStore(chartId).reset()
    // Nothing is on its way any more.
    $overview.setKey(chartId, undefined)
  }
  waitingRows.clear()
}

/** A chart's figures, if they are loaded for this comparison. */
export function overviewFigures(chartId: number, comparing: ComparisonRequest): ChartView | null {
  const row = $overview.get()[chartId]
  const isCurrent = comparedRowsKey === requestKey(comparing) && isUpToDate(chartId)
  return row?.state === 'ready' && isCurrent ? row.value.chartView : null
}

const rows = new Map<number, LoadableStore<OverviewRow>>()
const stopsFollowing: (() => void)[] = []

function dropRows(): void {
  disposeAll(stopsFollowing)
  // Nothing that is on its way counts any more.
  for (const row of rows.values()) row.reset()
  for (const known of [rows, rowLoads, waitingRows]) known.clear()
  $overview.set({})
}

/** Figures of other choices are not shown, counted or printed beside these (product 22.14). */
function dropOtherRows(comparing: ComparisonRequest): void {
  const key = requestKey(comparing)
  if (key === comparedRowsKey) return
  comparedRowsKey = key
  dropRows()
}

// A change of page may choose another submission for a moment.
$comparisonRequest.listen(() =>
  queueMicrotask(() => {
    const request = $comparisonRequest.get()
    if (request.state === 'ready') dropOtherRows(request.value)
  })
)
// The next user's begin afresh.
onLogout(dropRows)

/** Each chart has a store of its own, which $overview follows. */
function rowStore(chartId: number): LoadableStore<OverviewRow> {
  const known = rows.get(chartId)
  if (known) return known
  const row = loadableStore<OverviewRow>()
  rows.set(chartId, row)
  stopsFollowing.push(row.subscribe(value => $overview.setKey(chartId, value)))
  return row
}
