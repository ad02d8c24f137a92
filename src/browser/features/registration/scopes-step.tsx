import { useId, useState } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { GuardedForm } from '#browser/forms/form-element.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { Button } from '#browser/ui/button.tsx'
import { withTerms } from '#domain/projects/submission-word.ts'
import { saveScopes } from './actions.ts'
import type { RegistrationPage } from './registration.ts'
import type { StepProps } from './step-props.ts'
import { NOT_YET, SavingError, Step, StepAction, useSaving } from './step.tsx'

/** The organisation's scopes. */
export function ScopesStep({ page, progress, mayEdit }: StepProps) {
  const [isOpen, setOpen] = useState(false)
  const isMissing = progress.missing.scopes > 0
  const hasBegun = page.registration !== null
  const showsForm = mayEdit && hasBegun && (isMissing || isOpen)
  const canOpen = mayEdit && !isMissing && !isOpen
  return (
    <Step
      name="scopes"
      number={2}
      title="Scopes"
      note={showsForm && isMissing && page.former ? `ticked as in ${page.former.periodName}` : undefined}
      {...scopesStepState(isMissing, hasBegun)}
      action={
        canOpen && (
          <StepAction aria-label="Change the scopes" onClick={() => setOpen(true)}>
            Change
          </StepAction>
        )
      }
    >
      {showsForm ? (
        <ScopesForm
          page={page}
          isMain={progress.next === 'scopes'}
          onClose={isMissing ? undefined : () => setOpen(false)}
        />
      ) : (
        <p className="text-small text-ink-2">
          {isMissing ? 'Which parts of the project you take part in.' : scopesSummary(page)}
        </p>
      )}
    </Step>
  )
}

function scopesStepState(isMissing: boolean, hasBegun: boolean) {
  if (!isMissing) return { state: 'done', word: 'done' } as const
  return hasBegun ? ({ state: 'missing', word: 'to choose' } as const) : NOT_YET
}

function scopesSummary({ registration, scopes }: RegistrationPage): string {
  const chosen = new Set(registration?.scope_ids)
  const names = (isIn: boolean) =>
    scopes
      .filter(({ scope_id }) => chosen.has(scope_id) === isIn)
      .map(({ scope_name }) => scope_name)
      .join(', ')
  return names(false) === '' ? `${names(true)}.` : `${names(true)}. Not chosen: ${names(false)}.`
}

/** The initial choice: what is saved, otherwise last period's choice, otherwise the only scope. */
function firstChoice({ registration, former, scopes }: RegistrationPage): Set<number> {
  const saved = registration?.scope_ids ?? []
  const known = (former?.scopeIds ?? []).filter(id => scopes.some(({ scope_id }) => scope_id === id))
  const only = scopes.length === 1 ? scopes.map(({ scope_id }) => scope_id) : []
  return new Set(saved.length > 0 ? saved : known.length > 0 ? known : only)
}

interface ScopesFormProps {
  page: RegistrationPage
  isMain: boolean
  onClose: (() => void) | undefined
}

function ScopesForm({ page, isMain, onClose }: ScopesFormProps) {
  const [first] = useState(() => firstChoice(page))
  const [chosen, setChosen] = useState(first)
  const isDirty = chosen.size !== first.size || [...chosen].some(id => !first.has(id))
  const { error, run, setError } = useSaving()
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    setError('')
  }
  const save = async () => {
    if (chosen.size === 0) return setError('Choose at least one scope.')
    if (await run(() => saveScopes([...chosen]))) onClose?.()
  }
  return (
    <GuardedForm isDirty={isDirty} className="mt-2" onSubmit={save}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Scopes</legend>
        {page.scopes.map(scope => (
          <ScopeChoice
            key={scope.scope_id}
            scope={scope}
            user={page.submissions.find(submission => submission.scope_id === scope.scope_id)}
            isChosen={chosen.has(scope.scope_id)}
            onToggle={() => toggle(scope.scope_id)}
          />
        ))}
      </fieldset>
      <SavingError error={error} />
      <div className="mt-2 flex gap-2">
        <SubmitButton size="s" kind={isMain ? 'main' : 'plain'}>
          Save scopes
        </SubmitButton>
        {onClose && (
          <Button kind="quiet" size="s" onClick={onClose}>
            Cancel
          </Button>
        )}
      </div>
    </GuardedForm>
  )
}

interface ScopeChoiceProps {
  scope: RegistrationPage['scopes'][number]
  /** A submission that uses the scope, so that it cannot be removed. */
  user: RegistrationPage['submissions'][number] | undefined
  isChosen: boolean
  onToggle: () => void
}

function ScopeChoice({ scope, user, isChosen, onToggle }: ScopeChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2">
      <Checkbox
        id={id}
        className="mt-0.5 h-4 w-4 flex-none"
        checked={isChosen}
        disabled={user !== undefined && isChosen}
        aria-describedby={`${id}-more`}
        onChange={onToggle}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {scope.scope_name}
        </label>
        <p id={`${id}-more`} className="text-small text-ink-2">
          {scope.scope_description}
          {user && ` Required for ${user.submission_name}; remove that ${withTerms('{submission}')} first.`}
        </p>
      </div>
    </div>
  )
}
