import { Button } from '#ui/button.tsx'
import { closeModalWith, openModal } from '#stores/modals.ts'

type LeaveAction = 'leave' | 'log out'

const texts: Record<LeaveAction, { title: string; text: string; verb: string }> = {
  leave: {
    title: 'Leave without saving?',
    text: 'Some of what you entered is not saved yet. It stays on this device if you leave, but nobody else can see it.',
    verb: 'Leave'
  },
  'log out': {
    title: 'Log out without saving?',
    text: 'Some of what you entered is not saved yet. It stays on this device, for your account alone, and is saved when you log in here again and open the page.',
    verb: 'Log out'
  }
}

function LeaveDialog({ leaving }: { leaving: LeaveAction }) {
  const { title, text, verb } = texts[leaving]
  return (
    <div className="grid gap-4">
      <h2>{title}</h2>
      <p className="text-ink-2">{text}</p>
      <div className="flex justify-end gap-2">
        <Button onClick={() => closeModalWith(true)}>{verb}</Button>
        <Button kind="main" autoFocus onClick={() => closeModalWith(false)}>
          Stay here
        </Button>
      </div>
    </div>
  )
}

/** Asks whether to leave unsaved work behind. */
export function confirmLeaving(leaving: LeaveAction = 'leave'): Promise<boolean> {
  return new Promise(resolve => {
    openModal({
      component: LeaveDialog,
      props: { leaving },
      size: 'small',
      isCloseable: false,
      callback: (mayLeave: boolean) => resolve(mayLeave)
    })
  })
}
