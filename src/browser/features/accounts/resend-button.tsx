import { useStore } from '@nanostores/react'
import type { Form } from '#browser/forms/form-store.ts'
import { Button } from '#browser/ui/button.tsx'
import type { Resend } from './resend.ts'

/** Sends a mail again, at most once a minute. */
export function ResendButton<Name extends string>({ form, resend }: { form: Form<Name>; resend: Resend }) {
  const { isBusy } = useStore(form.$state)
  const seconds = useStore(resend.$secondsLeft)
  return (
    <Button
      type="submit"
      size="l"
      busy={isBusy}
      disabled={seconds > 0}
      className="justify-self-start tabular-nums"
    >
      {seconds > 0 ? `Send again in ${seconds} s` : 'Send again'}
    </Button>
  )
}
