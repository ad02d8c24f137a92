// Inviting and editing users.

import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm, typedText } from '#browser/forms/form-store.ts'
import { email, required } from '#browser/forms/rules.ts'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { User } from '#contract/users.ts'
import { linkLifetimes } from '#domain/people/link-lifetimes.ts'
import {
  NameInputs,
  UserOrganisationInput,
  RoleInput,
  organisationIdIn,
  personFields
} from './person-fields.tsx'
import { userFullName } from './user-labels.ts'
import { changeUser, inviteUserByEmail } from './users.ts'

export const openInvite = (): void =>
  openModal({ component: InviteDialog, size: 'standard', props: { title: 'Invite a person' } })

function InviteDialog() {
  const [form] = useState(() =>
    createForm({
      email_address: { label: 'Email address', rules: [required, email] },
      ...personFields()
    })
  )
  return (
    <DialogForm
      form={form}
      verb="Send invitation"
      send={values =>
        inviteUserByEmail({
          email_address: values.email_address.trim(),
          first_name: values.first_name.trim(),
          last_name: values.last_name.trim(),
          role_type_id: Number(values.role_type_id),
          organisation_id: organisationIdIn(values)
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
      </p>
      <TextInput form={form} name="email_address" type="email" autoComplete="off" autoFocus maxLength={254} />
      <NameInputs form={form} />
      <div className="grid gap-4 sm:grid-cols-2">
        <RoleInput form={form} />
        <UserOrganisationInput form={form} />
      </div>
    </DialogForm>
  )
}

/** `focus` is the field that the reader came for. */
export const openEdit = (user: User, focus: 'name' | 'role' = 'name'): void =>
  openModal({
    component: EditDialog,
    size: 'standard',
    props: { title: `Edit ${userFullName(user)}`, user, focus }
  })

function EditDialog({ user, focus }: { user: User; focus: 'name' | 'role' }) {
  const [form] = useState(() =>
    createForm({
      ...personFields(user),
      job_title: { label: 'Job title', initial: user.job_title, rules: [length(0, 200)] }
    })
  )
  return (
    <DialogForm
      form={form}
      verb="Save"
      send={values => {
        const roleTypeId = Number(values.role_type_id)
        const organisationId = organisationIdIn(values)
        return changeUser(user, {
          first_name: values.first_name.trim(),
          last_name: values.last_name.trim(),
          job_title: values.job_title.trim(),
          // Unchanged fields are not sent, because a new role ends the user's sessions.
          ...(roleTypeId !== user.role_type_id && { role_type_id: roleTypeId }),
          ...(organisationId !== user.organisation_id && { organisation_id: organisationId })
        })
      }}
      onDone={() => showToast({ text: `${userFullName(user)} is changed.`, status: 'success' })}
    >
      <p className="text-ink-2 break-words">{user.email_address}</p>
      <NameInputs form={form} autoFocus={focus === 'name'} />
      <TextInput form={form} name="job_title" maxLength={200} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <RoleInput form={form} autoFocus={focus === 'role'} />
        <UserOrganisationInput form={form} user={user} />
      </div>
      {user.status === 'active' && (
        <p className="text-small text-ink-3">
          They will be logged out if you change their role or organisation.
        </p>
      )}
    </DialogForm>
  )
}
