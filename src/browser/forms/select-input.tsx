import { useStore } from '@nanostores/react'
import { useId, type ReactNode } from 'react'
import type { Form } from './form-store.ts'

interface SelectInputProps<Name extends string> {
  form: Form<Name>
  name: Name
  options: readonly { id: string; name: string }[]
  /** The placeholder while nothing is chosen. */
  placeholder?: string
  hint?: ReactNode
  autoFocus?: boolean | undefined
  onValue?: (value: string) => void
}

/** A labelled native select of a form. */
export function SelectInput<Name extends string>({
  form,
  name,
  options,
  placeholder,
  hint,
  autoFocus,
  onValue
}: SelectInputProps<Name>) {
  const { values } = useStore(form.$state)
  const id = useId()
  const error = form.errorOf(name)
  const more = error ?? hint
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {form.fields[name].label}
      </label>
      <select
        id={id}
        name={name}
        value={values[name] ?? ''}
        autoFocus={autoFocus}
        aria-invalid={error !== null || undefined}
        aria-describedby={more ? `${id}-more` : undefined}
        className="input"
        onChange={event => {
          form.setValue(name, event.target.value)
          onValue?.(event.target.value)
        }}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(option => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      {more && (
        <p id={`${id}-more`} className={`text-small ${error === null ? 'text-ink-3' : 'text-bad'}`}>
          {more}
        </p>
      )}
    </div>
  )
}
