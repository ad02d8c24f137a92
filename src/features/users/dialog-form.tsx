import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { FormMessage } from '#forms/form-message.tsx'
import type { Form } from '#forms/form-store.ts'
import { showFault } from '#forms/server-fault.ts'
import type { Result } from '#lib/result.ts'
import { closeModal } from '#stores/modals.ts'
import { Button } from '#ui/button.tsx'

interface DialogFormProps<Name extends string> {
  form: Form<Name>
  /** What the button does, in words. */
  verb: string
  isDanger?: boolean
  /** A failure is told in the form, which keeps what was typed. */
  send: (values: Record<Name, string>) => Promise<Result<unknown>>
  /** After the call has succeeded and the dialog is closed. */
  onDone: () => void
  children: ReactNode
}

/** A form in a dialog, with the way back beside the way on. */
export function DialogForm<Name extends string>({
  form,
  verb,
  isDanger = false,
  send,
  onDone,
  children
}: DialogFormProps<Name>) {
  const { isBusy } = useStore(form.$state)
  const submit = () =>
    form.submit(async values => {
      const result = await send(values)
      if (!result.ok) return showFault(form, result.error)
      closeModal()
      onDone()
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
      {children}
      <FormMessage form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button
          type="submit"
          kind="main"
          busy={isBusy}
          className={isDanger ? 'border-bad! bg-bad! text-white!' : ''}
        >
          {verb}
        </Button>
      </div>
    </form>
  )
}
