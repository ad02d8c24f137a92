import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { FormElement } from '#forms/form-element.tsx'
import { TextInput } from '#forms/text-input.tsx'
import { Button } from '#ui/button.tsx'
import { $checkFault, createCodeForm, enterCode, type SurveyAddress } from './enter-code.ts'

interface CodeFormProps {
  survey: SurveyAddress
  /** The code that was tried before. */
  tried?: string
  verb: string
}

/** The field for a case code. */
export function CodeForm({ survey, tried, verb }: CodeFormProps) {
  const [form] = useState(() => createCodeForm(tried))
  const { isBusy } = useStore(form.$state)
  const fault = useStore($checkFault)
  return (
    <FormElement
      form={form}
      isDisposable
      className="grid gap-4 max-w-85 mt-6"
      onSubmit={() => form.submit(({ case_code }) => enterCode(survey, case_code))}
    >
      <TextInput
        form={form}
        name="case_code"
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        className="input-l tabular-nums"
        hint="You can leave out capitals, spaces and hyphens."
      />
      <p role="alert" className="text-small text-bad empty:hidden">
        {fault}
      </p>
      <Button type="submit" kind="main" size="l" busy={isBusy} className="justify-self-start">
        {verb}
      </Button>
    </FormElement>
  )
}
