import { useEffect } from 'react'
import { useLeaveGuard } from '#browser/forms/form-element.tsx'
import { $isModalHeld } from '#browser/stores/modals.ts'

/**
 * Keeps the dialog open while the server creates what it shows only once, and until the user has saved it. Back, a logout and closing
 * the tab ask first.
 */
export function useModalHeld(isHeld = true): void {
  useLeaveGuard(isHeld)
  useEffect(() => {
    $isModalHeld.set(isHeld)
    return () => $isModalHeld.set(false)
  }, [isHeld])
}
