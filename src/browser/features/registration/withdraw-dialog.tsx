import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { length, required } from '#browser/forms/rules.ts'
import { TextArea } from '#browser/forms/text-area.tsx'
import { withdraw } from './actions.ts'

/** Asks why, and says what follows. */
export function WithdrawDialog({ organisationName }: { organisationName: string }) {
  const [form] = useState(() =>
    createForm({ reason: { label: 'Reason', rules: [required, length(1, 1000)] } })
  )
  return (
    <DialogForm form={form} verb="Withdraw registration" isDanger send={({ reason }) => withdraw(reason)}>
      <p className="text-ink-2">
        {organisationName} will not take part, and you cannot enter data. What you have filled in is kept, and
        you can register again while registration is open.
      </p>
      <TextArea form={form} name="reason" maxLength={1000} autoFocus hint="Programme admins can read it." />
    </DialogForm>
  )
}
