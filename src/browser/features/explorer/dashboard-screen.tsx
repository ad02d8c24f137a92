import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import { $projects, retryProjects } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Skeleton } from '#browser/ui/skeleton.tsx'
import { liveCountText } from '#domain/disclosure/visibility.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { CompletionMap } from './dashboard/completion-map-table.tsx'
import { ChartsSkeleton, DashboardChartList } from './dashboard/dashboard-charts.tsx'
import { $dashboard, loadDashboard, $participation } from './dashboard/dashboard.ts'
import { collectFindings } from './dashboard/findings.ts'
import { PrintedNote } from './export/printed-note.tsx'
import { $overview } from './overview/overview.ts'
import { ChoiceNotice } from './selection/choice-notice.tsx'
import {
  $comparisonRequest,
  $explorerScope,
  loadOptionsOfScope,
  reloadFilterOptions
} from './selection/comparison.ts'
import { carryOver, writeSelection } from './selection/explorer-selection.ts'
import { FilterLine } from './selection/filter-line.tsx'
import { Toolbar } from './selection/toolbar.tsx'
import { useSelection } from './selection/use-selection.ts'

/** How many take part and how far they are. A failure to load it affects nothing else. */
function ParticipationLine() {
  const participation = useStore($participation)
  const { user } = useStore($session)
  if (participation.state === 'failed')
    return <p className="text-small text-ink-3">Participation could not be loaded.</p>
  if (participation.state === 'loading') return <Skeleton className="h-4 w-72" />
  const reader = { ...participation.value, isAdmin: user?.isAdmin ?? false }
  const { submission_count: all, started_count: started, complete_count: complete } = participation.value
  const share = (count: number): string => `${all === 0 ? 0 : (100 * count) / all}%`
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2 tabular-nums">
      <svg width="132" height="6" aria-hidden="true" className="rounded-full overflow-hidden">
        <rect width="100%" height="6" fill="var(--line)" />
        <rect width={share(started)} height="6" fill="var(--brand-line)" />
        <rect width={share(complete)} height="6" fill="var(--brand-mark)" />
      </svg>
      {liveCountText(all, reader)} {withTerms(all === 1 ? '{submission}' : '{submissions}')}:{' '}
      {liveCountText(started, reader)} started, {liveCountText(complete, reader)} complete
    </p>
  )
}

/** The own organisation's position in its measures; for admins also everyone's progress. */
export default function DashboardScreen({ projectCode }: { projectCode: string }) {
  const [selection, change] = useSelection()
  const scope = useStore($explorerScope)
  const { user } = useStore($session)
  const query = writeSelection({ ...carryOver(selection), focus: 'table' })
  useEffect(loadOptionsOfScope, [])
  useEffect(() => {
    if (scope) void loadDashboard(scope)
  }, [scope])
  return (
    <>
      <div className="toolbar">
        <Toolbar selection={selection} change={change}>
          <ParticipationLine />
        </Toolbar>
      </div>
      <ChoiceNotice change={change} />
      <div className="printable print-dashboard mx-auto max-w-[1680px] px-6 max-sm:px-4 pt-5 pb-10 grid grid-cols-[minmax(0,1fr)] gap-5">
        <Charts projectCode={projectCode} query={query} filterLine={<FilterLine />} />
        {user?.isAdmin && scope && <CompletionMap projectCode={projectCode} scope={scope} />}
        <DashboardNote />
      </div>
    </>
  )
}

function DashboardNote() {
  const dashboard = useStore($dashboard)
  const rows = useStore($overview)
  const charts = dashboard.state === 'ready' ? dashboard.value.charts : []
  const isLoading = dashboard.state === 'loading' || collectFindings(charts, rows).isLoading
  return <PrintedNote isLoading={isLoading} />
}

interface ChartsProps {
  projectCode: string
  query: string
  filterLine: ReactNode
}

function Charts(props: ChartsProps) {
  const dashboard = useStore($dashboard)
  const comparing = useStore($comparisonRequest)
  const projects = useStore($projects)
  const scope = useStore($explorerScope)
  if (projects.state === 'failed')
    return <FailureNotice page="Dashboard" what="The project" failure={projects} onRetry={retryProjects} />
  if (comparing.state === 'failed')
    return (
      <FailureNotice
        page="Dashboard"
        what={withTerms('The {submissions} and filters')}
        failure={comparing}
        onRetry={reloadFilterOptions}
      />
    )
  if (dashboard.state === 'failed')
    return (
      <FailureNotice
        page="Dashboard"
        what="The charts of the dashboard"
        failure={dashboard}
        onRetry={() => scope && void loadDashboard(scope)}
      />
    )
  if (dashboard.state === 'loading' || comparing.state === 'loading') return <ChartsSkeleton />
  if (dashboard.value.charts.length === 0)
    return (
      <>
        <h1>Dashboard</h1>
        <div className="card">
          <EmptyNotice
            title="No charts on the dashboard"
            text="The programme has not put any charts here for this period. Choose another period above."
          />
        </div>
      </>
    )
  return <DashboardChartList {...props} dashboard={dashboard.value} comparing={comparing.value} />
}
