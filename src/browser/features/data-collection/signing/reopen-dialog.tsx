import { useState } from 'react'
import type { HubSectionRow } from '#browser/features/data-collection/hub/section-rows.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { failureText } from '#lib/text/offline-text.ts'
import { reopen, type SignOffTarget } from './sign-off.ts'

export interface ReopenDialogProps {
  target: SignOffTarget
  rows: HubSectionRow[]
  /** Null if the reader has gone on meanwhile. */
  onReopened: (sectionId: number | null) => void
}

/** Says what follows, and reopens the chosen section. */
export function ReopenDialog({ target, rows, onReopened }: ReopenDialogProps) {
  const signed = rows.filter(
    ({ section, completion }) => (completion?.status ?? section.status) === 'signed_off'
  )
  const [error, setError] = useState<string | null>(null)
  const choose = async (sectionId: number) => {
    const origin = rememberOrigin()
    const result = await reopen(target, sectionId)
    if (!result.ok)
      return showFailureIn(
        origin,
        setError,
        failureText(result.error, 'Nothing is reopened yet. Try again when you are online.')
      )
    const isHere = origin.isInModal()
    origin.closeModal()
    showToast({ text: 'Section reopened.', status: 'success' })
    onReopened(isHere ? sectionId : null)
  }
  return (
    <div className="grid gap-4">
      <p className="text-small text-ink-2">
        Everyone who enters data can change the section again, and its sign-off is removed. Mark it complete
        and sign off the questionnaire again before data collection closes. The other sections stay signed
        off.
      </p>
      <ul aria-label="Signed-off sections" className="card overflow-clip">
        {signed.map(({ section: { section_id, section_name } }) => (
          <li
            key={section_id}
            className="flex items-center gap-3 border-0 border-t border-solid border-line px-3 py-2 first:border-t-0"
          >
            <span className="min-w-0 flex-1 break-words">{section_name}</span>
            <Button size="s" aria-label={`Reopen: ${section_name}`} onClick={() => choose(section_id)}>
              Reopen
            </Button>
          </li>
        ))}
      </ul>
      <ErrorText>{error}</ErrorText>
      <Button className="justify-self-end" onClick={closeModal}>
        Cancel
      </Button>
    </div>
  )
}
