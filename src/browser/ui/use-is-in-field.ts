import { useEffect, useState } from 'react'

/** Between two fields nothing has focus for a moment, and a click needs its button to stay in place. */
const FOCUS_SETTLE_MS = 200

const CELLS = 'form[data-cells] :is(input, textarea, select, [role="radiogroup"], [role="group"])'
const FIELDS = `input, textarea, select, [contenteditable], ${CELLS}`

const isPageField = (element: Element | null, fields: string): boolean =>
  element !== null && element.closest('dialog') === null && element.matches(fields)

/**
 * Whether a field of the page has focus, while a component subscribes: any field, or only a section's cells.
 * Fields in dialogs do not count.
 */
export function useIsInField(isAsked: boolean, kind: 'fields' | 'cells' = 'fields'): boolean {
  const fields = kind === 'cells' ? CELLS : FIELDS
  const [state, setState] = useState({ isAsked: false, isInField: false })
  // Correct from the first render: a dialog that is modal even once takes the focus.
  if (state.isAsked !== isAsked)
    setState({ isAsked, isInField: isAsked && isPageField(document.activeElement, fields) })
  useEffect(() => {
    if (!isAsked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const { activeElement } = document
        if (activeElement?.closest('dialog') === null)
          setState({ isAsked, isInField: isPageField(activeElement, fields) })
      }, FOCUS_SETTLE_MS)
    }
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', look)
    }
  }, [isAsked, fields])
  return state.isInField
}
