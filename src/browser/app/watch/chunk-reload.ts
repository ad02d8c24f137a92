// Spec 4 and 9: if a navigation's code cannot be loaded, mostly after a deployment, reloads the page, at
// most once per 10 seconds for the same path. Preloads never reload, and overlays have plain fallbacks.

import { reloadPage } from '#browser/navigation/leave.ts'
import { deviceTime } from '#lib/time/server-clock.ts'

const MIN_RELOAD_INTERVAL_MS = 10_000
const chunkReloadKey = (path: string): string => `chunk-reload:${path}`

interface ReloadEffects {
  now: () => number
  isOnline: () => boolean
  reload: () => void
}

const inBrowser: ReloadEffects = {
  now: () => deviceTime(),
  isOnline: () => navigator.onLine,
  reload: reloadPage
}

/**
 * Reloads unless this path was reloaded less than 10 seconds ago; returns whether it did. Offline it never
 * reloads.
 */
export function throttledReload(path: string, { now, isOnline, reload }: ReloadEffects = inBrowser): boolean {
  // The open page still works; a reload would replace it with the browser's error page.
  if (!isOnline()) return false
  try {
    const last = Number(sessionStorage.getItem(chunkReloadKey(path)) ?? Number.NEGATIVE_INFINITY)
    // The absolute value, so that a clock that was set back does not block the reload.
    if (Math.abs(now() - last) < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(chunkReloadKey(path), String(now()))
  } catch {
    // Storage is full or blocked: without a timestamp a broken deployment would cause a reload loop.
    return false
  }
  reload()
  return true
}
