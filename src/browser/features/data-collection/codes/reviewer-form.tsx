import { useState } from 'react'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { createForm } from '#browser/forms/form-store.ts'
import { email, type FieldRule } from '#browser/forms/rules.ts'
import { showFault } from '#browser/forms/server-fault.ts'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { Button } from '#browser/ui/button.tsx'
import type { CaseCode } from '#contract/case-codes.ts'
import { saveReviewer, type CaseCodeScope } from './case-codes.ts'

const namedWithEmail: FieldRule = (value, label, all) =>
  value.trim() === '' && all['reviewer_email_address'] ? `${label} is required.` : null

/** The reviewer of a case. Leave both fields empty for none. */
export function ReviewerForm({
  scope,
  code,
  onDone
}: {
  scope: CaseCodeScope
  code: CaseCode
  onDone: () => void
}) {
  const [form] = useState(() =>
    createForm({
      reviewer_name: { label: 'Reviewer', initial: code.reviewer_name ?? '', rules: [namedWithEmail] },
      reviewer_email_address: {
        label: 'Email address',
        initial: code.reviewer_email_address ?? '',
        rules: [email]
      }
    })
  )
  const save = () =>
    form.submit(async ({ reviewer_name, reviewer_email_address }) => {
      const result = await saveReviewer(scope, code, reviewer_name, reviewer_email_address)
      if (result.ok) onDone()
      else showFault(form, result.error)
    })
  return (
    <FormElement
      form={form}
      aria-label={`Reviewer of ${code.case_code}`}
      className="flex flex-wrap items-end gap-2"
      onSubmit={save}
    >
      <div className="w-56">
        <TextInput form={form} name="reviewer_name" autoFocus maxLength={200} autoComplete="off" />
      </div>
      <div className="w-64">
        <TextInput
          form={form}
          name="reviewer_email_address"
          type="email"
          maxLength={254}
          autoComplete="off"
        />
      </div>
      <SubmitButton kind="plain">Save reviewer</SubmitButton>
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
      <FormMessage form={form} />
    </FormElement>
  )
}
