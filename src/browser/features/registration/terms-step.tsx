import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { GuardedForm } from '#browser/forms/form-element.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { $organisations } from '#browser/stores/organisations.ts'
import { $siteConfig } from '#browser/stores/site-config.ts'
import { formatDay } from '#lib/format.ts'
import { acceptTerms } from './actions.ts'
import type { StepProps } from './step-props.ts'
import { SavingError, Step, useSaving } from './step.tsx'

/** Who registers, and under which terms. */
export function TermsStep({ page, progress, mayEdit, organisation, period }: StepProps) {
  const organisations = useStore($organisations)
  const listed =
    organisations.state === 'ready' ? organisations.value.find(({ id }) => id === organisation.id) : undefined
  const name = listed ? `${organisation.name}, code ${listed.organisation_code}` : organisation.name
  const acceptedAt = page.registration?.terms_accepted_at ?? null
  const isDone = acceptedAt !== null
  return (
    <Step
      name="terms"
      number={1}
      title="Organisation and terms"
      state={isDone ? 'done' : 'missing'}
      word={isDone ? 'done' : 'to accept'}
    >
      <p className="text-small text-ink-2">
        {name}.{' '}
        {isDone
          ? `The terms for ${period} were accepted on ${formatDay(acceptedAt)}.`
          : mayEdit
            ? 'Another organisation? A programme admin can move your account.'
            : 'The terms are not accepted yet.'}
      </p>
      {!isDone && mayEdit && (
        <AcceptForm
          label={`${organisation.name} takes part in ${period}`}
          isMain={progress.next === 'terms'}
        />
      )}
    </Step>
  )
}

function AcceptForm({ label, isMain }: { label: string; isMain: boolean }) {
  const { terms_url } = useStore($siteConfig)
  const [isTicked, setTicked] = useState(false)
  const { error, run, setError } = useSaving()
  const id = useId()
  const accept = () => (isTicked ? run(acceptTerms) : setError('Tick the box to accept the terms.'))
  return (
    <GuardedForm isDirty={false} className="mt-2" onSubmit={accept}>
      <label className="flex items-start gap-2">
        <Checkbox
          className="mt-0.5 h-4 w-4 flex-none"
          checked={isTicked}
          aria-invalid={error !== '' || undefined}
          aria-describedby={id}
          onChange={isOn => {
            setTicked(isOn)
            setError('')
          }}
        />
        <span>
          {label} and accepts the{' '}
          {terms_url ? (
            <a href={terms_url} target="_blank" rel="noreferrer" className="underline">
              terms of taking part
            </a>
          ) : (
            'terms of taking part'
          )}
        </span>
      </label>
      <div id={id}>
        <SavingError error={error} />
      </div>
      <SubmitButton size="s" kind={isMain ? 'main' : 'plain'} className="mt-2">
        Accept and start
      </SubmitButton>
    </GuardedForm>
  )
}
