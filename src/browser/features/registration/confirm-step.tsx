import { Link } from 'wouter'
import { showToast } from '#browser/stores/toasts.ts'
import { Button, buttonClass } from '#browser/ui/button.tsx'
import { countOfSubmissions } from '#domain/projects/submission-count.ts'
import { countOf, formatDay, formatTime } from '#lib/format.ts'
import { paths } from '#programme/paths.ts'
import { confirmParticipation } from './actions.ts'
import { conditionText } from './progress.ts'
import type { StepProps } from './step-props.ts'
import { SavingError, Step, useSaving } from './step.tsx'

/** What is being registered, and the button that confirms it. */
export function ConfirmStep({
  page,
  progress,
  mayEdit,
  organisation,
  period,
  projectCode
}: StepProps & { projectCode: string }) {
  const { error, run } = useSaving()
  const { registration, contacts, submissions } = page
  const isRegistered = registration?.registration_status === 'registered'
  const isReady = progress.next === 'confirm'
  const what = countsText([
    [registration?.scope_ids.length ?? 0, count => countOf(count, 'scope')],
    [contacts.length, count => countOf(count, 'contact')],
    [submissions.length, countOfSubmissions]
  ])
  const send = async () => {
    if (await run(confirmParticipation))
      showToast({ text: `${organisation.name} is registered for ${period}.`, status: 'success' })
  }
  return (
    <Step
      name="confirm"
      number={5}
      title="Summary and confirm"
      state={isRegistered ? 'done' : 'later'}
      word={isRegistered ? 'registered' : isReady ? 'to confirm' : 'not yet'}
      action={
        isRegistered ? (
          <Link href={paths.project(projectCode)} className={buttonClass({ size: 's', kind: 'main' })}>
            Go to the project
          </Link>
        ) : mayEdit ? (
          <Button size="s" kind={isReady ? 'main' : 'plain'} disabled={!isReady} onClick={send}>
            Confirm registration
          </Button>
        ) : undefined
      }
    >
      <p className="text-small text-ink-2">
        {isRegistered
          ? `${organisation.name} is taking part with ${what}. Last changed ${lastChangeText(registration.updated_at, registration.updated_by)}.`
          : isReady
            ? `Ready to confirm: ${organisation.name} takes part with ${what}.`
            : `${mayEdit ? 'You can confirm' : 'The registration can be confirmed'}${what && ` ${mayEdit ? '' : 'with '}${what}`} as soon as ${conditionText(progress, contacts)}.`}
      </p>
      <SavingError error={error} />
    </Step>
  )
}

/** '1 scope, 2 contacts and 3 submissions', without zeros. */
function countsText(counts: readonly [count: number, text: (count: number) => string][]): string {
  const parts = counts.filter(([count]) => count > 0).map(([count, text]) => text(count))
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** '16 Nov, 14:02 by Amara Okafor'. */
export const lastChangeText = (at: string, by: string | null): string =>
  `${formatDay(at)}, ${formatTime(at)}${by === null ? '' : ` by ${by}`}`
