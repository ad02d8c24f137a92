import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { $ownKeys, createKey, loadOwnKeys } from '#browser/api-keys/api-keys.ts'
import { KeyList, keyScopeLabels } from '#browser/api-keys/key-list.tsx'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm, type Form } from '#browser/forms/form-store.ts'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { required } from '#browser/forms/rules.ts'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { Button } from '#browser/ui/button.tsx'
import { Plus } from '#browser/ui/icons/rare-icon-paths.ts'
import { NotReady } from '#browser/ui/not-ready.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { KeyScope } from '#contract/api-keys.ts'
import { MAX_KEY_DAYS } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/users.ts'
import { CopyButton } from './copy-button.tsx'
import { useModalHeld } from './use-modal-held.ts'

type KeyStep = { is: 'list' } | { is: 'form' } | { is: 'created'; keyText: string }

/** The user's own API keys. A new one is shown once. */
export function KeysTab({ details }: { details: CurrentUser }) {
  const [step, setStep] = useState<KeyStep>({ is: 'list' })
  useEffect(() => void loadOwnKeys(), [])
  const showList = () => setStep({ is: 'list' })
  if (step.is === 'form')
    return (
      <NewKeyForm
        details={details}
        onCancel={showList}
        onCreated={keyText => setStep({ is: 'created', keyText })}
      />
    )
  if (step.is === 'created') return <NewKey keyText={step.keyText} onDone={showList} />
  return <OwnKeys onNew={() => setStep({ is: 'form' })} />
}

function OwnKeys({ onNew }: { onNew: () => void }) {
  const keys = useStore($ownKeys)
  if (keys.state !== 'ready')
    return <NotReady of={keys} what="The API keys" lines={4} onRetry={loadOwnKeys} />
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        An API key lets a program read what you can read, for example to download answers every week. It
        cannot change anything. Keys keep working after you log out or change your password.
      </p>
      {keys.value.api_keys.length > 0 && <KeyList keys={keys.value.api_keys} />}
      <div className="flex justify-end">
        <Button icon={Plus} onClick={onNew}>
          Create an API key
        </Button>
      </div>
    </div>
  )
}

const lifetimes = [
  { id: '30', name: '30 days' },
  { id: '90', name: '90 days' },
  { id: String(MAX_KEY_DAYS), name: 'One year' }
]

const newKeyForm = (hasCode: boolean) =>
  createForm({
    key_name: { label: 'Name', rules: [required, length(1, 100)] },
    // The chosen scopes, separated by spaces.
    key_scopes: {
      label: 'What the key can read',
      rules: [text => (text === '' ? 'Choose at least one.' : null)]
    },
    valid_days: { label: 'Expires after', initial: '90' },
    current_password: { label: 'Current password', rules: hasCode ? [] : [required] },
    token: {
      label: 'Six-digit code from the app, or a recovery code',
      rules: hasCode ? [required] : []
    }
  })

interface NewKeyFormProps {
  details: CurrentUser
  onCancel: () => void
  onCreated: (keyText: string) => void
}

function NewKeyForm({ details, onCancel, onCreated }: NewKeyFormProps) {
  const hasCode = details.otp_enabled
  const [form] = useState(() => newKeyForm(hasCode))
  useModalHeld(useStore(form.$state).isBusy)
  const create = () =>
    form.submit(async ({ key_name, key_scopes, valid_days, current_password, token }) => {
      const result = await createKey({
        key_name,
        key_scopes: KeyScope.options.filter(scope => key_scopes.split(' ').includes(scope)),
        valid_days: Number(valid_days),
        ...(hasCode ? { token } : { current_password })
      })
      if (result.ok) onCreated(result.value.key_text)
      else showFault(form, result.error)
    })
  return (
    <FormElement form={form} isDisposable className="grid gap-4" onSubmit={create}>
      <TextInput
        form={form}
        name="key_name"
        autoFocus
        autoComplete="off"
        maxLength={100}
        hint="What the key is for, such as “Weekly report”."
      />
      <ScopeChoices form={form} />
      <SelectInput form={form} name="valid_days" options={lifetimes} />
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={details.email_address} readOnly />
      {hasCode ? (
        <TextInput form={form} name="token" autoComplete="one-time-code" maxLength={40} />
      ) : (
        <PasswordInput form={form} name="current_password" autoComplete="current-password" />
      )}
      <FormMessage form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton>Create key</SubmitButton>
      </div>
    </FormElement>
  )
}

function ScopeChoices({ form }: { form: Form<'key_scopes'> }) {
  const id = useId()
  const error = form.errorOf('key_scopes')
  const chosen = useStore(form.$state).values['key_scopes']?.split(' ') ?? []
  const choose = (scope: KeyScope, isOn: boolean) =>
    form.setValue(
      'key_scopes',
      KeyScope.options.filter(one => (one === scope ? isOn : chosen.includes(one))).join(' ')
    )
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium">{form.fields.key_scopes.label}</legend>
      {KeyScope.options.map(scope => (
        <label key={scope} className="flex items-center gap-2">
          <Checkbox
            checked={chosen.includes(scope)}
            aria-invalid={error !== null || undefined}
            aria-describedby={error === null ? undefined : id}
            onChange={isOn => choose(scope, isOn)}
          />
          {keyScopeLabels[scope]}
        </label>
      ))}
      <ErrorText id={id}>{error}</ErrorText>
    </fieldset>
  )
}

function NewKey({ keyText, onDone }: { keyText: string; onDone: () => void }) {
  useModalHeld()
  return (
    <div className="grid gap-3">
      <h3 role="status">Your new API key</h3>
      <p className="text-small text-ink-2">
        Copy it now: it will not be shown again. Keep it as secret as a password. We have emailed you to
        confirm that it was created.
      </p>
      <p className="rounded bg-sunken p-3 break-all" data-testid="api-key">
        {keyText}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <CopyButton text={keyText} label="Copy key" />
        <Button kind="main" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
