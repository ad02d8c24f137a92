import type { Form } from '#browser/forms/form-store.ts'
import { TextInput } from '#browser/forms/text-input.tsx'

interface EmailInputProps<Name extends string> {
  form: Form<Name | 'email_address'>
  autoFocus?: boolean
}

export const EmailInput = <Name extends string>({ form, autoFocus = false }: EmailInputProps<Name>) => (
  <TextInput
    form={form}
    name="email_address"
    type="email"
    autoComplete="username"
    autoFocus={autoFocus}
    autoCapitalize="none"
    spellCheck={false}
    className="input-l"
  />
)
