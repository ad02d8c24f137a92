// Plain fallbacks for toasts, dialogs and login if the connection was lost before their code had loaded.

import { useStore } from '@nanostores/react'
import { createElement, type ComponentType } from 'react'
import { $declinedBuild, $offeredBuild } from '#browser/app/view.ts'
import { $modal, closeModal } from '#browser/stores/modals.ts'
import { $session, $tokenState } from '#browser/stores/session.ts'
import { $toasts } from '#browser/stores/toasts.ts'
import { Button } from '#browser/ui/button.tsx'
import { useModal } from '#browser/ui/focus/use-modal.ts'
import { formatTime } from '#lib/format.ts'
import { onDeviceClock } from '#lib/time/server-clock.ts'
import { confirmAndReload } from './reload.ts'

export function FallbackToasts() {
  return (
    <div role="alert" className="float fixed right-6 bottom-16 z-50 p-3">
      {useStore($toasts).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

export function FallbackModal() {
  const { component, props, isCloseable } = useStore($modal)
  const dialog = useModal()
  if (!component) return null
  return (
    <dialog
      ref={dialog}
      className="float p-5"
      onCancel={event => {
        event.preventDefault()
        if (isCloseable) closeModal()
      }}
    >
      {createElement(component as ComponentType<object>, props)}
      {isCloseable && <Button onClick={closeModal}>Close</Button>}
    </dialog>
  )
}

/** The form cannot be loaded and would be useless offline. The page and what was typed stay. */
export function FallbackSession({ onRetry }: { onRetry: () => void }) {
  const { user } = useStore($session)
  const state = useStore($tokenState)
  if (!user || state === 'valid') return null
  return (
    <div role="alert" className="float fixed bottom-16 left-6 z-40 grid max-w-[420px] gap-3 p-4">
      <p>
        {state === 'expired'
          ? 'Your session has ended.'
          : `Your session ends at ${formatTime(onDeviceClock(user.exp * 1000))}.`}{' '}
        The login form could not be loaded. What you entered is kept on this device.
      </p>
      <div className="flex gap-2">
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
        <Button size="s" onClick={confirmAndReload}>
          Reload the page
        </Button>
      </div>
    </div>
  )
}

export function FallbackBanner() {
  const build = useStore($offeredBuild)
  if (!build) return null
  return (
    <div
      role="status"
      className="float fixed bottom-16 left-1/2 z-40 flex -translate-x-1/2 items-center gap-3 p-3"
    >
      <p>New version {build.notes}</p>
      <Button size="s" onClick={confirmAndReload}>
        Reload
      </Button>
      <Button size="s" onClick={() => $declinedBuild.set(build.id)}>
        Not now
      </Button>
    </div>
  )
}
