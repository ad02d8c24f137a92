import { useEffect } from 'react'
import { useLeaveGuard } from '#browser/forms/form-element.tsx'
import { $isModalHeld } from '#browser/stores/modals.ts'

/**
 * Keeps the dialog open, so that nobody loses what the server shows once: while it is made, and until it has been saved. Back, a logout and closing
 * the tab ask first.
 */
export function useModalHeld(isHeld = true): void {
  useLeaveGuard(isHeld)
  useEffect(() => {
    $isModalHeld.set(isHeld)
    return () => $isModalHeld.set(false)
  }, [isHeld])
}
