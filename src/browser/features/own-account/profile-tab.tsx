import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { CurrentUser } from '#contract/users.ts'
import { saveProfile } from './account.ts'

export function ProfileTab({ details }: { details: CurrentUser }) {
  const [form] = useState(() =>
    createForm({
      first_name: { label: 'First name', initial: details.first_name, rules: [required, length(1, 100)] },
      last_name: { label: 'Last name', initial: details.last_name, rules: [required, length(1, 100)] },
      job_title: { label: 'Job title', initial: details.job_title ?? '', rules: [length(0, 200)] }
    })
  )
  const save = () =>
    form.submit(async ({ first_name, last_name, job_title }) => {
      const result = await saveProfile({
        first_name: first_name.trim(),
        last_name: last_name.trim(),
        job_title: job_title.trim()
      })
      if (!result.ok) return showFault(form, result.error)
      showToast({ text: 'Your profile is saved.', status: 'success' })
    })
  return (
    <FormElement form={form} className="grid gap-4" onSubmit={save}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput form={form} name="first_name" autoComplete="given-name" maxLength={100} />
        <TextInput form={form} name="last_name" autoComplete="family-name" maxLength={100} />
      </div>
      <TextInput form={form} name="job_title" autoComplete="organization-title" maxLength={200} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-ink-3">Email address</dt>
        <dd className="break-all">{details.email_address}</dd>
        <dt className="text-ink-3">Organisation</dt>
        <dd>{details.organisation_name ?? 'none'}</dd>
        <dt className="text-ink-3">Role</dt>
        <dd>{details.role_type_name}</dd>
      </dl>
      <p className="text-small text-ink-3">A programme admin can change your organisation and role.</p>
      <FormMessage form={form} />
      <div className="flex justify-end">
        <SubmitButton>Save</SubmitButton>
      </div>
    </FormElement>
  )
}
