import { closeModal } from '#browser/stores/modals.ts'
import { Button } from '#browser/ui/button.tsx'
import type { Result } from '#lib/result.ts'
import { SavingError, useSaving } from './step.tsx'

interface RemoveDialogProps {
  text: string
  remove: () => Promise<Result<unknown>>
}

/** Asks before something is removed, and says why if it is refused. */
export function RemoveDialog({ text, remove }: RemoveDialogProps) {
  const { error, run } = useSaving()
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{text}</p>
      <SavingError error={error} />
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={closeModal}>
          Cancel
        </Button>
        <Button kind="danger" onClick={() => run(remove).then(isOk => isOk && closeModal())}>
          Remove
        </Button>
      </div>
    </div>
  )
}
