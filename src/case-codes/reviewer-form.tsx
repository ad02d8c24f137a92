import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CaseCode } from '#contract/case-codes.ts'
import { createForm } from '#forms/form-store.ts'
import { email, type Rule } from '#forms/rules.ts'
import { TextInput } from '#forms/text-input.tsx'
import { Button } from '#ui/button.tsx'
import { saveReviewer, type CaseCodeScope } from './case-codes.ts'

const namedWithEmail: Rule = (value, label, all) =>
  value.trim() === '' && all['email_address'] ? `${label} is required.` : null

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
      name: { label: 'Reviewer', initial: code.reviewer_name ?? '', rules: [namedWithEmail] },
      email_address: { label: 'Email address', initial: code.reviewer_email_address ?? '', rules: [email] }
    })
  )
  const { isBusy } = useStore(form.$state)
  const [fault, setFault] = useState('')
  const save = () =>
    form.submit(async ({ name, email_address }) => {
      const result = await saveReviewer(scope, code, name, email_address)
      if (result.ok) onDone()
      else setFault(result.error)
    })
  return (
    <form
      noValidate
      aria-label={`Reviewer of ${code.case_code}`}
      className="flex flex-wrap items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="w-56">
        <TextInput form={form} name="name" autoFocus maxLength={200} autoComplete="off" />
      </div>
      <div className="w-64">
        <TextInput form={form} name="email_address" type="email" maxLength={254} autoComplete="off" />
      </div>
      <Button type="submit" busy={isBusy}>
        Save reviewer
      </Button>
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
      <p role="alert" className="text-small text-bad empty:hidden">
        {fault}
      </p>
    </form>
  )
}
