import { useState } from 'react'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { failureText } from '#lib/text/offline-text.ts'
import { reopen, type SignOffTarget } from './sign-off.ts'

export interface ReopenDialogProps {
  title: string
  target: SignOffTarget
  rows: HubSectionRow[]
  onReopened: (sectionId: number) => void
}

/** Asks which section to reopen, and says what follows. */
export function ReopenDialog({ target, rows, onReopened }: ReopenDialogProps) {
  const signed = rows.filter(
    ({ section, completion }) => (completion?.status ?? section.status) === 'signed_off'
  )
  const [chosen, setChosen] = useState<number | null>(
    signed.length === 1 ? (signed[0]?.section.section_id ?? null) : null
  )
  const [error, setError] = useState<string | null>(null)
  const go = async () => {
    if (chosen === null) return setError('Choose a section.')
    const result = await reopen(target, chosen)
    if (!result.ok)
      return setError(failureText(result.error, 'Nothing is reopened yet. Try again when you are online.'))
    closeModal()
    showToast({ text: 'Section reopened.', status: 'success' })
    onReopened(chosen)
  }
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-small font-medium">Section to reopen</legend>
        {signed.map(({ section }) => (
          <label key={section.section_id} className="flex items-center gap-2">
            <input
              type="radio"
              name="section"
              checked={chosen === section.section_id}
              onChange={() => {
                setChosen(section.section_id)
                setError(null)
              }}
            />
            {section.section_name}
          </label>
        ))}
      </fieldset>
      <p className="text-small text-ink-2">
        Everyone who enters data can change the section again, and its sign-off is removed. Mark it complete
        and sign off the questionnaire again before data collection closes. The other sections stay signed
        off.
      </p>
      <ErrorText>{error}</ErrorText>
      <div className="flex gap-2 justify-end">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" onClick={go}>
          Reopen the section
        </Button>
      </div>
    </div>
  )
}
