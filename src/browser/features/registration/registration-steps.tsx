import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef } from 'react'
import { selectTimePeriod } from '#browser/stores/time-periods.ts'
import { $viewpoint, type OrganisationInView } from '#browser/stores/viewpoint.ts'
import { Button } from '#browser/ui/button.tsx'
import { Icon } from '#browser/ui/icon.tsx'
import { Cloud, Info } from '#browser/ui/icons/icon-paths.ts'
import type { ProjectSummary } from '#contract/projects.ts'
import { rejoin } from './actions.ts'
import { lastChangeText, ConfirmStep } from './confirm-step.tsx'
import { ContactsStep } from './contacts-step.tsx'
import { accessTo, registrationStepProgress, type StepName } from './progress.ts'
import type { RegistrationPage } from './registration.ts'
import { ScopesStep } from './scopes-step.tsx'
import { DeadlineCard, WhoSeesCard } from './side-cards.tsx'
import type { StepProps } from './step-props.ts'
import { SavingError, stepId, useSaving } from './step.tsx'
import { SubmissionsStep } from './submissions-step.tsx'
import { TermsStep } from './terms-step.tsx'

interface RegistrationStepsProps {
  page: RegistrationPage
  project: ProjectSummary
  organisation: OrganisationInView
  period: string
}

export function RegistrationSteps({ page, project, organisation, period }: RegistrationStepsProps) {
  const { registration } = page
  const { mayEdit, note } = accessTo(page, project, useStore($viewpoint))
  const progress = registrationStepProgress(page)
  const step: StepProps = { page, progress, mayEdit, organisation, period }
  useFocusOnNext(progress.next)
  return (
    <>
      <header className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-1">
        <div className="min-w-60 flex-1">
          <h1>Registration</h1>
          <p className="mt-0.5 text-ink-2">
            {organisation.name}, {period}.
            {mayEdit && ' Each step is saved as you go; you can change it until registration closes.'}
          </p>
        </div>
        {registration && (
          <p role="status" className="flex items-center gap-1.5 text-small text-ink-2">
            <Icon of={Cloud} />
            Saved {lastChangeText(registration.updated_at, registration.updated_by)}
          </p>
        )}
      </header>
      {note !== null && (
        <StepBand>
          <p className="min-w-0 flex-1">{note}</p>
        </StepBand>
      )}
      <OtherPeriod page={page} />
      {registration?.registration_status === 'withdrawn' && (
        <Withdrawn page={page} organisation={organisation} project={project} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_296px] items-start gap-5 max-lg:grid-cols-1">
        <div className="card">
          <TermsStep {...step} />
          <ScopesStep {...step} />
          <ContactsStep {...step} />
          <SubmissionsStep {...step} />
          <ConfirmStep {...step} projectCode={project.project_code} />
        </div>
        <div className="grid gap-4">
          <DeadlineCard
            project={project}
            progress={progress}
            mayWithdraw={mayEdit && registration !== null}
            organisationName={organisation.name}
          />
          <WhoSeesCard name={organisation.name} visibility={page.visibility} />
        </div>
      </div>
    </>
  )
}

/** Saving a step removes its form and its focus: the next step takes focus, unless something else has it. */
function useFocusOnNext(next: StepName | null): void {
  const shown = useRef(next)
  useLayoutEffect(() => {
    if (shown.current === next) return
    shown.current = next
    if (document.activeElement === document.body) document.getElementById(stepId(next ?? 'confirm'))?.focus()
  }, [next])
}

const StepBand = ({ children }: { children: React.ReactNode }) => (
  <div className="card mb-3 flex flex-wrap items-center gap-2 px-4 py-2.5 text-small text-ink-2">
    <Icon of={Info} />
    {children}
  </div>
)

/** Registration may be open for a period other than the selected one. */
function OtherPeriod({ page: { openPeriod, target } }: { page: RegistrationPage }) {
  if (!openPeriod.is_open || openPeriod.time_period_id === target.timePeriodId) return null
  return (
    <StepBand>
      <span className="min-w-48 flex-1">
        Registration is open for {openPeriod.time_period_name}. You are looking at another period.
      </span>
      <Button size="s" onClick={() => selectTimePeriod(openPeriod.time_period_id)}>
        Show {openPeriod.time_period_name}
      </Button>
    </StepBand>
  )
}

function Withdrawn({ page, organisation, project }: Omit<RegistrationStepsProps, 'period'>) {
  const { error, run } = useSaving()
  const { registration } = page
  if (registration === null) return null
  const view = $viewpoint.get()
  const again = { ...page, registration: { ...registration, registration_status: 'draft' as const } }
  const mayTakePart = accessTo(again, project, view).mayEdit
  return (
    <StepBand>
      <div className="min-w-48 flex-1">
        <p>
          <span className="font-medium">{organisation.name} has withdrawn.</span>{' '}
          {lastChangeText(registration.updated_at, registration.updated_by)}
          {registration.withdrawal_reason && `: “${registration.withdrawal_reason}”`}
        </p>
        <SavingError error={error} />
      </div>
      {mayTakePart && (
        <Button kind="main" size="s" onClick={() => run(rejoin)}>
          Register again
        </Button>
      )}
    </StepBand>
  )
}
