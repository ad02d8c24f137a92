// Spec 4 and 9: code that can no longer be loaded, mostly after a deploy, reloads the page, at most once per 10 seconds for the same path.

const GUARD = 10_000
const keyOf = (path: string): string => `chunk-reload:${path}`

interface ReloadEffects {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

const inBrowser: ReloadEffects = { now: () => Date.now(), isOnline: () => navigator.onLine, reload: () => location.reload() }

/** Reloads unless this path was reloaded less than 10 seconds ago; says whether it did. Without a connection the page stays. */
export function reloadOnce(path: string, { now, isOnline, reload }: ReloadEffects = inBrowser): boolean {
  // What is open can still be worked with; a reload would put the browser's own error page in its place.
  if (!isOnline()) return false
  try {
    const last = Number(sessionStorage.getItem(keyOf(path)) ?? Number.NEGATIVE_INFINITY)
    if (now() - last < GUARD) return false
    sessionStorage.setItem(keyOf(path), String(now()))
  } catch {
    // Storage is full or blocked: without a mark a broken deploy would reload for ever.
    return false
  }
  reload()
  return true
}

/** Lazy code reports its failure as `vite:preloadError`. The island's own chunk cannot: the page's head watches that one. */
export function watchChunks(effects: ReloadEffects = inBrowser): () => void {
  const onFailure = (event: Event): void => {
    if (reloadOnce(location.pathname, effects)) event.preventDefault()
  }
  addEventListener('vite:preloadError', onFailure)
  return () => removeEventListener('vite:preloadError', onFailure)
}
