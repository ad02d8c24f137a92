import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { PasswordInput } from '#browser/forms/password-input.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { $session } from '#browser/stores/session.ts'
import { Button } from '#browser/ui/button.tsx'
import { CodeInput } from './code-input.tsx'
import { createRenewal } from './renewal.ts'

interface RenewFormProps {
  /** Whether the session has already ended; otherwise it can be renewed early. */
  isOver: boolean
  /** Whether the password field may take focus from the page. */
  takesFocus: boolean
  onDone: () => void
  /** The password must be replaced first, on another page. */
  onExpired: () => unknown
  onLogOut: () => void
}

/** Logs the same user in over the page, which keeps its content. */
export default function RenewForm({ isOver, takesFocus, onDone, onExpired, onLogOut }: RenewFormProps) {
  const { userEmail, user } = useStore($session)
  const [renewal] = useState(() => createRenewal(user?.details?.email_address ?? userEmail))
  const { form } = renewal
  const { values } = useStore(form.$state)
  const isCodeAsked = useStore(renewal.$isCodeAsked)
  const send = () => renewal.send(onDone, onExpired)
  return (
    <FormElement form={form} isDisposable className="grid gap-4" onSubmit={send}>
      <p className="text-ink-2">
        {isOver ? 'Your session has ended. ' : ''}This page and what you entered are kept while you log in as{' '}
        <span className="font-medium text-ink">{values['email_address']}</span>.
      </p>
      <FormMessage form={form} />
      <PasswordInput
        form={form}
        name="password"
        autoComplete="current-password"
        autoFocus={takesFocus && !isCodeAsked}
      />
      {isCodeAsked && <CodeInput form={form} onWhole={send} />}
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onLogOut}>
          Log out
        </Button>
        <SubmitButton>Log in</SubmitButton>
      </div>
    </FormElement>
  )
}
