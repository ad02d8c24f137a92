// The figures of the chart in the address.

import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import { $comparisonRequest } from '#browser/features/explorer/selection/comparison.ts'
import {
  $chartView,
  $metaData,
  $openedChart,
  $outputTypes,
  areFiguresOf,
  figuresOfOverview,
  loadChart,
  loadFigures,
  openedChartKey,
  openTab
} from './chart-page.ts'

interface FiguresOf {
  chartId: number
  /** The tab that the address names. */
  openedTab: number | null
  explorerType: string
}

const LOADING_FIGURES = { state: 'loading' } as const

/** The stores of a chart. Until it has been opened, they belong to another chart and count as loading. */
function useChart(chartId: number) {
  const isOpened = useStore($openedChart) === openedChartKey(chartId)
  const [types, figures, metaData] = [useStore($outputTypes), useStore($chartView), useStore($metaData)]
  return isOpened
    ? { isOpened, types, figures, metaData }
    : { isOpened, types: LOADING_FIGURES, figures: LOADING_FIGURES, metaData: LOADING_FIGURES }
}

/** `known` is shown until the chart has been opened. */
function useChartTab({ chartId, openedTab, explorerType }: FiguresOf, known: ChartView | null = null) {
  const { isOpened, types, figures, metaData } = useChart(chartId)
  const comparing = useStore($comparisonRequest)
  const chartView = figures.state === 'ready' ? figures.value : isOpened ? null : known
  // Until the tabs are known, the figures are the overview's, which belong to the first tab.
  const tab =
    types.state === 'ready'
      ? openTab(types.value, openedTab, explorerType)
      : types.state === 'loading'
        ? chartView?.data.output_type
        : undefined
  return { types, figures, metaData, comparing, chartView, tab }
}

/**
 * Loads a chart and the figures of its open tab, again after each change of the comparison. It does not wait for the chart's group, which loads at
 * the same time.
 */
export function FiguresLoader(of: FiguresOf) {
  const { chartId, explorerType } = of
  const { comparing, tab } = useChartTab(of)
  useEffect(() => void loadChart(chartId, explorerType), [chartId, explorerType])
  useEffect(() => {
    if (tab && comparing.state === 'ready') void loadFigures(chartId, comparing.value, tab)
  }, [chartId, tab, comparing])
  return null
}

/** The chart of a page, and a function that reloads its figures. */
export function useFigures(chartId: number, openedTab: number | null, explorerType: string) {
  // For the first render, before the effect that opens the chart.
  const [known] = useState(() => figuresOfOverview(chartId, explorerType))
  const { types, figures, metaData, comparing, chartView, tab } = useChartTab(
    { chartId, openedTab, explorerType },
    known
  )
  // Another period's figures are requested only once its options are there.
  const isStale =
    figures.state !== 'ready' ||
    figures.stale === true ||
    comparing.state !== 'ready' ||
    !tab ||
    !areFiguresOf(chartId, tab, comparing.value)
  const load = (ignoreCache: boolean): void => {
    if (tab && comparing.state === 'ready') void loadFigures(chartId, comparing.value, tab, ignoreCache)
  }
  return { types, figures, metaData, tab, chartView, isStale, load }
}
