// Follows the address, whoever changes it: links, Back and Forward, or a screen. wouter's own hook for
// guards misses Back and Forward. Each history entry is stamped with its position, so that a refused
// navigation can be undone.
import 'wouter/use-browser-location'

interface Entry {
  position: number
  path: string
}

let shown: Entry = { position: 0, path: '' }
let present = 0
/** Whether Back or Forward led to the current address. */
let isTraversal = false

function positionOf(state: unknown): number | undefined {
  const position =
    typeof state === 'object' && state !== null ? (state as Record<string, unknown>)['position'] : undefined
  return typeof position === 'number' ? position : undefined
}

/** Calls back on every change of the path or the query. */
export function watchAddress(onChanged: () => void): () => void {
  let address = location.pathname + location.search
  const onChange = ({ type }: Event): void => {
    const stamped = positionOf(history.state)
    present = stamped ?? (type === 'pushState' ? present + 1 : present)
    if (stamped === undefined) stamp()
    const next = location.pathname + location.search
    if (next === address) return
    address = next
    isTraversal = type === 'popstate'
    onChanged()
  }
  // The entry that the page was opened at: Back to it would otherwise look like no step at all.
  if (positionOf(history.state) === undefined) stamp()
  const events = ['popstate', 'pushState', 'replaceState']
  for (const event of events) addEventListener(event, onChange)
  return () => {
    for (const event of events) removeEventListener(event, onChange)
  }
}

function stamp(): void {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' ? state : null), position: present }, '')
}

export const shownPosition = (): number => shown.position
export const currentEntry = (): { position: number; isTraversal: boolean } => ({
  position: positionOf(history.state) ?? present,
  isTraversal
})

/** The current entry is the one whose screen is shown. */
export function recordShownEntry(): void {
  present = positionOf(history.state) ?? present
  // The whole URL: a path that begins with two slashes would name another host.
  shown = { position: present, path: location.href }
}

/** Returns to the entry whose screen is still shown. */
export function restoreShownEntry(): void {
  const distance = shown.position - present
  if (distance === 0) history.replaceState({ position: present }, '', shown.path)
  else history.go(distance)
}
