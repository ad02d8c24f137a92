import { useStore } from '@nanostores/react'
import type { Form } from './form-store.ts'

/** The error of the form as a whole, announced to screen readers. */
export function FormMessage<Name extends string>({ form }: { form: Form<Name> }) {
  const { message } = useStore(form.$state)
  return (
    <p role="alert" tabIndex={-1} className="text-small text-bad outline-none empty:hidden">
      {message}
    </p>
  )
}
