import type { CollectionProgress } from '#browser/stores/collection-progress.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { countOf, formatCount, formatDistance, formatLongDay } from '#lib/format.ts'
import { presentTime } from '#lib/time/server-clock.ts'

interface ProgressHeaderProps {
  project: ProjectSummary
  progress: CollectionProgress
  isAdmin: boolean
  /** Organisations that have not started, and those of them without a reminder this week. */
  idleCount: number
  dueCount: number
  onSelectDue: () => void
}

/** The deadline, what is waiting for the organiser, and how far the whole is. */
export function ProgressHeader({
  project,
  progress,
  isAdmin,
  idleCount,
  dueCount,
  onSelectDue
}: ProgressHeaderProps) {
  const { total, registered_count, started_count, complete_count, signed_off_count } = progress
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
          {isAdmin && dueCount > 0 && (
            <button type="button" className="text-button font-medium" onClick={onSelectDue}>
              Select the {formatCount(dueCount)} without a reminder this week
            </button>
          )}
        </p>
      </div>
      <dl className="grid grid-cols-4 max-sm:grid-cols-2 gap-x-5 gap-y-2">
        {isAdmin && <Figure name="registered" count={registered_count} of={total} className="bg-ink-3" />}
        <Figure name="started" count={started_count} of={total} className="bg-brand-mark" />
        <Figure name="complete" count={complete_count} of={total} className="bg-brand-mark" />
        <Figure name="signed off" count={signed_off_count} of={total} className="bg-ok" />
      </dl>
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

interface FigureProps {
  name: string
  count: number
  of: number
  className: string
}

function Figure({ name, count, of, className }: FigureProps) {
  return (
    <div className="flex min-w-26 flex-col-reverse">
      <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-line">
        <span
          className={`block h-1 rounded-full ${className}`}
          style={{ width: `${of === 0 ? 0 : (100 * count) / of}%` }}
        />
      </span>
      <div className="flex items-baseline gap-1.5">
        <dd className="text-title-strong tabular-nums">{formatCount(count)}</dd>
        <dt className="text-small">{name}</dt>
      </div>
    </div>
  )
}
