import type { Result } from '#lib/result.ts'
import { closeModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import { SavingError, useSaving } from './step.tsx'

interface RemoveDialogProps {
  title: string
  text: string
  remove: () => Promise<Result<unknown>>
}

/** Asks before something is removed, and says why if it is refused. */
export function RemoveDialog({ text, remove }: RemoveDialogProps) {
  const { isBusy, error, run } = useSaving()
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{text}</p>
      <SavingError error={error} />
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={closeModal}>
          Cancel
        </Button>
        <Button
          kind="danger"
          busy={isBusy}
          onClick={() => void run(remove).then(isOk => isOk && closeModal())}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}
