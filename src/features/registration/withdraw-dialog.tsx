import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { FormMessage } from '#forms/form-message.tsx'
import { createForm } from '#forms/form-store.ts'
import { length, required } from '#forms/rules.ts'
import { closeModal } from '#stores/modals.ts'
import { Button } from '#ui/button.tsx'
import { withdraw } from './actions.ts'

/** Asks why, and says what follows. */
export function WithdrawDialog({ organisationName }: { title: string; organisationName: string }) {
  const [form] = useState(() =>
    createForm({ reason: { label: 'Reason', rules: [required, length(1, 1000)] } })
  )
  const { values, isBusy } = useStore(form.$state)
  const id = useId()
  const error = form.errorOf('reason')
  const submit = () =>
    form.submit(async ({ reason }) => {
      form.setMessage('')
      const answer = await withdraw(reason)
      if (answer.ok) closeModal()
      else form.setMessage(answer.error)
    })
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <p className="text-ink-2">
        {organisationName} then does not take part, and nothing can be entered. What is filled in here stays,
        and you can take part again as long as registration is open.
      </p>
      <FormMessage form={form} />
      <div className="grid gap-1.5">
        <label htmlFor={id} className="justify-self-start font-medium">
          Reason
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={1000}
          className="input h-auto! py-1.5!"
          autoFocus
          value={values['reason'] ?? ''}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-more`}
          onChange={event => form.setValue('reason', event.target.value)}
        />
        <p id={`${id}-more`} className={`text-small ${error === null ? 'text-ink-3' : 'text-bad'}`}>
          {error ?? 'The programme team reads it.'}
        </p>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button type="submit" kind="danger" busy={isBusy}>
          Withdraw the registration
        </Button>
      </div>
    </form>
  )
}
