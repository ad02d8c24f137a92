import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import type { Form } from './form-store.ts'

interface TextAreaProps<Name extends string> {
  form: Form<Name>
  name: Name
  /** Between the label and the text. */
  hint?: ReactNode
  maxLength?: number
  autoFocus?: boolean | undefined
}

export function TextArea<Name extends string>({ form, name, hint, ...rest }: TextAreaProps<Name>) {
  const { values } = useStore(form.$state)
  const id = useId()
  const error = form.errorOf(name)
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {form.fields[name].label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-3">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        name={name}
        rows={3}
        value={values[name] ?? ''}
        aria-invalid={error !== null || undefined}
        aria-describedby={
          [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
        }
        className="input h-auto! py-2!"
        onChange={event => form.setValue(name, event.target.value)}
        {...rest}
      />
      {error !== null && (
        <p id={`${id}-error`} className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
