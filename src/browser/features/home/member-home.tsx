import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { UnseenCommentsCard } from '#browser/project-frame/unseen-comments-card.tsx'
import { WaitingPeopleCard } from '#browser/project-frame/waiting-people-card.tsx'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { $timePeriods, loadTimePeriods } from '#browser/stores/time-periods.ts'
import { loadUnseenComments } from '#browser/stores/unseen-comments.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { loadWaitingPeople } from '#browser/stores/waiting-people.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChevronRight } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { isAdminRole } from '#domain/people/roles.ts'
import { openingDay } from '#domain/projects/window-days.ts'
import { countOf, formatDay } from '#lib/format.ts'
import { formatLongDay } from '#lib/text/long-day.ts'
import { paths } from '#programme/paths.ts'
import type { ComingDate, PeriodProject } from './dates.ts'
import { DueList } from './due-list.tsx'
import { inPeriod } from './due.ts'
import { $home, loadHome, type HomeContent } from './home.ts'

/** Product 2, logged in: what is due in all projects and periods, what comes next, and new results. */
export function MemberHome() {
  const home = useStore($home)
  const periods = useStore($timePeriods)
  const view = useStore($viewpoint)
  const load = () => {
    if (periods.state === 'ready') void loadHome(periods.value, view)
    if (periods.state === 'failed') void loadTimePeriods()
  }
  const { roleTypeId, hasOrganisation } = view
  const listed = periods.state === 'ready' ? periods.value : null
  useEffect(() => {
    if (listed !== null) void loadHome(listed, { roleTypeId, hasOrganisation })
  }, [listed, roleTypeId, hasOrganisation])
  const isAdmin = isAdminRole(roleTypeId)
  // With the first calls of the page, not after what is due.
  useEffect(() => void (isAdmin ? loadWaitingPeople() : loadUnseenComments()), [isAdmin])
  const failure = periods.state === 'failed' ? periods : home.state === 'failed' ? home : null
  return (
    <div className="page">
      <header className="page-head">
        <h1>{home.state === 'ready' ? dueTitle(home.value, roleTypeId) : 'Home'}</h1>
        <Link href={paths.projects()} className={buttonClass({ kind: 'quiet' })}>
          All projects
          <Icon of={ChevronRight} />
        </Link>
      </header>
      {failure ? (
        <FailureNotice what="Your to-do list" failure={failure} onRetry={load} />
      ) : home.state === 'ready' ? (
        <HomeColumns home={home.value} isAdmin={isAdmin} />
      ) : (
        <div className="card p-4">
          <SkeletonLines lines={8} label="Loading what is due" />
        </div>
      )}
    </div>
  )
}

function dueTitle({ due, coming }: HomeContent, roleTypeId: number): string {
  if (due.length > 0)
    return isAdminRole(roleTypeId)
      ? `${countOf(due.length, 'project is', 'projects are')} open`
      : `${countOf(due.length, 'project is', 'projects are')} waiting for you`
  const [next] = coming
  return next === undefined ? 'Nothing is due' : `Nothing is due before ${formatLongDay(next.day)}`
}

function HomeColumns({ home: { due, coming, results }, isAdmin }: { home: HomeContent; isAdmin: boolean }) {
  const { support_email } = useStore($siteConfig)
  const isEmpty = due.length === 0 && coming.length === 0 && results.length === 0
  return (
    <div className="beside">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {due.length > 0 && <DueList due={due} />}
        {isEmpty && (
          <div className="card">
            <EmptyNotice
              title="Nothing is due"
              text="No registration or data collection is open for you in any period."
            />
          </div>
        )}
        {coming.length > 0 && <ComingCard coming={coming} />}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isAdmin ? <WaitingPeopleCard /> : <UnseenCommentsCard />}
        {results.length > 0 && <ResultsCard results={results} />}
        {support_email && (
          <Card title="Programme contact">
            <p className="px-4 py-3">
              <a href={`mailto:${support_email}`}>{support_email}</a>
            </p>
          </Card>
        )}
      </div>
    </div>
  )
}

/** What asks for nothing yet. */
const ComingCard = ({ coming }: { coming: readonly ComingDate[] }) => (
  <Card title="Coming up">
    <ul>
      {coming.map(({ project, period, day, text }) => (
        <li
          key={`${project.project_id} ${period.time_period_id} ${text}`}
          className="grid grid-cols-[88px_minmax(0,1fr)_minmax(0,1fr)] gap-2 border-0 border-t border-line border-solid px-4 py-2 text-small first:border-t-0 max-sm:grid-cols-[88px_minmax(0,1fr)]"
        >
          <span className="font-medium">{formatDay(day)}</span>
          <span>
            {project.project_name} {period.time_period_name}
          </span>
          <span className="text-ink-2 max-sm:col-start-2">{text}</span>
        </li>
      ))}
    </ul>
  </Card>
)

/** Published in the last months. */
const ResultsCard = ({ results }: { results: readonly PeriodProject[] }) => (
  <Card title="New results">
    <ul>
      {results.map(one => {
        const { project, period } = one
        const [explorer] = project.explorer_types
        const name = `${project.project_name} ${period.time_period_name}`
        return (
          <li
            key={`${project.project_id} ${period.time_period_id}`}
            className="border-0 border-t border-line border-solid px-4 py-2.5 first:border-t-0"
          >
            {explorer ? (
              <Link
                href={inPeriod(paths.explorer(project.project_code, explorer.explorer_type), one)}
                className="font-medium"
              >
                {name}
              </Link>
            ) : (
              <span className="font-medium">{name}</span>
            )}
            {project.published_at !== null && (
              <p className="text-small text-ink-2">Published {formatDay(openingDay(project.published_at))}</p>
            )}
          </li>
        )
      })}
    </ul>
  </Card>
)
