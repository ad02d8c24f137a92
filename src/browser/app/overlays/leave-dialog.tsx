import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useId } from 'react'
import type { UnsavedWork } from '#browser/navigation/leave.ts'
import { Button } from '#browser/ui/button.tsx'
import { useModal } from '#browser/ui/focus/use-modal.ts'

type LeaveAction = 'leave' | 'log out' | 'close'

interface LeaveQuestion {
  leaving: LeaveAction
  work: UnsavedWork
  answer: (mayLeave: boolean) => void
}

/** Rendered beside the modals, so that a form in a modal is unchanged while this is open. */
const $question = atom<LeaveQuestion | null>(null)

const leaveTexts: Record<LeaveAction, { title: string; verb: string; kept: string }> = {
  leave: {
    title: 'Leave without saving?',
    verb: 'Leave',
    kept: 'Some of what you entered is not saved yet. It stays on this device if you leave, and no one else can see it.'
  },
  'log out': {
    title: 'Log out without saving?',
    verb: 'Log out',
    kept: 'Some of what you entered is not saved yet. It stays on this device, for your account only. You find it again when you log in here and open the page.'
  },
  close: { title: 'Close without saving?', verb: 'Close', kept: '' }
}

const LOST = 'What you typed in the form is not saved and would be lost.'

/** Asks whether to leave unsaved work behind. A second question replaces the first, which counts as a no. */
export function confirmLeaving(work: UnsavedWork, leaving: LeaveAction = 'leave'): Promise<boolean> {
  $question.get()?.answer(false)
  return new Promise(resolve => {
    const answer = (mayLeave: boolean): void => {
      $question.set(null)
      resolve(mayLeave)
    }
    $question.set({ leaving, work, answer })
  })
}

/** The question, above everything else. It is part of the page's own code, so that it works offline. */
export function LeaveDialog() {
  const question = useStore($question)
  return question && <OpenQuestion {...question} />
}

/**
 * The dialog opens with the focus on this element. React's own `autoFocus` comes too early: it focuses while the dialog is still closed, and writes no
 * attribute for `showModal` to follow.
 */
const firstFocus = (element: HTMLElement | null): void => element?.setAttribute('autofocus', '')

function OpenQuestion({ leaving, work, answer }: LeaveQuestion) {
  const { title, verb, kept } = leaveTexts[leaving]
  const dialog = useModal()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className="float max-h-[calc(100dvh-8px)] overflow-auto w-[92vw] p-5 max-sm:p-4 sm:w-3/6 lg:w-2/6"
      onCancel={event => {
        event.preventDefault()
        answer(false)
      }}
    >
      <div className="grid gap-4">
        <h2 id={id}>{title}</h2>
        <p className="text-ink-2">{work === 'lost' ? LOST : kept}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => answer(true)}>{verb}</Button>
          <Button kind="main" ref={firstFocus} onClick={() => answer(false)}>
            Stay here
          </Button>
        </div>
      </div>
    </dialog>
  )
}
