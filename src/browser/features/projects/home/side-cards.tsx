import { useStore } from '@nanostores/react'
import { Fragment } from 'react'
import { $organisationInView } from '#browser/stores/viewpoint.ts'
import { Card } from '#browser/ui/card.tsx'
import { ProgressBar } from '#browser/ui/progress.tsx'
import { liveCountText, visibilitySentence } from '#domain/disclosure/visibility.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import { remainingText } from '#domain/questionnaires/section-work.ts'
import { formatDay } from '#lib/format.ts'
import type { ProjectDetails } from './project-home.ts'
import type { SubmissionProgress } from './remaining-work.ts'

/** The progress of each submission. All answered is not complete: someone has to mark it so. */
export function SubmissionsCard({ submissions }: { submissions: readonly SubmissionProgress[] }) {
  const organisation = useStore($organisationInView)
  return (
    <Card
      title={
        organisation === null || organisation.isOwn
          ? withTerms('Your {submissions}')
          : `${withTerms('{Submissions}')} of ${organisation.name}`
      }
    >
      <ul className="py-1.5">
        {submissions.map(({ id, name, percent, remaining, isComplete }) => (
          <li key={id} className="px-4 py-2">
            <p className="mb-1.5 flex justify-between gap-2 text-small">
              <span className="min-w-0 font-medium">{name}</span>
              <span className="flex-none text-ink-3 tabular-nums">
                {isComplete ? 'complete' : remainingText(remaining)}
              </span>
            </p>
            <ProgressBar percent={percent} label={`Entered for ${name}`} tone={isComplete ? 'ok' : 'brand'} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Who else takes part, what they see of each other, and whom to contact. */
export function TakingPartCard({ details, isAdmin }: { details: ProjectDetails; isAdmin: boolean }) {
  const { registered_count, submission_count, started_count } = details.participation
  return (
    <section className="card p-4">
      <h2 className="mb-2">Taking part</h2>
      <dl className="grid grid-cols-[1fr_auto] gap-1.5 text-small">
        <dt className="text-ink-2">Organisations registered</dt>
        <dd className="num">{liveCountText(registered_count, { ...details, isAdmin })}</dd>
        <dt className="text-ink-2">{withTerms('{Submissions} with data')}</dt>
        <dd className="num">
          {liveCountText(started_count, { ...details, isAdmin })} of{' '}
          {liveCountText(submission_count, { ...details, isAdmin })}
        </dd>
        {details.project_contacts.map(contact => (
          <Fragment key={contact.email_address}>
            <dt className="text-ink-2">{contact.contact_role}</dt>
            <dd className="text-right">
              <a href={`mailto:${contact.email_address}`}>{contact.contact_name}</a>
            </dd>
          </Fragment>
        ))}
      </dl>
      {details.edition && (
        <p className="mt-3 text-small text-ink-2">
          Results are published as edition {details.edition.edition_number},{' '}
          {formatDay(details.edition.published_at)}.
        </p>
      )}
      <p className="mt-3 text-small text-ink-2">{visibilitySentence({ ...details, isAdmin })}</p>
    </section>
  )
}
