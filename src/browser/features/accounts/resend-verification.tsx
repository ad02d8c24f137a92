import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { EmailInput } from './email-input.tsx'
import { ResendButton } from './resend-button.tsx'
import { createVerificationResend } from './verify.ts'

/** Requests the verification mail again. */
export function ResendVerification() {
  const [{ form, resend, $isSent, send }] = useState(createVerificationResend)
  const isSent = useStore($isSent)
  useEffect(() => resend.stop, [resend])
  return (
    <FormElement
      form={form}
      isDisposable
      className="grid gap-3 border-0 border-t border-solid border-line pt-4.5"
      onSubmit={send}
    >
      <h2>Send the email again</h2>
      <FormMessage form={form} />
      <EmailInput form={form} />
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {isSent && 'If there is an account to confirm with this address, we have sent a new link.'}
      </p>
      <ResendButton resend={resend} />
    </FormElement>
  )
}
