import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { TextInput, type FieldProps } from './text-input.tsx'

/** A password that can be shown; paste and password managers are welcome. */
export function PasswordInput<Name extends string>({ className = '', ...props }: Omit<FieldProps<Name>, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false)
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      className={`pr-10! ${className}`}
      end={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          className="absolute! top-1/2 right-1 -translate-y-1/2 text-ink-3"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
