import { Link } from 'wouter'
import { buttonClass } from '#browser/ui/button.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { countOf, daysTo, formatDay } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { inPeriod, type DueProject, type DueRow } from './due.ts'

/** Only dates as near as this are coloured. */
const SOON_DAYS = 7

/** Projects by their deadline, each with what is left. The soonest has the page's main action. */
export const DueList = ({ due }: { due: readonly DueProject[] }) => (
  <ul aria-label="Due" className="card overflow-clip">
    {due.map((one, index) => (
      <DueItem
        key={`${one.project.project_id} ${one.period.time_period_id}`}
        due={one}
        isSoonest={index === 0}
      />
    ))}
  </ul>
)

function DueItem({ due, isSoonest }: { due: DueProject; isSoonest: boolean }) {
  const { project, period, day, text, action, rows, moreCount } = due
  const days = day === null ? null : daysTo(day, presentTime())
  const isSoon = days !== null && days <= SOON_DAYS
  return (
    <li className="grid grid-cols-[minmax(96px,max-content)_minmax(0,1fr)] gap-x-4 border-0 border-t border-line-strong border-solid px-4 py-3 first:border-t-0 max-sm:grid-cols-[minmax(0,1fr)]">
      <p>
        {day !== null && days !== null && (
          <>
            <span className="block whitespace-nowrap text-section-strong">{formatDay(day)}</span>
            <span className={`text-small ${isSoon ? 'font-medium text-warn' : 'text-ink-2'}`}>
              {days < 0 ? `${countOf(-days, 'day')} overdue` : formatDistance(day)}
            </span>
          </>
        )}
      </p>
      <div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="min-w-40 flex-1">
            <Link
              href={inPeriod(paths.project(project.project_code), due)}
              className="font-semibold text-ink"
            >
              {project.project_name} {period.time_period_name}
            </Link>
            <span className="block text-small text-ink-2">{text}</span>
          </p>
          {action && (
            <Link
              href={action.path}
              className={buttonClass({ kind: isSoonest ? 'main' : 'plain' })}
              aria-label={`${action.label}: ${project.project_name} ${period.time_period_name}`}
            >
              {action.label}
            </Link>
          )}
        </div>
        {rows.length > 0 && (
          <ul className="mt-2 -mr-4">
            {rows.map((row, index) => (
              <DueRowItem key={row.id} row={row} isMain={isSoonest && index === 0} />
            ))}
          </ul>
        )}
        {moreCount > 0 && (
          <p className="mt-2 text-small">
            <Link href={inPeriod(paths.project(project.project_code), due)}>
              {withTerms(`${moreCount} more {submissions}`)}
            </Link>
          </p>
        )}
      </div>
    </li>
  )
}

const DueRowItem = ({ row, isMain }: { row: DueRow; isMain: boolean }) => (
  <li className="flex min-h-10 flex-wrap items-center gap-x-2.5 gap-y-1 border-0 border-t border-line border-solid py-1 pr-4">
    <Ring percent={row.percent} isComplete={row.isComplete} />
    <span className="w-46 max-sm:w-auto max-sm:flex-1">{row.name}</span>
    <span className="min-w-30 flex-1 text-small text-ink-2">{row.text}</span>
    <Link
      href={row.path}
      className={isMain ? buttonClass({ kind: 'main', size: 's' }) : 'reach font-medium'}
      aria-label={`${row.verb}: ${row.name}`}
    >
      {row.verb}
    </Link>
  </li>
)
