import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useOffered } from '#browser/api/offered.ts'
import { ProjectFrame } from '#browser/project-frame/project-frame.tsx'
import { UnseenCommentsCard } from '#browser/project-frame/unseen-comments-card.tsx'
import { $collectionProgress } from '#browser/stores/collection/collection-progress.ts'
import { loadQueries } from '#browser/stores/collection/queries.ts'
import { $selectedOrganisationId } from '#browser/stores/organisations.ts'
import { $session } from '#browser/stores/session.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { loadUnseenComments } from '#browser/stores/unseen-comments.ts'
import { $viewpoint } from '#browser/stores/viewpoint.ts'
import { loadWaitingPeople } from '#browser/stores/waiting-people.ts'
import { buttonClass } from '#browser/ui/button.tsx'
import { useSmallWindow } from '#browser/ui/use-small-window.ts'
import { listOrganisationProgress } from '#contract/organisation-progress.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { visibilitySentence } from '#domain/disclosure/visibility.ts'
import { ROLE } from '#domain/people/roles.ts'
import { projectAction } from '#domain/projects/project-action.ts'
import { stateWithDate } from '#domain/projects/project-state.ts'
import { progressRowView } from '#domain/questionnaires/progress-rows.ts'
import { isSectionDone, remainingWorkOf } from '#domain/questionnaires/section-work.ts'
import { presentTime } from '#lib/time/server-clock.ts'
import { paths } from '#programme/paths.ts'
import { CorrectionsCard } from './corrections-card.tsx'
import { FormsCard } from './forms-card.tsx'
import { LatestChangesCard } from './latest-changes-card.tsx'
import { OrganiserHome, organiserTitle } from './organiser-home.tsx'
import { $details, $progress, loadProjectHome, type ProjectDetails } from './project-home.ts'
import { QuestionsCard } from './questions-card.tsx'
import { RemainingWork } from './remaining-card.tsx'
import {
  commonLock,
  continueLabel,
  latestChanges,
  recentChangesText,
  remainingSections,
  workLeftTitle,
  type LatestChange,
  type SubmissionProgress
} from './remaining-work.ts'
import { sectionPath } from './section-path.ts'
import { TileRow } from './tile-row.tsx'
import { tilesOf, type OpenWorkLeft } from './tiles.ts'

export default function ProjectHomeScreen() {
  return <ProjectFrame>{project => <ProjectHome project={project} />}</ProjectFrame>
}

/** Loads the project, period and organisation, again whenever one of them changes. */
function useProjectHome({ project_id }: ProjectSummary): () => void {
  const timePeriodId = useStore($selectedTimePeriod)?.id
  const organisationId = useStore($selectedOrganisationId)
  const hasDetails = useStore($session).user?.details !== null
  const load = () => {
    if (timePeriodId !== undefined && hasDetails)
      void loadProjectHome({ projectId: project_id, timePeriodId, organisationId })
  }
  useEffect(load, [project_id, timePeriodId, organisationId, hasDetails])
  return load
}

function ProjectHome({ project }: { project: ProjectSummary }) {
  const reload = useProjectHome(project)
  const progress = useStore($progress)
  const view = useStore($viewpoint)
  const details = useStore($details)
  const isAdmin = useStore($session).user?.isAdmin ?? false
  const isOrganiser = useOffered(listOrganisationProgress) && isAdmin && !view.hasOrganisation
  const timePeriodId = useStore($selectedTimePeriod)?.id
  const { project_id: projectId } = project
  useEffect(() => void (isOrganiser ? loadWaitingPeople() : loadUnseenComments()), [isOrganiser])
  useEffect(() => {
    if (!isOrganiser && timePeriodId !== undefined) void loadQueries({ projectId, timePeriodId })
  }, [isOrganiser, projectId, timePeriodId])
  const submissions = progress.state === 'ready' ? progress.value : null
  const changes = view.roleTypeId === ROLE.viewer ? changesToRead(submissions) : []
  return (
    <>
      <header className="page-head">
        <div className="min-w-0 flex-1">
          <h1>
            {isOrganiser ? (
              <OrganiserTitle project={project} />
            ) : (
              ((changes.length > 0 ? recentChangesText(submissions ?? [], presentTime()) : null) ??
              workLeftTitle(submissions) ??
              project.project_name)
            )}
          </h1>
          <StateWithoutPill project={project} />
          <p className="mt-0.5 max-w-[70ch] text-ink-2">{project.summary}</p>
        </div>
        <MainAction project={project} />
      </header>
      <TileRow tiles={tilesOf(project, view, openWorkLeft(submissions))} />
      {isOrganiser ? (
        <OrganiserHome project={project} />
      ) : (
        <div className="beside">
          <div className="min-w-0">
            <QuestionsCard projectCode={project.project_code} />
            <CorrectionsCard projectCode={project.project_code} submissions={submissions} />
            {changes.length > 0 ? (
              <LatestChangesCard projectCode={project.project_code} changes={changes} />
            ) : (
              <RemainingWork project={project} onRetry={reload} />
            )}
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <UnseenCommentsCard projectCode={project.project_code} />
            {submissions && <FormsCard projectCode={project.project_code} submissions={submissions} />}
          </div>
        </div>
      )}
      {details.state === 'ready' && (
        <TakingPartLine
          details={details.value}
          isAdmin={isAdmin}
          before={changes.length > 0 ? 'You can view answers but not edit them. ' : ''}
        />
      )}
    </>
  )
}

/** What those who read only look for first; nothing where no one can enter answers, whose reason stands there instead. */
const changesToRead = (submissions: readonly SubmissionProgress[] | null): LatestChange[] =>
  submissions === null || commonLock(submissions) !== null ? [] : latestChanges(submissions)

function openWorkLeft(submissions: readonly SubmissionProgress[] | null): OpenWorkLeft | null {
  if (submissions === null) return null
  const works = submissions.flatMap(({ sections }) => sections)
  const isOpen = works.some(({ completion, lock }) => lock === null && !isSectionDone(completion.status))
  return { ...remainingWorkOf(works.map(({ completion }) => completion)), isOpen }
}

/** The state and date in a window whose bar has no room for them. */
const StateWithoutPill = ({ project }: { project: ProjectSummary }) =>
  useSmallWindow('md') && <p className="mt-0.5">{stateWithDate(project)}</p>

function OrganiserTitle({ project }: { project: ProjectSummary }) {
  const loaded = useStore($collectionProgress)
  return loaded.state === 'ready' && project.project_status === 'collection'
    ? organiserTitle(loaded.value.organisations.map(progressRowView))
    : project.project_name
}

interface TakingPartLineProps {
  details: ProjectDetails
  isAdmin: boolean
  /** A sentence to begin with. */
  before?: string
}

/** What members see of each other, and whom to ask. */
export const TakingPartLine = ({ details, isAdmin, before = '' }: TakingPartLineProps) => (
  <p className="mt-3 text-small text-ink-2">
    {before}
    {visibilitySentence({ ...details, isAdmin })}
    {details.project_contacts.length > 0 && ' Contact: '}
    {details.project_contacts.map(({ email_address, contact_name }, index) => (
      <span key={email_address}>
        {index > 0 && ', '}
        <a href={`mailto:${email_address}`} className="underline">
          {contact_name}
        </a>
      </span>
    ))}
  </p>
)

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
