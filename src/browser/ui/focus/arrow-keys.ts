// Arrow keys walk through what stands in a row: focus that moves from one to the next, or an option that is highlighted. Or they change a value.

import type { KeyboardEvent } from 'react'

interface Walk {
  /** The arrow keys that navigate. */
  axis: 'vertical' | 'horizontal' | 'both'
  /** Whether navigation wraps around. */
  wraps?: boolean
  /** Whether Home and End go to the first and last item; in a text field they move the caret. */
  hasEnds?: boolean
  /** How many items Page Up and Page Down move; 0 by default. */
  page?: number
}

const arrows: Record<Walk['axis'], Record<string, number>> = {
  vertical: { ArrowUp: -1, ArrowDown: 1 },
  horizontal: { ArrowLeft: -1, ArrowRight: 1 },
  both: { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }
}

/** The index among `count` that a key leads to; null for a key that does not walk. From -1, which is none, the walk begins at an end. */
export function indexAfter(
  key: string,
  at: number,
  count: number,
  { axis, wraps = false, hasEnds = true, page = 0 }: Walk
): number | null {
  const last = count - 1
  const within = (index: number): number => Math.min(Math.max(index, 0), last)
  const end = hasEnds ? { Home: 0, End: last }[key] : undefined
  if (count === 0) return null
  if (end !== undefined) return end
  const step = arrows[axis][key]
  if (step === undefined) {
    const pages = { PageDown: page, PageUp: -page }[key]
    return pages ? within(at + pages) : null
  }
  if (at < 0) return step > 0 ? 0 : last
  return wraps ? (at + step + count) % count : within(at + step)
}

/** The number of steps by which a key changes a value, positive for up, right and Page Up; null for other keys. */
export function valueSteps(
  event: KeyboardEvent,
  { axis, page = 0 }: Pick<Walk, 'axis' | 'page'>
): number | null {
  const pages = { PageUp: page, PageDown: -page }[event.key]
  const isHorizontal = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const steps = pages ?? (arrows[axis][event.key] ?? 0) * (isHorizontal ? 1 : -1)
  return steps === 0 || hasModifier(event) ? null : steps
}

/** Modified arrows belong to the browser: Alt and an arrow go back in history. */
export const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey

/** Moves the focus to another of the elements that is not disabled, and returns it; null for other keys. */
export function walkFocus<E extends HTMLElement>(
  event: KeyboardEvent,
  elements: Iterable<E>,
  walk: Walk
): E | null {
  if (hasModifier(event)) return null
  const enabled = [...elements].filter(element => !element.matches(':disabled, [aria-disabled=true]'))
  const at = enabled.findIndex(element => element === document.activeElement)
  const next = enabled[indexAfter(event.key, at, enabled.length, walk) ?? -1]
  if (next === undefined) return null
  event.preventDefault()
  next.focus()
  return next
}
