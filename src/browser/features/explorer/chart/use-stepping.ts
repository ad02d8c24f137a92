// Steps from chart to chart in the overview's order, by Alt+Page Up and Alt+Page Down or by buttons.

import { useEffect, useRef, type RefObject } from 'react'
import { navigate } from 'wouter/use-browser-location'

export interface ChartNeighbour {
  name: string
  href: string
}

export interface ChartNeighbours {
  previous: ChartNeighbour | undefined
  next: ChartNeighbour | undefined
}

export type StepSide = keyof ChartNeighbours

export const STEP_KEYS: Record<StepSide, { key: string; shortcut: string; text: string }> = {
  previous: { key: 'PageUp', shortcut: 'Alt+PageUp', text: 'Alt + Page Up' },
  next: { key: 'PageDown', shortcut: 'Alt+PageDown', text: 'Alt + Page Down' }
}
const SIDES: readonly StepSide[] = ['previous', 'next']

/** The button that was used last. The next chart's page focuses it, so that it can be pressed again. */
let steppedBy: StepSide | null = null

export interface Stepping {
  buttons: Record<StepSide, RefObject<HTMLAnchorElement | null>>
  onStep: (side: StepSide) => void
}

export function useStepping({ previous, next }: ChartNeighbours): Stepping {
  const buttons = { previous: useRef<HTMLAnchorElement>(null), next: useRef<HTMLAnchorElement>(null) }
  const [previousButton, nextButton] = [buttons.previous, buttons.next]
  const hrefs: Record<StepSide, string | undefined> = { previous: previous?.href, next: next?.href }
  const target = useRef(hrefs)
  useEffect(() => {
    target.current = hrefs
  })
  useEffect(() => {
    const used = steppedBy
    steppedBy = null
    if (used === null) return
    const [same, other] = used === 'next' ? [nextButton, previousButton] : [previousButton, nextButton]
    // At the end of the list only the way back is left.
    const button = same.current ?? other.current
    button?.focus({ preventScroll: true })
  }, [previousButton, nextButton])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return
      const side = SIDES.find(one => STEP_KEYS[one].key === event.key)
      const href = side && target.current[side]
      if (href === undefined || document.querySelector('dialog[open]')) return
      event.preventDefault()
      navigate(href)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    buttons,
    onStep: side => {
      steppedBy = side
    }
  }
}
