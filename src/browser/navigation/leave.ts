// The third global guard (spec 2; product 0): warns before unsaved work is lost by a link, by Back or by closing the tab.

/**
 * Flushes pending saves, then returns whether the page may be left or the user must be asked about what stays on this device or
 * would be lost.
 */
export type LeaveHandler = () => Promise<'leave' | 'ask' | 'lose'>
export type UnsavedWork = 'none' | 'kept' | 'lost'

const leaveChecks = new Set<LeaveHandler>()

// The browser asks in its own words; it does so only after the reader has used the page.
const askBrowser = (event: Event): void => event.preventDefault()

/** Registers a check while there may be unsaved work. Call the returned function when there is none. */
export function registerLeaveCheck(check: LeaveHandler): () => void {
  if (leaveChecks.size === 0) addEventListener('beforeunload', askBrowser)
  leaveChecks.add(check)
  return () => {
    leaveChecks.delete(check)
    if (leaveChecks.size === 0) removeEventListener('beforeunload', askBrowser)
  }
}

export async function unsavedWork(): Promise<UnsavedWork> {
  const words = await Promise.all([...leaveChecks].map(check => check()))
  if (words.includes('lose')) return 'lost'
  return words.includes('ask') ? 'kept' : 'none'
}

/** The user has agreed to discard unsaved work. */
export function abandonUnsavedWork(): void {
  leaveChecks.clear()
  removeEventListener('beforeunload', askBrowser)
}

/** Reloads without the browser's question: the user was asked before, or nothing can be lost. */
export function reloadPage(): void {
  removeEventListener('beforeunload', askBrowser)
  location.reload()
}
