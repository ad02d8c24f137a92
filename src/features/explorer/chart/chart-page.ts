// One chart of the explorer: its figures, its tabs and its definition.
import { atom } from 'nanostores'
import { chartViewOf, type ChartView } from '#charts/chart-view.ts'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { setExploreTab } from '#stores/explore.ts'
import { rememberVisitedPage } from '#stores/last-visited.ts'
import { setIgnoreCache } from '#stores/selection.ts'
import { $timePeriods } from '#stores/time-periods.ts'
import { getChartData, listSeriesOptions } from '#contract/chart-data.ts'
import { chartKind, OutputName } from '#contract/chart-kinds.ts'
import { getMetaData, listOutputTypes, type MetaData, type OutputType } from '#contract/charts.ts'
import { requestKey, requestFor, type ComparisonRequest } from '../selection/comparison.ts'

export const $outputTypes = atom<Loadable<OutputType[]>>({ state: 'loading' })
export const $metaData = atom<Loadable<MetaData>>({ state: 'loading' })
/** Read for the period that was asked for, so that old figures stay right while newer ones are on their way. */
export const $chartView = atom<Loadable<ChartView>>({ state: 'loading' })

let openChart = 0
let wantedFigures = ''

/** Loads what a chart is, whatever it is compared with. */
export async function loadChart(chartId: number): Promise<void> {
  openChart = chartId
  wantedFigures = ''
  $chartView.set({ state: 'loading' })
  $outputTypes.set({ state: 'loading' })
  $metaData.set({ state: 'loading' })
  const [types, metaData] = await Promise.all([
    call(listOutputTypes, { params: { id: chartId } }),
    call(getMetaData, { query: { chart_id: chartId } })
  ])
  if (openChart !== chartId) return
  $outputTypes.set(settled(types, reply => knownTypes(reply.output_types)))
  $metaData.set(settled(metaData, reply => reply))
}

/** In order. A server that was updated first may have kinds that this page cannot draw. */
const knownTypes = (types: readonly OutputType[]): OutputType[] =>
  types
    .filter(type => OutputName.options.includes(type.output_name))
    .toSorted((a, b) => a.display_order - b.display_order)

/** The tab that is open: the one in the address, else the first. */
export function openTab(outputTypes: readonly OutputType[], tab: number | null): OutputType | undefined {
  return outputTypes.find(type => type.id === tab) ?? outputTypes[0]
}

/** Loads the chart's figures. The old ones stay on the screen meanwhile; an answer to an earlier choice is ignored (product 0). */
export async function loadFigures(
  chartId: number,
  comparing: ComparisonRequest,
  outputType: OutputType,
  ignoreCache = false
): Promise<void> {
  const key = `${chartId}/${outputType.id}/${requestKey(comparing)}`
  if (key === wantedFigures && !ignoreCache && $chartView.get().state !== 'failed') return
  wantedFigures = key
  $chartView.set(reloading($chartView.get()))
  setExploreTab(outputType)
  setIgnoreCache(ignoreCache)
  const { query, body } = requestFor(comparing)
  const series_option_ids =
    chartKind(outputType.output_name).series === 'all' ? await allSeries(chartId, comparing) : []
  if (wantedFigures !== key) return
  const result = await call(getChartData, {
    params: { a: chartId, b: comparing.submission?.id ?? 0 },
    query,
    body: {
      ...body,
      output_type_id: outputType.id,
      time_period_ids: periodsFor(outputType),
      series_option_ids,
      ignore_cache: ignoreCache
    }
  })
  setIgnoreCache(false)
  if (wantedFigures !== key) return
  $chartView.set(settled(result, data => chartViewOf(data, comparing.timePeriodId)))
  if (result.ok)
    rememberVisitedPage('chart', {
      path: location.pathname + location.search,
      label: result.value.chart.chart_name
    })
}

/** A measure in parts needs all of them. Where they cannot be listed, the server's choice is drawn. */
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

/** Every period where the chart draws them all, else only its own: the server adds what the change since the last one needs. */
function periodsFor({ output_name }: OutputType): number[] {
  const periods = $timePeriods.get()
  return chartKind(output_name).periods === 'all' && periods.state === 'ready'
    ? periods.value.slice(0, 20).map(period => period.time_period_id)
    : []
}
