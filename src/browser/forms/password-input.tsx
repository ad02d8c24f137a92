import { useState } from 'react'
import { TextInput, type FieldProps } from './text-input.tsx'

/** A password that can be shown; pasting and password managers work. */
export function PasswordInput<Name extends string>({
  className = '',
  ...props
}: Omit<FieldProps<Name>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      className={`pr-14! ${className}`}
      end={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          className="absolute inset-y-1 right-1 rounded px-2 text-small font-medium text-ink-2 hover:bg-sunken"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
