import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { useOffered } from '#browser/api/offered.ts'
import { AcceptanceLine } from '#browser/features/data-collection/acceptance/acceptance-line.tsx'
import { ChooseOrganisation } from '#browser/project-frame/choose-organisation.tsx'
import {
  $collectionProgress,
  loadCollectionProgress,
  reloadCollectionProgress,
  type CollectionProgress
} from '#browser/stores/collection/collection-progress.ts'
import type { ProjectPeriod } from '#browser/stores/collection/project-period.ts'
import { openModal } from '#browser/stores/modals.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import {
  matchesProgress,
  NO_PROGRESS_FILTER,
  progressRowView,
  sortProgress,
  wasRemindedWithin,
  type ProgressSort
} from '#domain/questionnaires/progress-rows.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { selectIds } from '#lib/group-by.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { ProgressFilters } from './progress-filters.tsx'
import { ProgressHeader } from './progress-header.tsx'
import { ProgressTable } from './progress-table.tsx'
import { RemindedDialog } from './reminded-dialog.tsx'
import { ProgressSelectionBar } from './selection-bar.tsx'

interface ProgressScreenProps {
  project: ProjectSummary
  timePeriodId: number
}

/** How far everyone is: all organisations for admins, the own submissions for members. */
export default function ProgressScreen({ project, timePeriodId }: ProgressScreenProps) {
  const loaded = useStore($collectionProgress)
  const isHere = useOffered(listOrganisationProgress)
  const projectId = project.project_id
  const period = useMemo(() => ({ projectId, timePeriodId }), [projectId, timePeriodId])
  const load = () => void loadCollectionProgress(period)
  useEffect(load, [period])
  if (!isHere)
    return (
      <div className="page">
        <h1 className="mb-5">Data collection</h1>
        <ChooseOrganisation overviewPath={paths.projectDashboard(project.project_code)} />
      </div>
    )
  return (
    <div className="page max-w-none!">
      <OutdatedNotice
        of={$collectionProgress}
        what="The progress"
        onRetry={() => reloadCollectionProgress(period)}
      />
      {loaded.state === 'loading' ? (
        <>
          <h1 className="mb-5">Data collection</h1>
          <SkeletonLines lines={12} label="Loading the progress" />
        </>
      ) : loaded.state === 'failed' ? (
        <FailureNotice page="Data collection" what="The progress" failure={loaded} onRetry={load} />
      ) : loaded.value.organisations.length === 0 || loaded.value.section_list.length === 0 ? (
        <EmptyNotice
          page="Data collection"
          title="Nothing to answer in this period"
          text={withTerms('Rows appear once there are {submissions} and a questionnaire applies to them.')}
        />
      ) : (
        <CollectionTable project={project} period={period} progress={loaded.value} />
      )}
    </div>
  )
}

interface CollectionTableProps {
  project: ProjectSummary
  period: ProjectPeriod
  progress: CollectionProgress
}

/** Reminders are due a week after the last one. */
const REMINDER_DUE_MS = 7 * DAY_MS

function CollectionTable({ project, period, progress }: CollectionTableProps) {
  const isAdmin = isAdminRole(useStore($viewpoint).roleTypeId)
  const [filter, setFilter] = useState(NO_PROGRESS_FILTER)
  const [sort, setSort] = useState<ProgressSort>({ by: 'percent', isDescending: false })
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const views = useMemo(() => progress.organisations.map(progressRowView), [progress])
  const sorted = useMemo(() => sortProgress(views, sort), [views, sort])
  const found = useMemo(() => sorted.filter(view => matchesProgress(view, filter)), [sorted, filter])
  const shown = filter.state === 'all' ? found : found.filter(({ state }) => state === filter.state)
  const select = useMemo(
    () => (ids: readonly number[], isOn: boolean) => setSelected(was => selectIds(was, ids, isOn)),
    []
  )
  const hasCollected = ['validation', 'published', 'closed'].includes(project.project_status)
  const mayRemind = isAdmin && project.project_status === 'collection'
  const idle = views.filter(({ state }) => state === 'not_started')
  const due = mayRemind
    ? idle.filter(({ row }) => !wasRemindedWithin(row, presentTime(), REMINDER_DUE_MS))
    : []
  return (
    <>
      <ProgressHeader
        project={project}
        timePeriodId={period.timePeriodId}
        progress={progress}
        isAdmin={isAdmin}
        idleCount={idle.length}
        dueCount={due.length}
        onSelectDue={() => setSelected(new Set(due.map(({ id }) => id)))}
      />
      {isAdmin && hasCollected && <AcceptanceLine period={period} />}
      <ProgressFilters
        progress={progress}
        found={found}
        filter={filter}
        onChange={setFilter}
        isAdmin={isAdmin}
      />
      <div className="card overflow-clip">
        <ProgressSelectionBar
          period={period}
          progress={progress}
          shown={shown}
          selected={views.filter(({ id }) => selected.has(id))}
          onClear={() => setSelected(new Set())}
          isAdmin={isAdmin}
          mayRemind={mayRemind}
          mayOpen={isAdmin && hasCollected}
        />
        {shown.length === 0 ? (
          <EmptyNotice title="No rows match the filters" />
        ) : (
          <ProgressTable
            views={shown}
            projectCode={project.project_code}
            sections={progress.section_list}
            sort={sort}
            onSort={setSort}
            selected={selected}
            onSelect={isAdmin ? select : null}
          />
        )}
      </div>
      <TableFoot period={period} shown={shown.length} all={views.length} isAdmin={isAdmin} />
    </>
  )
}

interface TableFootProps {
  period: ProjectPeriod
  shown: number
  all: number
  isAdmin: boolean
}

function TableFoot({ period, shown, all, isAdmin }: TableFootProps) {
  return (
    <footer className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-tiny text-ink-3">
      <p role="status">
        {shown === all
          ? isAdmin
            ? countOf(all, 'organisation')
            : countOfSubmissions(all)
          : `${formatCount(shown)} of ${formatCount(all)} shown`}
      </p>
      <p className="flex-1">
        Percentages count the answers that are required or given. A triangle counts answers to check.
      </p>
      {isAdmin && (
        <button
          type="button"
          className="text-button"
          onClick={() =>
            openModal({
              component: RemindedDialog,
              size: 'standard',
              props: { title: 'Who was reminded when', period }
            })
          }
        >
          Who was reminded when
        </button>
      )}
    </footer>
  )
}
