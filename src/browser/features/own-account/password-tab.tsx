import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { NewPasswordInputs } from '#browser/forms/new-password-inputs.tsx'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { sameAs } from '#browser/forms/value-rules.ts'
import { runtimeConfig } from '#browser/stores/site-config.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Icon } from '#browser/ui/icon.tsx'
import { Clock } from '#browser/ui/icons/rare-icon-paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { passwordFault, personalWordsOf } from '#domain/people/password.ts'
import { formatDay } from '#lib/format.ts'
import { formatDistance } from '#lib/time/format-distance.ts'
import { setPassword } from './account.ts'

export function PasswordTab({ details }: { details: CurrentUser }) {
  const personalWords = personalWordsOf(details, runtimeConfig())
  const good: FieldRule = (value, label) => {
    const fault =
      value === '' ? null : passwordFault(value, { hasSecondFactor: details.otp_enabled, personalWords })
    return fault === null ? null : `${label} ${fault}.`
  }
  const create = () =>
    createForm({
      current_password: { label: 'Current password', rules: [required] },
      new_password: { label: 'New password', rules: [required, good] },
      confirmation: { label: 'Confirm new password', rules: [required, sameAs('new_password')] }
    })
  const [form, setForm] = useState(create)
  const save = () =>
    form.submit(async ({ current_password, new_password }) => {
      const result = await setPassword(current_password, new_password)
      if (!result.ok) return showFault(form, result.error)
      setForm(create())
      showToast({ text: 'Your password is changed. Your other sessions are logged out.', status: 'success' })
    })
  return (
    <FormElement form={form} isDisposable className="grid gap-4" onSubmit={save}>
      {details.password_expires_at && (
        <p className="flex items-center gap-2 rounded bg-warn-tint px-3 py-2 text-small text-warn">
          <Icon of={Clock} />
          Expires on {formatDay(details.password_expires_at)}, {formatDistance(details.password_expires_at)}.
        </p>
      )}
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={details.email_address} readOnly />
      <PasswordInput form={form} name="current_password" autoComplete="current-password" />
      <div className="grid gap-4 sm:grid-cols-2">
        <NewPasswordInputs form={form} hasSecondFactor={details.otp_enabled} personalWords={personalWords} />
      </div>
      <FormMessage form={form} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-ink-2">Your other sessions will be logged out.</p>
        <SubmitButton>Change password</SubmitButton>
      </div>
    </FormElement>
  )
}
