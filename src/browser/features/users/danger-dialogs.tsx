// Confirmations before someone loses access or data.

import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { askBefore } from '#browser/forms/question-dialog.tsx'
import { required, type FieldRule } from '#browser/forms/rules.ts'
import { TextArea } from '#browser/forms/text-area.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { length } from '#browser/forms/value-rules.ts'
import { openModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { User } from '#contract/users.ts'
import { countOf } from '#lib/format.ts'
import type { Result } from '#lib/result.ts'
import { userFullName } from './user-labels.ts'
import { changeUser, remove, switchSecondFactorOff } from './users.ts'

export const askToSuspend = (user: User): void =>
  askBefore({
    title: `Suspend ${userFullName(user)}?`,
    text: 'They will be logged out and cannot log in until you reactivate the account. What they entered is kept.',
    verb: 'Suspend',
    done: `${userFullName(user)} is suspended.`,
    run: () => changeUser(user, { status: 'suspended' })
  })

export const askToResetSecondFactor = (user: User): void =>
  askBefore({
    title: `Reset two-factor authentication of ${userFullName(user)}?`,
    text: 'They will be logged out, can log in with only their password, and can set up another phone. Make sure that the request is really from them.',
    verb: 'Reset two-factor authentication',
    done: `Two-factor authentication of ${userFullName(user)} is off.`,
    run: () => switchSecondFactorOff(user)
  })

export const askToDelete = (user: User): void =>
  openModal({
    component: DeleteDialog,
    size: 'small',
    props: { title: `Delete ${userFullName(user)}?`, user }
  })

function DeleteDialog({ user }: { user: User }) {
  const same: FieldRule = value =>
    value.trim().toLowerCase() === user.email_address ? null : 'This is not the address of the account.'
  const [form] = useState(() =>
    createForm({ email_address: { label: 'Email address of the account', rules: [required, same] } })
  )
  return (
    <DialogForm
      form={form}
      verb="Delete"
      isDanger
      isDisposable
      send={() => remove(user)}
      onDone={() =>
        showToast({ text: `The account of ${userFullName(user)} is deleted.`, status: 'success' })
      }
    >
      <p className="text-ink-2">
        You cannot undo this. What {user.first_name} entered stays. Type{' '}
        <span className="font-medium text-ink break-all">{user.email_address}</span> to confirm.
      </p>
      <TextInput
        form={form}
        name="email_address"
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </DialogForm>
  )
}

interface RejectDialogProps {
  users: readonly User[]
  reject: (reason: string) => Promise<Result<unknown>>
}

/** Asks for the reason, which rejected applicants will read. */
export const askToReject = (users: readonly User[], reject: RejectDialogProps['reject']): void =>
  openModal({
    component: RejectDialog,
    size: 'standard',
    props: { title: `Reject ${countOf(users.length, 'person', 'people')}?`, users, reject }
  })

function RejectDialog({ users, reject }: RejectDialogProps) {
  const [form] = useState(() =>
    createForm({ reason: { label: 'Reason', rules: [required, length(1, 1000)] } })
  )
  return (
    <DialogForm
      form={form}
      verb={users.length === 1 ? 'Reject and send' : `Reject ${users.length} and send`}
      isDanger
      send={({ reason }) => reject(reason)}
    >
      <ul
        aria-label="Who is rejected"
        className="max-h-48 overflow-auto rounded border border-line border-solid px-3 py-1"
      >
        {users.map(user => (
          <li key={user.user_id} className="flex flex-wrap justify-between gap-x-3 py-1 text-small">
            <span className="font-medium">{userFullName(user)}</span>
            <span className="text-ink-2">{user.organisation_name}</span>
          </li>
        ))}
      </ul>
      <TextArea
        form={form}
        name="reason"
        autoFocus
        maxLength={1000}
        hint="They see this in the email. Say what they can do next."
      />
    </DialogForm>
  )
}
