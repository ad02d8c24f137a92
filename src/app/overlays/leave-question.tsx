import { Button } from '#ui/button.tsx'
import { closeModalWith, openModal } from '#stores/modals.ts'

type Leaving = 'leave' | 'log out'

const words: Record<Leaving, { title: string; text: string; verb: string }> = {
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

function LeaveQuestion({ leaving }: { leaving: Leaving }) {
  const { title, text, verb } = words[leaving]
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

/** Asks whether unsaved work may be left behind. */
export function askToLeave(leaving: Leaving = 'leave'): Promise<boolean> {
  return new Promise(resolve => {
    openModal({
      component: LeaveQuestion,
      props: { leaving },
      size: 'small',
      isCloseable: false,
      callback: (mayLeave: boolean) => resolve(mayLeave)
    })
  })
}
