import { useState, type ReactNode } from 'react'
import { canShow } from '#browser/charts/drawn-kinds.ts'
import type { ChartView } from '#browser/charts/view/chart-view.ts'
import type { Picture } from '#browser/charts/view/chart.tsx'
import { hasNothing } from '#browser/charts/words/disclosure-text.ts'
import { packedEvidence } from '#browser/features/explorer/export/evidence-link.ts'
import { PrintedNote } from '#browser/features/explorer/export/printed-note.tsx'
import type { GroupChart } from '#browser/features/explorer/groups.ts'
import { NoticeLine } from '#browser/features/explorer/selection/choice-notice.tsx'
import type { ExplorerSelection } from '#browser/features/explorer/selection/explorer-selection.ts'
import type { ChangeSelection } from '#browser/features/explorer/selection/use-selection.ts'
import { Button } from '#browser/ui/button.tsx'
import { Late } from '#browser/ui/late.tsx'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { Pick } from '#browser/ui/pick.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { Tabs } from '#browser/ui/tabs.tsx'
import type { MetaData, OutputType } from '#contract/charts.ts'
import { chunk } from '#lib/chunk.ts'
import { ChartHeader, SmallChartHeader } from './chart-header.tsx'
import { ChartLead, LEAD_PLACE } from './chart-lead.tsx'
import { loadChart } from './chart-page.ts'
import { ChartPanel } from './chart-panel.tsx'
import { DefinitionCard } from './definition-card.tsx'
import { PanelSkeleton } from './detail-skeleton.tsx'
import { useExportActions } from './export-menu.tsx'
import { OwnCard } from './own-card.tsx'
import { useFigures } from './use-figures.ts'
import type { ChartNeighbours } from './use-stepping.ts'

const evidenceResult = chunk(() => import('#browser/features/explorer/export/evidence-result.tsx'))

/** What is elsewhere in wide windows. */
interface SmallPage {
  choices: ReactNode
  groupPath: string
  searchPath: string
}

