// The figures of the chart in the address.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { rememberVisitedPage } from '#stores/last-visited.ts'
import { $comparisonRequest } from '../selection/comparison.ts'
import { $chartView, $outputTypes, loadChart, loadFigures, openTab } from './chart-page.ts'

interface FiguresOf {
  chartId: number
  /** The tab that the address names. */
  openedTab: number | null
  explorerType: string
}

function useOpenTab({ chartId, openedTab, explorerType }: FiguresOf) {
  const types = useStore($outputTypes)
  const figures = useStore($chartView)
  const comparing = useStore($comparisonRequest)
  const chartView =
    figures.state === 'ready' && figures.value.data.chart.chart_id === chartId ? figures.value : null
  // Until the tabs are known there are only figures of the overview, which are those of the first tab.
  const tab =
    types.state === 'ready'
      ? openTab(types.value, openedTab, explorerType)
      : types.state === 'loading'
        ? chartView?.data.output_type
        : undefined
  return { types, figures, comparing, chartView, tab }
}

/**
 * Loads a chart and, for the open tab, its figures, again after each change of what they are compared with. Its group is loaded beside it:
 * whether the chart belongs there is seen when both are there.
 */
export function FiguresLoader(of: FiguresOf) {
  const { chartId, explorerType } = of
  const { comparing, tab } = useOpenTab(of)
  useEffect(() => void loadChart(chartId, explorerType), [chartId, explorerType])
  useEffect(() => {
    if (tab && comparing.state === 'ready') void loadFigures(chartId, comparing.value, tab)
  }, [chartId, tab, comparing])
  return null
}

/** What is loaded of a chart, and how its figures are loaded again. */
export function useFigures(chartId: number, openedTab: number | null, explorerType: string) {
  const { types, figures, comparing, chartView, tab } = useOpenTab({ chartId, openedTab, explorerType })
  const shown = figures.state === 'ready' && figures.stale !== true ? chartView : null
  useEffect(() => {
    if (shown)
      rememberVisitedPage('chart', {
        path: location.pathname + location.search,
        label: shown.data.chart.chart_name
      })
  }, [shown])
  const load = (ignoreCache: boolean): void => {
    if (tab && comparing.state === 'ready') void loadFigures(chartId, comparing.value, tab, ignoreCache)
  }
  return { types, figures, tab, chartView, load }
}
