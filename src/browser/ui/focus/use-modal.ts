import { useEffect, useRef, type RefObject } from 'react'
import { rememberFocusPlace } from './focus-place.ts'

/** For a native dialog that is modal as long as it is there; afterwards the focus goes back. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    const focusAgain = rememberFocusPlace(document.activeElement)
    element?.showModal()
    return () => {
      element?.close()
      focusAgain()
    }
  }, [])
  return dialog
}
