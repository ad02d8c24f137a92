// Handles window events: the page may be closed at any moment, or the connection may be back.

import { startStopwatch } from '#lib/time/server-clock.ts'
import type { SectionSync } from './section-sync.ts'

/** A page that was hidden for this long reloads what others may have changed. */
const RELOAD_AFTER_MS = 60_000

/** Others’ answers and comments show within a quarter of a minute. A reply without news is a 304. */
const POLL_OTHERS_MS = 12_000

/** Reloads what others have changed, while the page is visible. Returns a function that stops it. */
export function watchOthers(section: Pick<SectionSync, 'refresh'>, target: Window): () => void {
  const timer = target.setInterval(() => {
    if (target.document.visibilityState === 'visible') void section.refresh()
  }, POLL_OTHERS_MS)
  return () => target.clearInterval(timer)
}

/** Listens while the section is open. Returns a function that stops it. */
export function watchWindow(
  section: Pick<SectionSync, 'flushDrafts' | 'retry' | 'refresh'>,
  target: Window
): () => void {
  let timeAway = (): number => 0
  const keep = (): void => void section.flushDrafts()
  const retry = (): void => section.retry()
  const onVisibility = (): void => {
    if (target.document.visibilityState === 'hidden') {
      timeAway = startStopwatch()
      keep()
      return
    }
    retry()
    if (timeAway() > RELOAD_AFTER_MS) void section.refresh()
  }
  const stops = new AbortController()
  const { signal } = stops
  target.addEventListener('pagehide', keep, { signal })
  target.addEventListener('online', retry, { signal })
  target.addEventListener('focus', retry, { signal })
  target.document.addEventListener('visibilitychange', onVisibility, { signal })
  return () => stops.abort()
}
