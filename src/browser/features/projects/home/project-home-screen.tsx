import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { ProjectFrame } from '#browser/project-frame/project-frame.tsx'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $session, $tokenState } from '#browser/stores/session.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { Ring } from '#browser/ui/progress.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { projectAction } from '#domain/projects/project-state.ts'
import { remainingWorkOf } from '#domain/questionnaires/section-work.ts'
import { paths } from '#programme/paths.ts'
import { FormsCard } from './forms-card.tsx'
import { LatestChangesCard } from './latest-changes-card.tsx'
import { $details, $progress, loadProjectHome } from './project-home.ts'
import { RemainingWork } from './remaining-card.tsx'
import { continueLabel, remainingSections } from './remaining-work.ts'
import { sectionPath } from './section-path.ts'
import { SubmissionsCard, TakingPartCard } from './side-cards.tsx'
import { projectSteps, type ProjectStep } from './steps.ts'
import { TileRow } from './tile-row.tsx'
import { tilesOf } from './tiles.ts'

const stateNames: Record<ProjectStep['state'], string> = { done: 'done', now: 'now', next: 'not started' }

/** The project's phases, with the current one marked. */
function StepsBar({ steps }: { steps: readonly ProjectStep[] }) {
  return (
    <ol className="card mb-5 flex overflow-hidden max-md:flex-col">
      {steps.map(step => (
        <li
          key={step.name}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className="flex-1 border-0 border-line border-solid px-4 py-3 md:border-l md:first:border-l-0 max-md:border-t max-md:first:border-t-0 max-md:py-2 aria-[current=step]:bg-brand-tint"
        >
          <p className="flex items-center gap-2 font-medium">
            <Ring percent={step.percent} isComplete={step.state === 'done'} />
            {step.name}
            <span className="sr-only">: {stateNames[step.state]}</span>
          </p>
          <p className="mt-0.5 ml-6 min-h-4 text-tiny text-ink-3">
            {step.dates}
            {step.left && <span className="text-brand-text">, {step.left}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}

export default function ProjectHomeScreen() {
  return <ProjectFrame>{project => <ProjectHome project={project} />}</ProjectFrame>
}

/**
 * Loads the project, period and organisation, again whenever one of them changes or the user has logged in
 * again.
 */
function useProjectHome({ project_id }: ProjectSummary): () => void {
  const timePeriodId = useStore($selectedTimePeriod)?.id
  const organisationId = useStore($selectedOrganisationId)
  const hasDetails = useStore($session).user?.details !== null
  const isExpired = useStore($tokenState) === 'expired'
  const load = () => {
    if (timePeriodId !== undefined && hasDetails && !isExpired)
      void loadProjectHome({ projectId: project_id, timePeriodId, organisationId })
  }
  useEffect(load, [project_id, timePeriodId, organisationId, hasDetails, isExpired])
  return load
}

function ProjectHome({ project }: { project: ProjectSummary }) {
  const reload = useProjectHome(project)
  const progress = useStore($progress)
  const view = useStore($viewpoint)
  const left =
    progress.state === 'ready'
      ? remainingWorkOf(
          progress.value.flatMap(({ sections }) => sections.map(({ completion }) => completion))
        )
      : null
  const details = useStore($details)
  const isAdmin = useStore($session).user?.isAdmin ?? false
  return (
    <>
      <header className="page-head">
        <div className="min-w-0 flex-1">
          <h1>{project.project_name}</h1>
          <p className="mt-0.5 max-w-[70ch] text-ink-2">{project.summary}</p>
        </div>
        <MainAction project={project} />
      </header>
      <StepsBar steps={projectSteps(project)} />
      <TileRow tiles={tilesOf(project, view, left)} />
      <div className="beside">
        <RemainingWork project={project} onRetry={reload} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {progress.state === 'ready' && progress.value.length > 0 && (
            <SubmissionsCard submissions={progress.value} />
          )}
          {progress.state === 'ready' && (
            <>
              <LatestChangesCard projectCode={project.project_code} submissions={progress.value} />
              <FormsCard projectCode={project.project_code} submissions={progress.value} />
            </>
          )}
          {details.state === 'ready' && <TakingPartCard details={details.value} isAdmin={isAdmin} />}
        </div>
      </div>
    </>
  )
}

/** The main action that the role may take; its label names its target. */
function MainAction({ project }: { project: ProjectSummary }) {
  const progress = useStore($progress)
  const code = project.project_code
  const action = projectAction(project, useStore($viewpoint))
  const [next] = progress.state === 'ready' ? remainingSections(progress.value) : []
  const [explorer] = project.explorer_types
  const main = buttonClass({ kind: 'main' })
  if (action === 'enter-data' && next) {
    return (
      <Link href={sectionPath(code, next)} className={main}>
        {continueLabel(next)}
      </Link>
    )
  }
  if (action === 'view-data') {
    return (
      <Link href={paths.dataCollection(code)} className={buttonClass()}>
        View data
      </Link>
    )
  }
  if (action === 'register') {
    return (
      <Link href={paths.projectRegistration(code)} className={main}>
        {project.registration_status === 'draft'
          ? 'Continue the registration'
          : `Register for ${project.project_name}`}
      </Link>
    )
  }
  if (action === 'explore' && explorer) {
    return (
      <Link href={paths.explorer(code, explorer.explorer_type)} className={main}>
        Explore {explorer.label}
      </Link>
    )
  }
  return null
}
