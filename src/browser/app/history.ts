// Follows the address, whoever changes it: links, Back and Forward, or a screen. wouter's own hook for
// guards misses Back and Forward. Each history entry is stamped with its position, so that a refused
// navigation can be undone.

import 'wouter/use-browser-location'

interface VisitEntry {
  position: number
  path: string
}

let shownEntry: VisitEntry = { position: 0, path: '' }
let presentPosition = 0
/** Whether Back or Forward led to the current address. */
let isTraversal = false

function positionInState(state: unknown): number | undefined {
  const position =
    typeof state === 'object' && state !== null ? (state as Record<string, unknown>)['position'] : undefined
  return typeof position === 'number' ? position : undefined
}

/** Calls back on every change of the path or the query. */
export function watchAddress(onChanged: () => void): () => void {
  let address = location.pathname + location.search
  const onChange = ({ type }: Event): void => {
    const stamped = positionInState(history.state)
    presentPosition = stamped ?? (type === 'pushState' ? presentPosition + 1 : presentPosition)
    if (stamped === undefined) stampHistory()
    const next = location.pathname + location.search
    if (next === address) return
    address = next
    isTraversal = type === 'popstate'
    onChanged()
  }
  // The entry that the page was opened at: Back to it would otherwise look like no step at all.
  if (positionInState(history.state) === undefined) stampHistory()
  const events = ['popstate', 'pushState', 'replaceState']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

function stampHistory(): void {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' ? state : null), position: presentPosition }, '')
}

export const shownHistoryPosition = (): number => shownEntry.position
export const currentEntry = (): { position: number; isTraversal: boolean } => ({
  position: positionInState(history.state) ?? presentPosition,
  isTraversal
})

/** The current entry is the one whose screen is shown. */
export function recordShownEntry(): void {
  presentPosition = positionInState(history.state) ?? presentPosition
  // The whole URL: a path that begins with two slashes would name another host.
  shownEntry = { position: presentPosition, path: location.href }
}

/** Returns to the entry whose screen is still shown. */
export function restoreShownEntry(): void {
  const distance = shownEntry.position - presentPosition
  if (distance === 0) history.replaceState({ position: presentPosition }, '', shownEntry.path)
  else history.go(distance)
}
