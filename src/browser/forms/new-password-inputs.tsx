import { useStore } from '@nanostores/react'
import type { Form } from './form-store.ts'
import { PasswordInput } from './password-input.tsx'
import { PasswordMeter, type PasswordMeterProps } from './password-meter.tsx'

interface NewPasswordInputsProps<Name extends string> extends Omit<PasswordMeterProps, 'password'> {
  form: Form<Name | 'new_password' | 'confirmation'>
  autoFocus?: boolean
  className?: string
}

/** A new password with what it still lacks, and the same again. */
export function NewPasswordInputs<Name extends string>({
  form,
  autoFocus = false,
  className = '',
  ...rules
}: NewPasswordInputsProps<Name>) {
  const { values } = useStore(form.$state)
  const shared = { autoComplete: 'new-password', className } as const
  return (
    <>
      <PasswordInput
        form={form}
        name="new_password"
        autoFocus={autoFocus}
        hint={<PasswordMeter password={values['new_password'] ?? ''} {...rules} />}
        {...shared}
      />
      <PasswordInput form={form} name="confirmation" {...shared} />
    </>
  )
}
