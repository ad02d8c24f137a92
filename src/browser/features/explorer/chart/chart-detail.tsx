import { useState } from 'react'
import type { Picture } from '#browser/charts/view/chart.tsx'
import { EvidenceNotice } from '#browser/features/explorer/export/evidence-notice.tsx'
import { PrintedNote } from '#browser/features/explorer/export/printed-note.tsx'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { NoticeLine } from '#browser/features/explorer/selection/choice-notice.tsx'
import type { ExplorerSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { Button } from '#browser/ui/button.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import { ChartHeader } from './chart-header.tsx'
import { loadChart } from './chart-page.ts'
import { ChartPanel } from './chart-panel.tsx'
import { DefinitionCard } from './definition-card.tsx'
import { PanelSkeleton } from './detail-skeleton.tsx'
import { ExportMenu } from './export-menu.tsx'
import { OwnCard } from './own-card.tsx'
import { useFigures } from './use-figures.ts'
import type { ChartNeighbours } from './use-stepping.ts'

interface ChartDetailProps extends ChartNeighbours {
  explorerType: string
  chart: GroupChart
  /** For admins. */
  editPath: string
  selection: ExplorerSelection
  change: ChangeSelection
}

function UnofferedTab({ change }: { change: ChangeSelection }) {
  return (
    <NoticeLine
      actions={
        <Button size="s" onClick={() => change({ tab: null }, { replace: true })}>
          Continue with this one
        </Button>
      }
    >
      This link is for a kind of chart that is not offered here.
    </NoticeLine>
  )
}

export function ChartDetail(props: ChartDetailProps) {
  const { explorerType, chart, selection, change, editPath, ...neighbours } = props
  const [picture, setPicture] = useState<Picture | null>(null)
  const { types, figures, metaData, tab, chartView, isStale, load } = useFigures(
    chart.chart_id,
    selection.tab,
    explorerType
  )
  const hasFailed = types.state === 'failed' || figures.state === 'failed'
  const meta = metaData.state === 'ready' ? metaData.value : null
  const isTabOffered = types.state !== 'ready' || selection.tab === null || tab?.id === selection.tab
  return (
    <div className="printable grid gap-6 lg:grid-cols-[minmax(0,1fr)_264px] px-6 max-sm:px-4 pt-5 pb-10 max-w-[1680px]">
      <article className="min-w-0">
        <ChartHeader
          chart={chart}
          metaData={meta}
          editPath={editPath}
          {...neighbours}
          exportMenu={<ExportMenu chartView={chartView} picture={picture} metaData={meta} />}
        />
        {!isTabOffered && <UnofferedTab change={change} />}
        {types.state === 'failed' ? (
          <FailureNotice
            what="The chart"
            failure={types}
            onRetry={() => loadChart(chart.chart_id, explorerType)}
          />
        ) : figures.state === 'failed' ? (
          <FailureNotice what="The figures" failure={figures} onRetry={() => load(false)} />
        ) : tab ? (
          <>
            <Tabs
              label="Kinds of chart"
              className="mt-3"
              tabs={(types.state === 'ready' ? types.value : [tab]).map(type => ({
                id: type.id,
                label: type.tab_name
              }))}
              selected={tab.id}
              onSelect={id => change({ tab: id })}
              panelId="chart-panel"
            />
            <div id="chart-panel" role="tabpanel" aria-label={tab.tab_name} className="pt-3.5">
              {chartView && <EvidenceNotice chartView={chartView} />}
              {chartView ? (
                <ChartPanel
                  chartView={chartView}
                  supposing={{ metaData: meta }}
                  isStale={isStale}
                  selection={selection}
                  change={change}
                  onRefresh={() => load(true)}
                  onDrawn={drawn => setPicture(() => drawn)}
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
      <aside
        aria-label="Own figures and definition"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 content-start sm:max-lg:grid-cols-[repeat(2,minmax(0,1fr))]"
      >
        {(chartView || !hasFailed) && <OwnCard chartView={chartView} metaData={meta} />}
        <DefinitionCard metaData={metaData} />
      </aside>
      <PrintedNote />
    </div>
  )
}
