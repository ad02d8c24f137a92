import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { PartLinks } from '#browser/editing/part-links.tsx'
import { useReturn } from '#browser/editing/use-return.ts'
import { loadOptionsOfScope } from '#browser/features/explorer/selection/comparison.ts'
import { useLeaveGuard } from '#browser/forms/form-element.tsx'
import { usePageTitle } from '#browser/navigation/page-title.ts'
import { $project } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { paths } from '#programme/paths.ts'
import { AppearanceColumn } from './appearance-column.tsx'
import { BuilderHeader } from './builder-header.tsx'
import {
  $builder,
  isDirty,
  noticeVersion,
  openChart,
  openNewChart,
  type ChartBuilder
} from './chart-builder.ts'
import { ConflictBand } from './conflict-band.tsx'
import { $placements, loadPlacements, type PlacedGroup, type Placements } from './placement/placement.ts'
import { RetiredCharts } from './placement/retired-charts.tsx'
import { ShownIn } from './placement/shown-in.tsx'
import { PreviewColumn } from './preview/preview-column.tsx'
import { resetPreview } from './preview/preview.ts'
import { loadCells } from './series/cells.ts'
import { DataColumn } from './series/data-column.tsx'
import { takeCopied, useBuilderActions } from './use-builder-actions.ts'

export interface ChartBuilderProps {
  projectCode: string
  explorerType: string
  groupName: string
  /** Without one, a new chart. */
  id?: number
}

const chartBuilderParts = [
  { id: 'builder-data', label: 'Data' },
  { id: 'builder-look', label: 'Look' },
  { id: 'builder-preview', label: 'Preview' }
]
const keepOnDevice = async (): Promise<'ask'> => 'ask'
const noticeNewest = (): Promise<void> => noticeVersion()

/** Builds a chart: its data, how it is shown and explained, and what members would see. */
export default function ChartBuilderScreen(place: ChartBuilderProps) {
  const builder = useStore($builder)
  const project = useStore($project)
  const period = useStore($selectedTimePeriod)
  const { user } = useStore($session)
  const { groupName, id } = place
  const [projectId, userId, periodId] = [project?.project_id, user?.details?.user_id, period?.id]
  const explorers = project?.explorer_types
  useEffect(loadOptionsOfScope, [])
  useEffect(() => {
    if (projectId === undefined || userId === undefined) return
    resetPreview()
    if (id !== undefined) void openChart({ userId, projectId, chart: id })
    else openNewChart({ userId, projectId, chart: groupName }, takeCopied())
  }, [projectId, userId, groupName, id])
  useEffect(() => {
    if (projectId !== undefined && periodId !== undefined)
      void loadCells({ projectId, timePeriodId: periodId })
  }, [projectId, periodId])
  useEffect(() => {
    if (projectId !== undefined && periodId !== undefined && explorers)
      void loadPlacements({ projectId, timePeriodId: periodId, explorers })
  }, [projectId, periodId, explorers])
  const mustAsk = builder.state === 'ready' && isDirty(builder.value)
  useLeaveGuard(mustAsk, keepOnDevice)
  useReturn(noticeNewest)
  if (builder.state === 'failed') {
    return (
      <FailureNotice
        what="The chart"
        failure={builder}
        onRetry={() => {
          if (projectId !== undefined && userId !== undefined && id !== undefined)
            void openChart({ userId, projectId, chart: id })
        }}
      />
    )
  }
  if (builder.state === 'loading' || projectId === undefined) {
    return (
      <div className="p-6">
        <SkeletonLines lines={10} label="Loading the chart" />
      </div>
    )
  }
  return <Builder {...place} builder={builder.value} projectId={projectId} />
}

function Builder({
  builder,
  projectId,
  projectCode,
  explorerType,
  groupName
}: ChartBuilderProps & { builder: ChartBuilder; projectId: number }) {
  const placements = useStore($placements)
  const findGroup = ({ groups }: Placements): PlacedGroup | undefined =>
    groups.find(one => one.group_slug === groupName && one.explorer.explorer_type === explorerType)
  const group = placements.state === 'ready' ? findGroup(placements.value) : undefined
  const { chart } = builder
  usePageTitle(chart ? `Edit ${chart.chart_name}` : 'New chart', useStore($project)?.project_name)
  const detail = (chartId?: number, isEdited = false) =>
    paths.explorerDetail(projectCode, explorerType, groupName, chartId, isEdited ? { mode: 'edit' } : {})
  const { saveAll, toggleRetired, duplicate } = useBuilderActions(builder, findGroup, groupName, detail)
  return (
    <div className="min-h-[calc(100vh-104px)] bg-canvas">
      <BuilderHeader
        builder={builder}
        groupName={group?.group_name ?? (placements.state === 'loading' ? null : 'Charts')}
        groupPath={paths.explorerGroup(projectCode, explorerType, groupName)}
        chartPath={chart?.is_active ? detail(chart.chart_id) : null}
        onSave={saveAll}
        onDuplicate={duplicate}
        onRetire={toggleRetired}
      />
      <ConflictBand builder={builder} />
      <PartLinks parts={chartBuilderParts} />
      <div className="grid lg:grid-cols-[minmax(260px,312px)_minmax(260px,312px)_minmax(0,1fr)]">
        <BuilderColumn id="builder-data" title="Data">
          <DataColumn builder={builder} />
        </BuilderColumn>
        <BuilderColumn id="builder-look" title="Look">
          <AppearanceColumn builder={builder} />
        </BuilderColumn>
        <section
          id="builder-preview"
          aria-label="Preview"
          className="min-w-0 px-6 max-sm:px-4 py-3.5 scroll-mt-10"
        >
          <PreviewColumn
            builder={builder}
            projectId={projectId}
            collectionId={chart?.collection_id ?? group?.collection_id ?? null}
          />
          <div className="mt-4 pt-3 border-0 border-t border-solid border-line">
            {chart ? (
              <ShownIn chartId={chart.chart_id} projectId={projectId} />
            ) : (
              <p className="text-small text-ink-2">
                Once saved, the chart is shown in {group?.group_name ?? 'its group'}. You can then add it to
                more groups.
              </p>
            )}
          </div>
          {!chart && <RetiredCharts pathOf={chartId => detail(chartId, true)} />}
        </section>
      </div>
    </div>
  )
}

function BuilderColumn({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid gap-3 content-start min-w-0 scroll-mt-10 [&:focus-within>h2]:text-brand-text px-4 py-3.5 bg-surface border-0 border-b lg:border-b-0 lg:border-r border-solid border-line"
    >
      <h2>{title}</h2>
      {children}
    </section>
  )
}
