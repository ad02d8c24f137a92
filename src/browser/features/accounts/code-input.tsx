import type { Form } from '#browser/forms/form-store.ts'
import { TextInput } from '#browser/forms/text-input.tsx'
import { isWholeCode } from './login.ts'

interface CodeInputProps<Name extends string> {
  form: Form<Name | 'otp'>
  /** Called once all digits are there. */
  onWhole?: () => void
}

/** The code of the authenticator app. */
export function CodeInput<Name extends string>({ form, onWhole }: CodeInputProps<Name>) {
  return (
    <TextInput
      form={form}
      name="otp"
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={40}
      className="input-l tabular-nums"
      hint="From your authenticator app, or one of your recovery codes."
      onValue={code => {
        if (isWholeCode(code)) onWhole?.()
      }}
    />
  )
}
