import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { createCodeForm, enterCode, type SurveyAddress } from './enter-code.ts'

interface CodeFormProps {
  survey: SurveyAddress
  /** The code that was tried before. */
  tried?: string
  /** Whether the code tried before was never issued: it is marked in the field where it is corrected. */
  isUnknown?: boolean
  verb: string
}

/** The field for a case code. */
export function CodeForm({ survey, tried, isUnknown = false, verb }: CodeFormProps) {
  const [form] = useState(() => {
    const created = createCodeForm(tried)
    if (isUnknown) created.refuse('case_code', 'No survey has this code. Correct it here.')
    return created
  })
  return (
    <FormElement
      form={form}
      isDisposable
      className="grid gap-4 max-w-85 mt-6"
      onSubmit={() =>
        form.submit(async ({ case_code }) => {
          const fault = await enterCode(survey, case_code)
          if (fault !== null) showFault(form, fault)
        })
      }
    >
      <TextInput
        form={form}
        name="case_code"
        autoFocus
        autoComplete="off"
        enterKeyHint="go"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        className="input-l tabular-nums max-sm:h-14! max-sm:text-[20px]!"
        hint="Capital letters, spaces and hyphens do not matter."
      />
      <FormMessage form={form} />
      <SubmitButton size="l" className="justify-self-start max-sm:w-full">
        {verb}
      </SubmitButton>
    </FormElement>
  )
}
