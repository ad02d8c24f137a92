import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { $organisations, loadOrganisations } from '#browser/stores/organisations.ts'
import { Button } from '#browser/ui/button.tsx'
import { organisationLabels, registerForm } from './register.ts'

/** An organisation found by typing, or a name that is not in the list. */
export function OwnOrganisationInput() {
  const { values } = useStore(registerForm.$state)
  const organisations = useStore($organisations)
  const listId = useId()
  const isListed = values['is_not_listed'] !== 'yes'
  return (
    <div className="grid gap-2">
      {isListed ? (
        <TextInput
          form={registerForm}
          name="organisation"
          list={listId}
          autoComplete="off"
          className="input-l"
          hint={
            organisations.state === 'loading'
              ? 'Loading the list.'
              : 'Type part of the name and choose from the list.'
          }
        />
      ) : (
        <TextInput
          form={registerForm}
          name="organisation_name"
          autoComplete="organization"
          maxLength={200}
          className="input-l"
        />
      )}
      {organisations.state === 'ready' && (
        <datalist id={listId}>
          {[...organisationLabels(organisations.value).keys()].map(label => (
            <option key={label}>{label}</option>
          ))}
        </datalist>
      )}
      {organisations.state === 'failed' && (
        <p role="alert" className="text-small text-bad">
          The list of organisations could not be loaded.{' '}
          <Button size="s" onClick={() => loadOrganisations()}>
            Try again
          </Button>
        </p>
      )}
      <label className="flex items-center gap-2 text-small">
        <Checkbox
          checked={!isListed}
          onChange={isOn => registerForm.setValue('is_not_listed', isOn ? 'yes' : '')}
          className="h-4 w-4"
        />
        My organisation is not listed
      </label>
    </div>
  )
}
