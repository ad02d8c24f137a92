import { DownloadAnswersButton } from '#browser/features/data-collection/download/download-answers-button.tsx'
import { ProgressFigures } from '#browser/project-frame/progress-figures.tsx'
import type { CollectionProgress } from '#browser/stores/collection/collection-progress.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { countOf, formatCount } from '#lib/format.ts'
import { formatLongDay } from '#lib/text/long-day.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'

interface ProgressHeaderProps {
  project: ProjectSummary
  timePeriodId: number
  progress: CollectionProgress
  isAdmin: boolean
  /** Organisations that have not started, and those of them to be reminded: none unless the viewer may. */
  idleCount: number
  dueCount: number
  onSelectDue: () => void
}

/** The deadline, what is waiting for the organiser, and how far the whole is. */
export function ProgressHeader({
  project,
  timePeriodId,
  progress,
  isAdmin,
  idleCount,
  dueCount,
  onSelectDue
}: ProgressHeaderProps) {
  return (
    <header className="page-head items-center!">
      <div>
        <h1>{deadlineTitle(project)}</h1>
        <p className="mt-0.5 text-small text-ink-2">
          {idleCount === 0
            ? isAdmin
              ? 'Every organisation has started.'
              : 'All have started.'
            : `${isAdmin ? countOf(idleCount, 'organisation has', 'organisations have') : `${formatCount(idleCount)} have`} not started. `}
          {dueCount > 0 && (
            <button type="button" className="text-button font-medium" onClick={onSelectDue}>
              Select the {formatCount(dueCount)} without a reminder this week
            </button>
          )}
        </p>
      </div>
      <DownloadAnswersButton
        projectCode={project.project_code}
        scope={{ projectId: project.project_id, timePeriodId }}
      />
      <ProgressFigures progress={progress} isAdmin={isAdmin} className="gap-x-5" />
    </header>
  )
}

function deadlineTitle({ project_status, collection_closes_at: closesAt }: ProjectSummary): string {
  if (closesAt === null) return 'Data collection'
  const day = closingDay(closesAt)
  return project_status === 'collection'
    ? `Closes ${formatLongDay(day)}, ${formatDistance(day, presentTime())}`
    : `Closed ${formatLongDay(day)}`
}