interface ChartDetailProps extends ChartNeighbours {
  explorerType: string
  chart: GroupChart
  /** For admins. */
  editPath: string
  selection: ExplorerSelection
  change: ChangeSelection
  /** Set in small windows, where the page is arranged around the chart. */
  small: SmallPage | null
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

/** The open tab, and those that can show something of these figures. */
const offeredTabs = (types: readonly OutputType[], open: OutputType, chartView: ChartView | null) =>
  types
    .filter(
      type =>
        type.id === open.id ||
        chartView === null ||
        hasNothing(chartView) ||
        canShow(type.output_name, chartView)
    )
    .map(type => ({ id: type.id, name: type.tab_name }))

export function ChartDetail(props: ChartDetailProps) {
  const { explorerType, chart, selection, change, small, editPath, ...neighbours } = props
  const [picture, setPicture] = useState<Picture | null>(null)
  const shown = useFigures(chart.chart_id, selection.tab, explorerType)
  const { types, figures, metaData, tab, chartView } = shown
  const hasFailed = types.state === 'failed' || figures.state === 'failed'
  const meta = metaData.state === 'ready' ? metaData.value : null
  const heading = {
    chart,
    editPath,
    ...neighbours,
    exportActions: useExportActions({ chartView: shown.isStale ? null : chartView, picture, metaData: meta })
  }
  const lead = chartView ? (
    <ChartLead chartView={chartView} metaData={meta} isStale={shown.isStale} />
  ) : (
    !hasFailed && <Skeleton className={`w-72 max-w-full ${LEAD_PLACE}`} />
  )
  const tabs = tab ? offeredTabs(types.state === 'ready' ? types.value : [tab], tab, chartView) : []
  const selectTab = (id: number): void => change({ tab: id })
  return (
    <div className="printable print-chart grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_264px] px-6 max-sm:px-4 pt-5 max-md:pt-2 max-md:media-short:pt-1 pb-10 max-w-[1680px]">
      <article className="min-w-0">
        {small ? (
          <SmallChartHeader {...heading} {...small} lead={lead}>
            {tab && (
              <Pick
                label="View"
                options={tabs}
                selected={tab.id}
                onSelect={selectTab}
                className="max-sm:pick-wide max-sm:mt-1.5"
              />
            )}
          </SmallChartHeader>
        ) : (
          <>
            <ChartHeader {...heading} />
            {lead}
          </>
        )}
        {tab && !hasFailed && !small && (
          <Tabs
            label="Kinds of chart"
            className="mt-3"
            tabs={tabs.map(({ id, name }) => ({ id, label: name }))}
            selected={tab.id}
            onSelect={selectTab}
            panelId="chart-panel"
          />
        )}
        <ChartTab {...props} shown={shown} metaData={meta} onDrawn={drawn => setPicture(() => drawn)} />
      </article>
      <aside
        aria-label="Own figures and definition"
        className="grid grid-cols-[minmax(0,1fr)] gap-4 content-start sm:max-lg:grid-cols-[repeat(2,minmax(0,1fr))]"
      >
        {(chartView || !hasFailed) && <OwnCard chartView={chartView} metaData={meta} />}
        <DefinitionCard metaData={metaData} />
      </aside>
      <PrintedNote isStale={shown.isStale} isLoading={!chartView && !hasFailed} />
    </div>
  )
}

interface ChartTabProps extends ChartDetailProps {
  shown: ReturnType<typeof useFigures>
  metaData: MetaData | null
  onDrawn: (picture: Picture) => void
}

/**
 * The open tab's content. In a small window the choices are below it, also where it could not be loaded. While it loads they are not there: they would
 * be closed, and lose the focus, once it arrives.
 */
function ChartTab({
  explorerType,
  chart,
  selection,
  change,
  small,
  shown,
  metaData,
  onDrawn
}: ChartTabProps) {
  const { types, figures, tab, chartView, isStale, load } = shown
  if (types.state === 'failed')
    return (
      <>
        <FailureNotice
          what="The chart"
          failure={types}
          onRetry={() => loadChart(chart.chart_id, explorerType)}
        />
        {small?.choices}
      </>
    )
  const isTabOffered = types.state !== 'ready' || selection.tab === null || tab?.id === selection.tab
  const unoffered = !isTabOffered && <UnofferedTab change={change} />
  if (figures.state === 'failed')
    return (
      <>
        {unoffered}
        <FailureNotice what="The figures" failure={figures} onRetry={() => load(false)} />
        {small?.choices}
      </>
    )
  if (!tab)
    return (
      <>
        {unoffered}
        <PanelSkeleton />
      </>
    )
  return (
    <>
      {unoffered}
      <div
        id="chart-panel"
        role={small ? 'region' : 'tabpanel'}
        aria-label={tab.tab_name}
        className="pt-3.5 max-md:pt-1.5"
      >
        {chartView && <EvidenceNotice chartView={chartView} />}
        {chartView ? (
          <ChartPanel
            chartView={chartView}
            supposing={{ metaData }}
            isStale={isStale}
            selection={selection}
            change={change}
            onRefresh={() => load(true)}
            onDrawn={onDrawn}
            below={small?.choices}
          />
        ) : (
          <PanelSkeleton />
        )}
      </div>
    </>
  )
}

/** On a page that an evidence link opened: whether the figures have changed since the link was made. */
function EvidenceNotice({ chartView }: { chartView: ChartView }) {
  // A choice on the page changes the URL, and the notice no longer applies.
  const [packed] = useState(() => packedEvidence(location.hash))
  if (packed === null || packedEvidence(location.hash) !== packed) return null
  return (
    <Late code={evidenceResult}>
      {({ EvidenceResult }) => <EvidenceResult chartView={chartView} packed={packed} />}
    </Late>
  )
}
