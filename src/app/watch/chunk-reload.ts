// Spec 4 and 9: code that a navigation needs and can no longer be loaded, mostly after a deployment, reloads the page, at most once per 10 seconds
// for the same path. Preloading never reloads, and parts beside a page have a plain fallback.

const MIN_RELOAD_INTERVAL_MS = 10_000
const keyOf = (path: string): string => `chunk-reload:${path}`

interface ReloadEffects {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

const inBrowser: ReloadEffects = {
  now: () => Date.now(),
  isOnline: () => navigator.onLine,
  reload: () => location.reload()
}

/** Reloads unless this path was reloaded less than 10 seconds ago; says whether it did. Without a connection the page stays. */
export function throttledReload(path: string, { now, isOnline, reload }: ReloadEffects = inBrowser): boolean {
  // What is open can still be worked with; a reload would put the browser's own error page in its place.
  if (!isOnline()) return false
  try {
    const last = Number(sessionStorage.getItem(keyOf(path)) ?? Number.NEGATIVE_INFINITY)
    if (now() - last < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(keyOf(path), String(now()))
  } catch {
    // Storage is full or blocked: without a timestamp a broken deployment would reload endlessly.
    return false
  }
  reload()
  return true
}
