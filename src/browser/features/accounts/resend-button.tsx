import { useStore } from '@nanostores/react'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import type { Resend } from './resend.ts'

/** Sends a mail again, at most once a minute. */
export function ResendButton({ resend }: { resend: Resend }) {
  const seconds = useStore(resend.$secondsLeft)
  return (
    <SubmitButton kind="plain" size="l" disabled={seconds > 0} className="justify-self-start tabular-nums">
      {seconds > 0 ? `Send again in ${seconds} s` : 'Send again'}
    </SubmitButton>
  )
}
