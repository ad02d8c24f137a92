import { useEffect } from 'react'

/**
 * While open, a press or focus outside both elements closes it; on opening, the first control of the panel
 * takes focus, or the panel itself if it is only read.
 */
export function useDismiss(
  isOpen: boolean,
  trigger: Element | null,
  panel: Element | null,
  close: () => void
): void {
  useEffect(() => {
    if (!isOpen) return undefined
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !panel?.contains(target) && !trigger?.contains(target)) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen, trigger, panel, close])
  useEffect(() => {
    if (!isOpen || !(panel instanceof HTMLElement)) return
    const first = panel.querySelector<HTMLElement>(
      ':is([autofocus], input, button, a[href], [tabindex]):not(:disabled)'
    )
    const target = first ?? panel
    target.focus()
  }, [isOpen, panel])
}
