import { useEffect } from 'react'
import { $isModalHeld } from '#browser/stores/modals.ts'

/** Keeps the dialog open, so that nobody loses what the server shows once: while it is made, and until it has been saved. */
export function useModalHeld(isHeld = true): void {
  useEffect(() => {
    $isModalHeld.set(isHeld)
    return () => $isModalHeld.set(false)
  }, [isHeld])
}
