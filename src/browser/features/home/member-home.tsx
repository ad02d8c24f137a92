import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $lastVisited } from '#browser/stores/last-visited.ts'
import { $projects, retryProjects } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Card } from '#browser/ui/card.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { ChartColumn, ChevronRight, PencilLine } from '#browser/ui/icons/icon-paths.ts'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { Pill } from '#browser/ui/pill.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import { stateLabel } from '#domain/projects/project-state.ts'
import { closingDay } from '#domain/projects/window-days.ts'
import { formatDay, formatDistance } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { nearestDeadlines } from './home.ts'

/** Product 2, logged in: continue where the user left off, the next deadlines, and all projects. */
export function MemberHome() {
  const { user } = useStore($session)
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{user?.details ? `Welcome, ${user.details.first_name}` : 'Welcome'}</h1>
          <p className="mt-0.5 text-ink-3">{runtimeConfig().programmeName}</p>
        </div>
        <Link href={paths.projects()} className={buttonClass({ kind: 'main' })}>
          See all projects
        </Link>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <ContinueCard />
        <Deadlines />
      </div>
    </div>
  )
}

function ContinueCard() {
  const { section, chart } = useStore($lastVisited)
  const places = [
    ...(section ? [{ ...section, icon: PencilLine, kind: 'Questionnaire' }] : []),
    ...(chart ? [{ ...chart, icon: ChartColumn, kind: 'Chart' }] : [])
  ]
  return (
    <Card title="Continue where you left off">
      {places.length === 0 ? (
        <EmptyNotice
          title="Nothing opened on this device yet"
          text="The last section and chart you opened will be shown here."
        />
      ) : (
        <ul>
          {places.map(({ path, label, icon, kind }) => (
            <li key={kind} className="border-0 border-t border-line border-solid first:border-t-0">
              <Link
                href={path}
                className="flex items-center gap-3.5 px-4 py-3 text-ink hover:bg-surface-hover hover:no-underline"
              >
                <Icon of={icon} className="text-brand-text" />
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-small text-ink-3">{kind}</span>
                </span>
                <Icon of={ChevronRight} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Deadlines() {
  const projects = useStore($projects)
  return (
    <Card title="Next deadlines">
      {projects.state === 'loading' && (
        <div className="p-4">
          <SkeletonLines />
        </div>
      )}
      {projects.state === 'failed' && (
        <FailureNotice what="The deadlines" failure={projects} onRetry={retryProjects} />
      )}
      {projects.state === 'ready' && <DeadlineList deadlines={nearestDeadlines(projects.value)} />}
    </Card>
  )
}

function DeadlineList({ deadlines }: { deadlines: ReturnType<typeof nearestDeadlines> }) {
  if (deadlines.length === 0)
    return (
      <EmptyNotice title="Nothing is due" text="No registration or data collection is open in this period." />
    )
  return (
    <ul>
      {deadlines.map(({ project, date }) => (
        <li key={project.project_id} className="border-0 border-t border-line border-solid first:border-t-0">
          <Link
            href={paths.project(project.project_code)}
            className="flex items-center gap-3.5 px-4 py-3 text-ink hover:bg-surface-hover hover:no-underline"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{project.project_name}</span>
              <span className="block text-small text-ink-3">
                {formatDay(closingDay(date))}, {formatDistance(closingDay(date))}
              </span>
            </span>
            <Pill tone={stateLabel(project).tone}>{stateLabel(project).word}</Pill>
            <Icon of={ChevronRight} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
