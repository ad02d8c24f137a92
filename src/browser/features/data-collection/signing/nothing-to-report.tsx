import { useState } from 'react'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import type { OpenSection } from '#browser/features/data-collection/section-loading.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { useStatus } from '#browser/section/sync/use-status.ts'
import { closeModal, openModal } from '#browser/stores/modals.ts'
import { rememberOrigin, showFailureIn } from '#browser/stores/outcomes.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { ErrorText } from '#browser/ui/notice.tsx'
import { EmptySectionReason } from '#contract/empty-section-reason.ts'
import { declareEmpty } from './complete.ts'

const STAYS_MISSING = 'All answers stay missing. Charts never count them as 0.'

export const emptyReasonWords: Record<EmptySectionReason, { label: string; effect: string }> = {
  none_happened: {
    label: 'None happened',
    effect: 'Enters 0 for every number. Percentages and all other answers stay missing.'
  },
  not_done: { label: 'We do not do this', effect: STAYS_MISSING },
  not_recorded: { label: 'We do not record this', effect: STAYS_MISSING }
}

/** Opens the dialog. Not shown for a section with answers, nor if the API does not offer the call: its sections have no `empty_reason`. */
export function NothingToReport({ open: { engine, address } }: { open: OpenSection }) {
  const { section } = engine.model
  const isBlank = useStatus(engine, ({ counts, unsaved }) => counts.answered_count + unsaved === 0)
  if (!isBlank || section.empty_reason === undefined) return null
  const ask = () =>
    openModal({
      component: EmptySectionDialog,
      size: 'small',
      props: { title: `Nothing to report: ${section.section_name}`, engine, address }
    })
  return (
    <Button size="s" className="max-lg:ml-auto" onClick={ask}>
      Nothing to report…
    </Button>
  )
}

interface EmptySectionDialogProps {
  engine: SectionEngine
  address: SectionAddress
}

/** Asks for the reason, says what each one does, and declares it. */
function EmptySectionDialog({ engine, address }: EmptySectionDialogProps) {
  const [reason, setReason] = useState<EmptySectionReason | null>(null)
  const [error, setError] = useState<string | null>(null)
  const declare = async () => {
    if (reason === null) return setError('Choose a reason.')
    const origin = rememberOrigin()
    const obstacle = await declareEmpty(engine, address, reason)
    if (obstacle !== null) return showFailureIn(origin, setError, obstacle)
    origin.closeModal()
    showToast({ text: 'Section marked complete: nothing to report.', status: 'success' })
  }
  return (
    <div className="grid gap-4">
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 text-small text-ink-2">
          The section will be marked complete. You can undo this while it is open for changes.
        </legend>
        {EmptySectionReason.options.map(option => (
          <label key={option} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="empty-reason"
              className="mt-1 accent-brand-mark"
              checked={reason === option}
              onChange={() => setReason(option)}
            />
            <span className="font-medium">
              {emptyReasonWords[option].label}
              <span className="block text-small text-ink-2 font-normal">
                {emptyReasonWords[option].effect}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <ErrorText>{error}</ErrorText>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={closeModal}>Cancel</Button>
        <Button kind="main" onClick={declare}>
          Nothing to report
        </Button>
      </div>
    </div>
  )
}
