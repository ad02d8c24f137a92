import { useStore } from '@nanostores/react'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import type { Form } from './form-store.ts'

export interface FieldProps<Name extends string> extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'form' | 'name' | 'value' | 'onChange'
> {
  form: Form<Name>
  name: Name
  hint?: ReactNode
  /** At the right of the label. */
  aside?: ReactNode
  /** Inside the input's right end. */
  end?: ReactNode
  onValue?: (value: string) => void
}

export function TextInput<Name extends string>({
  form,
  name,
  hint,
  aside,
  end,
  onValue,
  className = '',
  ...rest
}: FieldProps<Name>) {
  const { values } = useStore(form.$state)
  const id = useId()
  const error = form.errorOf(name)
  return (
    <div className="relative grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {form.fields[name].label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={name}
          value={values[name] ?? ''}
          aria-invalid={error !== null || undefined}
          aria-describedby={error !== null || hint ? `${id}-more` : undefined}
          className={`input ${className}`}
          onChange={event => {
            form.setValue(name, event.target.value)
            onValue?.(event.target.value)
          }}
          onBlur={event => {
            // Leaving an untouched, empty field is not an error yet.
            if (event.target.value !== '') form.touch(name)
          }}
          {...rest}
        />
        {end}
      </div>
      {/* Visually next to the label, but after the input in the tab order: Tab goes from field to field. */}
      {aside && <div className="absolute top-0 right-0">{aside}</div>}
      {error === null ? (
        hint && <Hint id={`${id}-more`}>{hint}</Hint>
      ) : (
        <FieldError id={`${id}-more`} error={error} />
      )}
    </div>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-small text-ink-3">
      {children}
    </p>
  )
}

function FieldError({ id, error }: { id: string; error: string }) {
  return (
    <p id={id} className="text-small text-bad">
      {error}
    </p>
  )
}
