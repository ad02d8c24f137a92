import { Button } from '#ui/button.tsx'
import { closeModalWith, openModal } from '#stores/modals.ts'

function LeaveQuestion() {
  return (
    <div className="grid gap-4">
      <h2>Leave without saving?</h2>
      <p className="text-ink-2">
        Some of what you entered is not saved yet. It stays on this device if you leave, but nobody else can see it.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => closeModalWith(true)}>Leave</Button>
        <Button kind="main" autoFocus onClick={() => closeModalWith(false)}>
          Stay here
        </Button>
      </div>
    </div>
  )
}

/** Asks whether unsaved work may be left behind. */
export function askToLeave(): Promise<boolean> {
  return new Promise(resolve => {
    openModal({
      component: LeaveQuestion,
      props: {},
      size: 'small',
      isCloseable: false,
      callback: (mayLeave: boolean) => resolve(mayLeave)
    })
  })
}
