import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm, typedText } from '#browser/forms/form-store.ts'
import { email, required } from '#browser/forms/rules.ts'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import { mayGrantRole, ROLE, ROLE_TYPES } from '#domain/people/roles.ts'
import { inviteColleague } from './organisation.ts'

/** For leads: an invitation to their own organisation, as contributor or viewer. */
export function InviteColleagueDialog({ organisationId }: { organisationId: number }) {
  const [form] = useState(() =>
    createForm({
      email_address: { label: 'Email address', rules: [required, email] },
      first_name: { label: 'First name', rules: [required, length(1, 100)] },
      last_name: { label: 'Last name', rules: [required, length(1, 100)] },
      role_type_id: { label: 'Role', initial: String(ROLE.contributor), rules: [required] }
    })
  )
  const roles = ROLE_TYPES.filter(({ id }) => mayGrantRole(ROLE.lead, id))
  return (
    <DialogForm
      form={form}
      verb="Send invitation"
      send={values =>
        inviteColleague({
          organisation_id: organisationId,
          email_address: values.email_address.trim(),
          first_name: values.first_name.trim(),
          last_name: values.last_name.trim(),
          role_type_id: Number(values.role_type_id)
        })
      }
      onDone={() =>
        showToast({
          text: `An invitation is on its way to ${typedText(form, 'email_address')}.`,
          status: 'success'
        })
      }
    >
      <p className="text-ink-2">
        They get an email with a link to set a password. The link works for {linkLifetimes.invite.words}.
        Contributors enter data, viewers read it.
      </p>
      <TextInput form={form} name="email_address" type="email" autoComplete="off" autoFocus maxLength={254} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput form={form} name="first_name" maxLength={100} autoComplete="off" />
        <TextInput form={form} name="last_name" maxLength={100} autoComplete="off" />
      </div>
      <SelectInput
        form={form}
        name="role_type_id"
        placeholder="Choose a role"
        options={roles.map(({ id, name }) => ({ id: String(id), name }))}
      />
    </DialogForm>
  )
}
