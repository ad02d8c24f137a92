import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { required, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { between, number } from '#browser/forms/value-rules.ts'
import { countOf } from '#lib/format.ts'
import { createCodes, type CaseCodeScope } from './case-codes.ts'

/** The server's limit per call. */
const MAX_NEW_CODES = 500

const requireWholeNumber: FieldRule = (value, label) =>
  value === '' || /^\s*\d+\s*$/.test(value) ? null : `${label} must be a whole number.`

/** Creates any number of new codes. */
export function CreateCodes({ scope }: { scope: CaseCodeScope }) {
  const [form] = useState(() =>
    createForm({
      quantity: {
        label: 'Number of new codes',
        initial: '10',
        rules: [required, number, requireWholeNumber, between(1, MAX_NEW_CODES)]
      }
    })
  )
  const [message, setMessage] = useState('')
  const send = () =>
    form.submit(async ({ quantity }) => {
      const result = await createCodes(scope, Number(quantity))
      setMessage(
        result.ok
          ? `${countOf(result.value.length, 'code')} created. New codes are at the end of the list.`
          : ''
      )
      if (!result.ok) showFault(form, result.error)
    })
  return (
    <FormElement form={form} className="flex flex-wrap items-end gap-x-2" onSubmit={send}>
      <div className="w-44">
        <TextInput
          form={form}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
        />
      </div>
      <SubmitButton>Create codes</SubmitButton>
      <p role="status" className="flex-1 min-w-60 py-1.5 empty:py-0 text-small text-ink-2">
        {message}
      </p>
      <FormMessage form={form} />
    </FormElement>
  )
}
