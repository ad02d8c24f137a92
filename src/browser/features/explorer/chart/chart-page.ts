// One chart of the explorer: its figures, its tabs and its definition.

import { atom } from 'nanostores'
import { loadableStore, loadCached } from '#browser/api/cache/cache.ts'
import { call } from '#browser/api/call.ts'
import { tokenOwner } from '#browser/api/token.ts'
import { chartViewOf, type ChartView } from '#browser/charts/view/chart-view.ts'
import { overviewFigures } from '#browser/features/explorer/overview/overview.ts'
import {
  $comparisonRequest,
  $selection,
  requestKey,
  requestFor,
  type ComparisonRequest
} from '#browser/features/explorer/selection/comparison.ts'
import {
  carryOver,
  readSelection,
  writeSelection
} from '#browser/features/explorer/selection/explorer-selection.ts'
import { readExploreTab, setExploreTab } from '#browser/stores/explore.ts'
import { $ignoreCache, setIgnoreCache } from '#browser/stores/selection.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { getChartData, listSeriesOptions } from '#contract/chart-data.ts'
import { chartKind, chartKindNames } from '#contract/chart-kinds.ts'
import { getMetaData, listOutputTypes, type MetaData, type OutputType } from '#contract/charts.ts'
import { drawingDone } from '#lib/after-drawing.ts'
import { sortByDisplayOrder } from '#lib/compare.ts'
import { err, mapResult, ok } from '#lib/result.ts'

export const $outputTypes = loadableStore<OutputType[]>()
export const $metaData = loadableStore<MetaData>()
/** Contains its period, so that old figures keep the right heading while newer ones load. */
export const $chartView = loadableStore<ChartView>()

/** The chart and the user that these stores belong to, so that no user sees a frame of another's chart. */
export const $openedChart = atom('')
export const openedChartKey = (chartId: number): string => `${tokenOwner()} ${chartId}`

let pageLoadedFor = ''
/** Resolves once known figures are drawn, if there were any when the chart opened. Calls wait for it. */
let firstDrawing: Promise<void> | undefined

/** Loads a chart's tabs and definition, which do not depend on the comparison. The overview's figures are shown until the chart's own arrive. */
export async function loadChart(chartId: number, explorerType: string): Promise<void> {
  pageLoadedFor = ''
  for (const store of [$chartView, $outputTypes, $metaData]) store.reset()
  $openedChart.set(openedChartKey(chartId))
  const known = figuresOfOverview(chartId, explorerType)
  if (known) $chartView.settle(String(chartId), ok(known), true)
  firstDrawing = known ? drawingDone() : undefined
  await Promise.all([
    loadCached({
      store: $outputTypes,
      key: String(chartId),
      endpoint: listOutputTypes,
      input: { params: { id: chartId } },
      pick: reply => knownTypes(reply.output_types),
      after: firstDrawing
    }),
    loadCached({
      store: $metaData,
      key: String(chartId),
      endpoint: getMetaData,
      input: { query: { chart_id: chartId } },
      pick: reply => reply,
      after: firstDrawing
    })
  ])
}

/** The overview's figures of a chart, if its first tab opens with the same selection: the overview loads what that tab draws. */
export function figuresOfOverview(chartId: number, explorerType: string): ChartView | null {
  const comparing = $comparisonRequest.get()
  const opened = readSelection(location.search)
  const applied = $selection.get() ?? opened
  const opensOnFirst =
    opened.tab === null && chartKindNames.every(name => chartKind(name).opensIn !== explorerType)
  // The choices in the address may not be applied yet, and those of the previous page may differ.
  const isSame = writeSelection(carryOver(opened)) === writeSelection(carryOver(applied))
  return opensOnFirst && isSame && comparing.state === 'ready'
    ? overviewFigures(chartId, comparing.value)
    : null
}

/** In order, without the kinds of a newer server, which this page cannot draw. */
const knownTypes = (types: readonly OutputType[]): OutputType[] =>
  sortByDisplayOrder(types.filter(type => chartKindNames.includes(type.output_name)))

/** The open tab: the one in the address, otherwise the one that the explorer opens on, otherwise the first. */
export function openTab(
  outputTypes: readonly OutputType[],
  tab: number | null,
  explorerType: string
): OutputType | undefined {
  return (
    outputTypes.find(type => type.id === tab) ??
    outputTypes.find(type => chartKind(type.output_name).opensIn === explorerType) ??
    outputTypes[0]
  )
}

const figuresKey = (chartId: number, { id }: OutputType, comparing: ComparisonRequest): string =>
  `${chartId}/${id}/${requestKey(comparing)}`

/** Whether the figures on the page, or those on their way to it, are those of a tab and a comparison. */
export const areFiguresOf = (...of: Parameters<typeof figuresKey>): boolean =>
  pageLoadedFor === figuresKey(...of)

/** Loads the chart's figures. Old ones stay on the screen until they arrive; outdated replies are ignored (product 0). */
export async function loadFigures(
  chartId: number,
  comparing: ComparisonRequest,
  outputType: OutputType,
  ignoreCache = false
): Promise<void> {
  const key = figuresKey(chartId, outputType, comparing)
  if (key === pageLoadedFor && !ignoreCache && $chartView.get().state !== 'failed') return
  pageLoadedFor = key
  setExploreTab(outputType)
  setIgnoreCache(ignoreCache)
  const { query, body } = requestFor(comparing)
  await $chartView.load(String(chartId), async isNewest => {
    if (firstDrawing) await firstDrawing
    if (!isNewest()) return err('The selection has changed.')
    const series_option_ids =
      chartKind(outputType.output_name).series === 'all' ? await allSeries(chartId, comparing) : []
    if (!isNewest()) return err('The selection has changed.')
    const result = await call(getChartData, {
      params: { a: chartId, b: comparing.submission?.id ?? 0 },
      query,
      body: {
        ...body,
        // This load is the newest one, so the tab and the flag are its own.
        output_type_id: readExploreTab()?.id ?? outputType.id,
        time_period_ids: periodsFor(outputType),
        series_option_ids,
        ignore_cache: $ignoreCache.get().isOn
      }
    })
    if (isNewest()) setIgnoreCache(false)
    return mapResult(result, data => chartViewOf(data, comparing.timePeriodId))
  })
}

/** A measure in parts needs all series. If the list cannot be loaded, the server chooses. */
async function allSeries(
  chartId: number,
  { submission, timePeriodId }: ComparisonRequest
): Promise<number[]> {
  const result = await call(listSeriesOptions, {
    params: { a: chartId, b: submission?.id ?? 0 },
    query: { time_period_id: timePeriodId }
  })
  return result.ok ? result.value.series_options.slice(0, 50).map(option => option.series_option_id) : []
}

/** Every period if the chart draws them all, otherwise only its own. The server adds the previous one for the change. */
function periodsFor({ output_name }: OutputType): number[] {
  const periods = $timePeriods.get()
  return chartKind(output_name).periods === 'all' && periods.state === 'ready'
    ? periods.value.slice(0, 20).map(period => period.time_period_id)
    : []
}
