import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { ProgressFigures } from '#browser/project-frame/progress-figures.tsx'
import { WaitingPeopleCard } from '#browser/project-frame/waiting-people-card.tsx'
import {
  $collectionProgress,
  loadCollectionProgress
} from '#browser/stores/collection/collection-progress.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { PlainHead } from '#browser/ui/sort-head.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import {
  isQuiet,
  progressRowView,
  wasRemindedWithin,
  type ProgressRowView
} from '#domain/questionnaires/progress-rows.ts'
import { countOf, formatCount, formatDay } from '#lib/format.ts'
import { DAY_MS } from '#lib/time/clock.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { CorrectionWindowsCard } from './windows-card.tsx'

const MAX_BEHIND = 10
const REMINDER_WEEK_MS = 7 * DAY_MS

/** For admins who act for no organisation: who is furthest behind, which reminders are due, and who waits for approval. */
export function OrganiserHome({ project }: { project: ProjectSummary }) {
  const loaded = useStore($collectionProgress)
  const timePeriodId = useStore($selectedTimePeriod)?.id
  const projectId = project.project_id
  const period = useMemo(
    () => (timePeriodId === undefined ? null : { projectId, timePeriodId }),
    [projectId, timePeriodId]
  )
  const load = () => void (period && loadCollectionProgress(period))
  useEffect(load, [period])
  const rows = useMemo(
    () => (loaded.state === 'ready' ? loaded.value.organisations.map(progressRowView) : []),
    [loaded]
  )
  if (loaded.state !== 'ready')
    return <NotReady of={loaded} what="The progress" lines={8} onRetry={load} className="card p-4" />
  return (
    <div className="beside">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ProgressFigures progress={loaded.value} isAdmin className="card gap-x-6 px-4 py-3" />
        <BehindCard projectCode={project.project_code} rows={rows} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {project.project_status === 'collection' && (
          <RemindersDueCard projectCode={project.project_code} rows={rows} />
        )}
        {period && <CorrectionWindowsCard projectCode={project.project_code} period={period} />}
        <WaitingPeopleCard />
      </div>
    </div>
  )
}

/** Those with the least answers, then with the most submissions. */
function BehindCard({ projectCode, rows }: { projectCode: string; rows: readonly ProgressRowView[] }) {
  const open = rows.filter(({ state }) => state === 'not_started' || state === 'in_progress')
  const behind = open
    .toSorted(
      (one, other) => one.percent - other.percent || other.row.submission_count - one.row.submission_count
    )
    .slice(0, MAX_BEHIND)
  const table = paths.dataCollection(projectCode, { view: 'progress' })
  return (
    <Card title="Furthest behind" aside={<Link href={table}>Progress by organisation</Link>}>
      {behind.length === 0 ? (
        <EmptyNotice title="Every organisation is complete" />
      ) : (
        <div className="table-scroll">
          <table className="w-full text-small">
            <caption className="sr-only">Organisations that are furthest behind</caption>
            <PlainHead
              names={[
                'Organisation',
                withTerms('{Submissions}'),
                'Answered',
                'Lead',
                'Last logged in',
                'Reminded'
              ]}
            />
            <tbody>
              {behind.map(({ id, name, percent, row }) => (
                <tr key={id}>
                  <td className="table-cell font-medium">{name}</td>
                  <td className="table-cell num">{row.submission_count}</td>
                  <td className="table-cell num">{percent}%</td>
                  <td className="table-cell whitespace-nowrap">
                    {row.lead_name ?? <Link href={paths.users()}>Invite a lead</Link>}
                  </td>
                  <td className="table-cell text-ink-2">{dayOr(row.last_login_at, 'never')}</td>
                  <td className="table-cell text-ink-2">{dayOr(row.reminded_at, 'not yet')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

const dayOr = (timestamp: string | null, none: string): string =>
  timestamp === null ? none : formatDay(timestamp)

/** Each line opens the table, where the list is seen before anything is sent. */
function RemindersDueCard({ projectCode, rows }: { projectCode: string; rows: readonly ProgressRowView[] }) {
  const now = presentTime()
  const unreminded = rows.filter(({ row }) => !wasRemindedWithin(row, now, REMINDER_WEEK_MS))
  const lines = [
    {
      name: 'Not started',
      text: 'No reminder this week',
      count: unreminded.filter(({ state }) => state === 'not_started').length
    },
    {
      name: 'Started, then quiet',
      text: 'Nothing entered for 14 days',
      count: unreminded.filter(({ state, row }) => state === 'in_progress' && isQuiet(row, now)).length
    },
    {
      name: 'Complete, not signed off',
      text: 'Only a lead can sign off',
      count: unreminded.filter(({ state }) => state === 'complete').length
    }
  ].filter(({ count }) => count > 0)
  if (lines.length === 0) return null
  return (
    <Card title="Reminders due">
      <ul>
        {lines.map(({ name, text, count }, index) => (
          <li
            key={name}
            className="flex items-center gap-3 border-0 border-t border-line border-solid px-4 py-2.5 first:border-t-0"
          >
            <p className="min-w-0 flex-1 font-medium">
              {name}
              <span className="block text-small font-normal text-ink-2">{text}</span>
            </p>
            <Link
              href={paths.dataCollection(projectCode, { view: 'progress' })}
              className={buttonClass({ kind: index === 0 ? 'main' : 'plain', size: 's' })}
              aria-label={`Remind ${formatCount(count)}…: ${name}`}
            >
              Remind {formatCount(count)}…
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** '21 organisations have not started' */
export function organiserTitle(rows: readonly ProgressRowView[]): string {
  const idle = rows.filter(({ state }) => state === 'not_started').length
  return idle === 0
    ? 'Every organisation has started'
    : `${countOf(idle, 'organisation has', 'organisations have')} not started`
}
