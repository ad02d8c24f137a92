// One chart of the explorer: its figures, its tabs and its definition.
import { atom } from 'nanostores'
import { reloading, settled, type Loadable } from '#lib/loadable.ts'
import { call } from '#api/call.ts'
import { setExploreTab } from '#stores/explore.ts'
import { setIgnoreCache } from '#stores/selection.ts'
import { $timePeriods } from '#stores/time-periods.ts'
import { getChartData, type ChartData } from '#contract/chart-data.ts'
import { getMetaData, listOutputTypes, type MetaData, type OutputType } from '#contract/charts.ts'
import { keyOf, requestFor, type Comparing } from './comparison.ts'

export const $outputTypes = atom<Loadable<OutputType[]>>({ state: 'loading' })
export const $metaData = atom<Loadable<MetaData>>({ state: 'loading' })
export const $chartData = atom<Loadable<ChartData>>({ state: 'loading' })

let openChart = 0
let wantedFigures = ''

/** Loads what a chart is, whatever it is compared with. */
export async function loadChart(chartId: number): Promise<void> {
  openChart = chartId
  wantedFigures = ''
  $chartData.set({ state: 'loading' })
  $outputTypes.set({ state: 'loading' })
  $metaData.set({ state: 'loading' })
  const [types, metaData] = await Promise.all([
    call(listOutputTypes, { params: { id: chartId } }),
    call(getMetaData, { query: { chart_id: chartId } })
  ])
  if (openChart !== chartId) return
  $outputTypes.set(settled(types, reply => reply.output_types.toSorted((a, b) => a.display_order - b.display_order)))
  $metaData.set(settled(metaData, reply => reply))
}

/** The tab that is open: the one in the address, else the first. */
export function openTab(outputTypes: readonly OutputType[], tab: number | null): OutputType | undefined {
  return outputTypes.find(type => type.id === tab) ?? outputTypes[0]
}

/** Loads the chart's figures. The old ones stay on the screen meanwhile; an answer to an earlier choice is ignored (product 0). */
export async function loadFigures(chartId: number, comparing: Comparing, outputType: OutputType, ignoreCache = false): Promise<void> {
  const key = `${chartId}/${outputType.id}/${keyOf(comparing)}`
  if (key === wantedFigures && !ignoreCache && $chartData.get().state !== 'failed') return
  wantedFigures = key
  $chartData.set(reloading($chartData.get()))
  setExploreTab(outputType)
  setIgnoreCache(ignoreCache)
  const { query, body } = requestFor(comparing)
  const answer = await call(getChartData, {
    params: { a: chartId, b: comparing.submission?.id ?? 0 },
    query,
    body: { ...body, output_type_id: outputType.id, time_period_ids: periodsFor(outputType), ignore_cache: ignoreCache }
  })
  setIgnoreCache(false)
  if (wantedFigures === key) $chartData.set(settled(answer, reply => reply))
}

/** A trend needs every period; the others only their own, and the server adds what the change since the last one needs. */
function periodsFor({ output_name }: OutputType): number[] {
  const periods = $timePeriods.get()
  return output_name === 'trend' && periods.state === 'ready' ? periods.value.slice(0, 20).map(period => period.time_period_id) : []
}
