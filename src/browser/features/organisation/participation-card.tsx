import { useStore } from '@nanostores/react'
import { Link } from 'wouter'
import { $projects } from '#browser/stores/projects.ts'
import { $timePeriods } from '#browser/stores/time-periods.ts'
import { Card } from '#browser/ui/card.tsx'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { EmptyNotice } from '#browser/ui/notice.tsx'
import { Pill, type Tone } from '#browser/ui/pill.tsx'
import type { Registration } from '#contract/registrations.ts'
import type { Submission } from '#contract/submissions.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { formatDay } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { $organisationParticipation } from './organisation.ts'

const registrationStatusLabels: Record<Registration['registration_status'], { word: string; tone: Tone }> = {
  draft: { word: 'Started', tone: 'warn' },
  registered: { word: 'Registered', tone: 'ok' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' }
}

/** Registrations with their submissions, newest period first. */
export function ParticipationCard({ onRetry }: { onRetry: () => void }) {
  const participation = useStore($organisationParticipation)
  return (
    <Card title={withTerms('Registrations and {submissions}')}>
      {participation.state !== 'ready' ? (
        <NotReady of={participation} what="The registrations" lines={6} onRetry={onRetry} className="p-4" />
      ) : participation.value.registrations.length === 0 ? (
        <EmptyNotice
          title="No registrations yet"
          text="They are listed here as soon as the organisation registers for a project."
        />
      ) : (
        <ul>
          {participation.value.registrations.map(registration => (
            <ParticipationEntry
              key={registration.registration_id}
              registration={registration}
              submissions={participation.value.submissions.filter(
                ({ project_id, time_period_id }) =>
                  project_id === registration.project_id && time_period_id === registration.time_period_id
              )}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function ParticipationEntry({
  registration,
  submissions
}: {
  registration: Registration
  submissions: readonly Submission[]
}) {
  const { registration_status, updated_at, updated_by } = registration
  const { word, tone } = registrationStatusLabels[registration_status]
  const period = usePeriodName(registration.time_period_id)
  const projects = useStore($projects)
  const project =
    projects.state === 'ready'
      ? projects.value.find(({ project_id }) => project_id === registration.project_id)
      : undefined
  return (
    <li className="border-0 border-t border-line border-solid px-4 py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {project ? (
          <Link href={paths.project(project.project_code)} className="font-medium">
            {project.project_name}
          </Link>
        ) : (
          <span className="font-medium">Project {registration.project_id}</span>
        )}
        <span className="text-ink-2">{period}</span>
        <Pill tone={tone}>{word}</Pill>
        <span className="ml-auto text-tiny text-ink-3 max-sm:ml-0 max-sm:w-full">
          changed {formatDay(updated_at)}
          {updated_by !== null && ` by ${updated_by}`}
        </span>
      </p>
      <p className="mt-1 text-small text-ink-2">
        {submissions.length === 0
          ? withTerms('No {submissions}')
          : submissions.map(({ name }) => name).join('; ')}
      </p>
    </li>
  )
}

function usePeriodName(timePeriodId: number): string {
  const periods = useStore($timePeriods)
  const found =
    periods.state === 'ready'
      ? periods.value.find(({ time_period_id }) => time_period_id === timePeriodId)
      : undefined
  return found?.time_period_name ?? ''
}
