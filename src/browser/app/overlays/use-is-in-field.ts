import { useEffect, useState } from 'react'

/** Between two fields nothing has focus for a moment, and a click needs its button to stay in place. */
const FOCUS_SETTLE_MS = 200

const isPageField = (element: Element | null): boolean =>
  element !== null &&
  element.closest('dialog') === null &&
  element.matches('input, textarea, select, [contenteditable]')

/** Whether a field of the page has focus, while a component subscribes. Fields in dialogs do not count. */
export function useIsInField(isAsked: boolean): boolean {
  const [state, setState] = useState({ isAsked: false, isInField: false })
  // Correct from the first render: a dialog that is modal even once takes the focus.
  if (state.isAsked !== isAsked)
    setState({ isAsked, isInField: isAsked && isPageField(document.activeElement) })
  useEffect(() => {
    if (!isAsked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const { activeElement } = document
        if (activeElement?.closest('dialog') === null)
          setState({ isAsked, isInField: isPageField(activeElement) })
      }, FOCUS_SETTLE_MS)
    }
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [isAsked])
  return state.isInField
}
