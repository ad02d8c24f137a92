import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { DialogForm } from '#browser/forms/dialog-form.tsx'
import { SelectInput } from '#browser/forms/select-input.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import type { RegistrationSubmission } from '#contract/registration-submissions.ts'
import { withTerms } from '#domain/projects/submission-word.ts'
import type { RegistrationPage } from './registration.ts'
import { CONTINUES_NOTHING, lineageOptions, saveSubmission, submissionForm } from './submission-form.ts'

interface SubmissionDialogProps {
  page: RegistrationPage
  /** The submission being edited; null adds one. */
  submission: RegistrationSubmission | null
  /** Whether the dialog is opened to choose what it continues. */
  asksLineage?: boolean
}

export function SubmissionDialog({ page, submission, asksLineage = false }: SubmissionDialogProps) {
  const [form] = useState(() => submissionForm(page, submission))
  const { values } = useStore(form.$state)
  const scopes = page.scopes.filter(({ scope_id }) => page.registration?.scope_ids.includes(scope_id))
  const lineages = lineageOptions(page, submission)
  const namesake = lineages.find(({ name }) =>
    name.toLowerCase().startsWith(`yes, ${(values['name'] ?? '').trim().toLowerCase()} of `)
  )
  return (
    <DialogForm
      form={form}
      verb={withTerms(submission ? 'Save {submission}' : 'Add {submission}')}
      send={given => saveSubmission(given, page, submission)}
    >
      <TextInput form={form} name="name" maxLength={200} autoComplete="off" autoFocus={!asksLineage} />
      <SelectInput
        form={form}
        name="scope_id"
        options={scopes.map(({ scope_id, scope_name }) => ({
          id: String(scope_id),
          name: scope_name
        }))}
        hint={submission ? 'You can change this until data is entered.' : undefined}
      />
      {lineages.length > 1 && (
        <SelectInput
          form={form}
          name="lineage_id"
          autoFocus={asksLineage}
          options={lineages}
          hint={
            submission === null && namesake && values['lineage_id'] === CONTINUES_NOTHING
              ? 'There was one with this name before, so its trend continues.'
              : 'Trends and saved peer groups follow it through the years, also under a new name.'
          }
        />
      )}
    </DialogForm>
  )
}
