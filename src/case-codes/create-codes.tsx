import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { createForm } from '#forms/form-store.ts'
import { between, required, type Rule } from '#forms/rules.ts'
import { TextInput } from '#forms/text-input.tsx'
import { countOf } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { createCodes, type CaseCodeScope } from './case-codes.ts'

/** The server's limit per call. */
const MAX_NEW_CODES = 500

const wholeNumber: Rule = (value, label) =>
  value === '' || /^\s*\d+\s*$/.test(value) ? null : `${label} must be a whole number.`

/** Creates any number of new codes. */
export function CreateCodes({ scope }: { scope: CaseCodeScope }) {
  const [form] = useState(() =>
    createForm({
      quantity: {
        label: 'Number of new codes',
        initial: '10',
        rules: [required, wholeNumber, between(1, MAX_NEW_CODES)]
      }
    })
  )
  const { isBusy } = useStore(form.$state)
  const [message, setMessage] = useState<{ text: string; isFault: boolean }>({ text: '', isFault: false })
  const send = () =>
    form.submit(async ({ quantity }) => {
      const result = await createCodes(scope, Number(quantity))
      setMessage(
        result.ok
          ? { text: `${countOf(result.value.length, 'code')} made, at the end of the list.`, isFault: false }
          : { text: result.error, isFault: true }
      )
    })
  return (
    <form
      noValidate
      className="flex items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <div className="w-44">
        <TextInput
          form={form}
          name="quantity"
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums"
        />
      </div>
      <Button type="submit" kind="main" busy={isBusy}>
        Make codes
      </Button>
      <p role="status" className={`text-small leading-8! ${message.isFault ? 'text-bad' : 'text-ink-2'}`}>
        {message.text}
      </p>
    </form>
  )
}
