import type { ReactNode } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import type { Form } from '#browser/forms/form-store.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin } from '#browser/stores/outcomes.ts'
import { Button } from '#browser/ui/button.tsx'
import type { Result } from '#lib/result.ts'

interface DialogFormProps<Name extends string> {
  form: Form<Name>
  /** The button's label. */
  verb: string
  isDanger?: boolean
  /** Whether it only confirms: no input is lost with it. */
  isDisposable?: boolean
  /** Whether the dialog opens with the focus on Cancel, because it has no field. */
  startsAtCancel?: boolean
  /** A failure is shown in the form, which keeps what was typed. */
  send: (values: Record<Name, string>) => Promise<Result<unknown>>
  /** Called after success, when the dialog is closed. */
  onDone?: () => void
  children: ReactNode
}

/** A form in a dialog, with a cancel button. */
export function DialogForm<Name extends string>({
  form,
  verb,
  isDanger = false,
  isDisposable = false,
  startsAtCancel = false,
  send,
  onDone,
  children
}: DialogFormProps<Name>) {
  const submit = () =>
    form.submit(async values => {
      const origin = rememberOrigin()
      const result = await send(values)
      if (!result.ok) return showFault(form, result.error)
      origin.closeModal()
      onDone?.()
    })
  return (
    <FormElement form={form} isDisposable={isDisposable} className="grid gap-4" onSubmit={submit}>
      {children}
      <FormMessage form={form} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus={startsAtCancel} onClick={closeModal}>
          Cancel
        </Button>
        <SubmitButton className={isDanger ? 'border-bad! bg-bad! text-white!' : ''}>{verb}</SubmitButton>
      </div>
    </FormElement>
  )
}
