import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { ChooseOrganisation } from '#browser/project-frame/choose-organisation.tsx'
import { PeriodPick } from '#browser/project-frame/period-pick.tsx'
import { $project, $projects, retryProjects } from '#browser/stores/projects.ts'
import { $session } from '#browser/stores/session.ts'
import { $selectedTimePeriod } from '#browser/stores/time-periods.ts'
import { $organisationInView, $viewpoint, type OrganisationInView } from '#browser/stores/viewpoint.ts'
import { BarSlot } from '#browser/ui/bar-slot.tsx'
import { buttonClass } from '#browser/ui/button.tsx'
import { EmptyNotice, FailureNotice } from '#browser/ui/notice.tsx'
import { OutdatedNotice } from '#browser/ui/outdated-notice.tsx'
import { SkeletonLines } from '#browser/ui/skeleton.tsx'
import type { ProjectSummary } from '#contract/projects.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { paths } from '#programme/paths.ts'
import { RegistrationSteps } from './registration-steps.tsx'
import { $registration, loadRegistration, reloadRegistration } from './registration.ts'

/** Product 13: all steps of registration on one page, each saved on its own. */
export default function RegistrationScreen() {
  const projects = useStore($projects)
  const project = useStore($project)
  const organisation = useStore($organisationInView)
  const details = useStore($session).user?.details
  return (
    <div className="page">
      <BarSlot>
        <PeriodPick />
      </BarSlot>
      {projects.state === 'failed' ? (
        <FailureNotice page="Registration" what="The project" failure={projects} onRetry={retryProjects} />
      ) : projects.state === 'loading' || details === null ? (
        <RegistrationSkeleton />
      ) : project === null ? (
        <EmptyNotice
          page="Registration"
          title="The project has nothing in this period"
          text="Choose another period above."
          action={
            <Link href={paths.projects()} className={buttonClass()}>
              Go to projects
            </Link>
          }
        />
      ) : organisation === null ? (
        <NoOrganisation projectCode={project.project_code} />
      ) : (
        <RegistrationPageContent project={project} organisation={organisation} />
      )}
    </div>
  )
}

function NoOrganisation({ projectCode }: { projectCode: string }) {
  const { roleTypeId } = useStore($viewpoint)
  return (
    <>
      <h1 className="mb-5">Registration</h1>
      {isAdminRole(roleTypeId) ? (
        <ChooseOrganisation overviewPath={paths.projectDashboard(projectCode)} />
      ) : (
        <div className="card">
          <EmptyNotice
            title="You do not belong to an organisation yet"
            text="A programme admin can add you to one."
          />
        </div>
      )}
    </>
  )
}

const RegistrationSkeleton = () => (
  <div className="grid gap-6">
    <h1>Registration</h1>
    <div className="card p-4">
      <SkeletonLines lines={8} label="Loading the registration" />
    </div>
  </div>
)

interface RegistrationProps {
  project: ProjectSummary
  organisation: OrganisationInView
}

function RegistrationPageContent({ project, organisation }: RegistrationProps) {
  const page = useStore($registration)
  const period = useStore($selectedTimePeriod)
  const { project_id: projectId } = project
  const { id: organisationId } = organisation
  const timePeriodId = period?.id
  const load = () => {
    if (timePeriodId !== undefined) void loadRegistration({ projectId, timePeriodId, organisationId })
  }
  useEffect(load, [projectId, timePeriodId, organisationId])
  if (page.state === 'loading') return <RegistrationSkeleton />
  if (page.state === 'failed')
    return <FailureNotice page="Registration" what="The registration" failure={page} onRetry={load} />
  // The reply for another registration is still loading.
  const { target } = page.value
  if (
    target.projectId !== projectId ||
    target.timePeriodId !== timePeriodId ||
    target.organisationId !== organisationId
  )
    return <RegistrationSkeleton />
  return (
    <>
      <OutdatedNotice of={$registration} what="This page" onRetry={() => reloadRegistration(target)} />
      <RegistrationSteps
        // A dialog that was opened for one registration does not stay open for another.
        key={`${projectId}/${timePeriodId}/${organisationId}`}
        page={page.value}
        project={project}
        organisation={organisation}
        period={period?.name ?? ''}
      />
    </>
  )
}
