import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { length, required } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextArea } from '#browser/forms/text-area.tsx'
import { closeModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { withdraw } from './actions.ts'

/** Asks why, and says what follows. */
export function WithdrawDialog({ organisationName }: { organisationName: string }) {
  const [form] = useState(() =>
    createForm({ reason: { label: 'Reason', rules: [required, length(1, 1000)] } })
  )
  const submit = () =>
    form.submit(async ({ reason }) => {
      const answer = await withdraw(reason)
      if (answer.ok) closeModal()
      else showFault(form, answer.error)
    })
  return (
    <FormElement form={form} className="grid gap-4" onSubmit={submit}>
      <p className="text-ink-2">
        {organisationName} will not take part, and you cannot enter data. What you have filled in is kept, and
        you can register again while registration is open.
      </p>
      <FormMessage form={form} />
      <TextArea form={form} name="reason" maxLength={1000} autoFocus hint="Programme admins can read it." />
      <div className="flex justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <SubmitButton kind="danger">Withdraw registration</SubmitButton>
      </div>
    </FormElement>
  )
}
