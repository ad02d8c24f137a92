// Spec 4 and 9: if code cannot be loaded, mostly after a deployment, reloads the page, at most once per 10
// seconds for the same path. `missing-code.ts` decides for what is loaded within a page.

import { reloadPage } from '#browser/navigation/leave.ts'
import { deviceTime } from '#lib/time/server-clock.ts'

const MIN_RELOAD_INTERVAL_MS = 10_000
const chunkReloadKey = (path: string): string => `chunk-reload:${path}`

/**
 * Reloads unless this path was reloaded less than 10 seconds ago; returns whether it did. Offline it never
 * reloads.
 */
export function throttledReload(path: string): boolean {
  // The open page still works; a reload would replace it with the browser's error page.
  if (!navigator.onLine) return false
  try {
    const last = Number(sessionStorage.getItem(chunkReloadKey(path)))
    // The absolute value, so that a clock that was set back does not block the reload.
    if (Math.abs(deviceTime() - last) < MIN_RELOAD_INTERVAL_MS) return false
    sessionStorage.setItem(chunkReloadKey(path), String(deviceTime()))
  } catch {
    // Storage is full or blocked: without a timestamp a broken deployment would cause a reload loop.
    return false
  }
  reloadPage()
  return true
}
