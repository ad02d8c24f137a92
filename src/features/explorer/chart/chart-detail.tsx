import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Picture } from '#charts/chart.tsx'
import { FailureNotice } from '#ui/notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { $chartView, $metaData, $outputTypes, loadChart, loadFigures, openTab } from './chart-page.ts'
import { ChartPanel } from './chart-panel.tsx'
import { ChartHeader, type Neighbour } from './chart-header.tsx'
import { $comparisonRequest } from '../selection/comparison.ts'
import { DefinitionCard } from './definition-card.tsx'
import { PanelSkeleton } from './detail-skeleton.tsx'
import { ExportMenu } from './export-menu.tsx'
import { EvidenceNotice } from '../export/evidence-notice.tsx'
import { PrintedNote } from '../export/printed-note.tsx'
import { OwnCard } from './own-card.tsx'
import type { Selection } from '../selection/explorer-selection.ts'
import type { GroupChart } from '../groups.ts'
import type { ChangeSelection } from '../selection/use-selection.ts'

interface ChartDetailProps {
  chart: GroupChart
  /** Where admins change it. */
  editPath: string
  selection: Selection
  change: ChangeSelection
  previous: Neighbour | undefined
  next: Neighbour | undefined
}

export function ChartDetail({ chart, editPath, selection, change, previous, next }: ChartDetailProps) {
  const types = useStore($outputTypes)
  const metaData = useStore($metaData)
  const figures = useStore($chartView)
  const comparing = useStore($comparisonRequest)
  const [picture, setPicture] = useState<Picture | null>(null)
  const tab = types.state === 'ready' ? openTab(types.value, selection.tab) : undefined
  useEffect(() => void loadChart(chart.chart_id), [chart.chart_id])
  useEffect(() => {
    if (tab && comparing.state === 'ready') void loadFigures(chart.chart_id, comparing.value, tab)
  }, [chart.chart_id, tab, comparing])
  const reload = (ignoreCache: boolean) => {
    if (tab && comparing.state === 'ready')
      void loadFigures(chart.chart_id, comparing.value, tab, ignoreCache)
  }
  const chartView =
    figures.state === 'ready' && figures.value.data.chart.chart_id === chart.chart_id ? figures.value : null
  const meta = metaData.state === 'ready' ? metaData.value : null
  return (
    <div className="printable grid grid-cols-[minmax(0,1fr)_264px] gap-6 px-6 pt-5 pb-10 max-w-[1680px]">
      <article>
        <ChartHeader
          chart={chart}
          metaData={meta}
          editPath={editPath}
          change={change}
          previous={previous}
          next={next}
          exportMenu={<ExportMenu chartView={chartView} picture={picture} metaData={meta} />}
        />
        {types.state === 'failed' ? (
          <FailureNotice
            title="The chart could not be loaded"
            error={types.error}
            onRetry={() => void loadChart(chart.chart_id)}
          />
        ) : figures.state === 'failed' ? (
          <FailureNotice
            title="The figures could not be loaded"
            error={figures.error}
            onRetry={() => reload(false)}
          />
        ) : tab && types.state === 'ready' ? (
          <>
            <Tabs
              label="Kinds of chart"
              className="mt-3"
              tabs={types.value.map(type => ({ id: type.id, label: type.tab_name }))}
              selected={tab.id}
              onSelect={id => change({ tab: id })}
              panelId="chart-panel"
            />
            <div id="chart-panel" role="tabpanel" aria-label={tab.tab_name} className="pt-3.5">
              {chartView && <EvidenceNotice chartView={chartView} />}
              {chartView && figures.state === 'ready' ? (
                <ChartPanel
                  chartView={chartView}
                  isStale={figures.stale ?? false}
                  selection={selection}
                  change={change}
                  onRefresh={() => reload(true)}
                  onDrawn={made => setPicture(() => made)}
                />
              ) : (
                <PanelSkeleton />
              )}
            </div>
          </>
        ) : (
          <PanelSkeleton />
        )}
      </article>
      <aside aria-label="Own figures and definition" className="grid gap-4 content-start">
        <OwnCard chartView={chartView} />
        <DefinitionCard metaData={metaData} />
      </aside>
      <PrintedNote />
    </div>
  )
}
