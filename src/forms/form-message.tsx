import { useStore } from '@nanostores/react'
import type { Form } from './form-store.ts'

/** What is wrong with the form as a whole, told to screen readers too. */
export function FormMessage<Name extends string>({ form }: { form: Form<Name> }) {
  const { message } = useStore(form.$state)
  return (
    <p role="alert" className="text-small text-bad empty:hidden">
      {message}
    </p>
  )
}
