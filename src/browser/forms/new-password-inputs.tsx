import { useStore } from '@nanostores/react'
import type { Form } from './form-store.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordMeter, type PasswordMeterProps } from './password-meter.tsx'

interface NewPasswordInputsProps<Name extends string, Password extends string> extends Omit<
  PasswordMeterProps,
  'password'
> {
  form: Form<Name | Password | 'confirmation'>
  /** The field of the password; 'confirmation' repeats it. */
  name: Password
  autoFocus?: boolean
  className?: string
}

/** A new password with what it still lacks, and the same again. */
export function NewPasswordInputs<Name extends string, Password extends string>({
  form,
  name,
  autoFocus = false,
  className = '',
  ...rules
}: NewPasswordInputsProps<Name, Password>) {
  const { values } = useStore(form.$state)
  const shared = { autoComplete: 'new-password', className } as const
  return (
    <>
      <PasswordInput
        form={form}
        name={name}
        autoFocus={autoFocus}
        hint={<PasswordMeter password={values[name] ?? ''} {...rules} />}
        {...shared}
      />
      <PasswordInput form={form} name="confirmation" {...shared} />
    </>
  )
}
