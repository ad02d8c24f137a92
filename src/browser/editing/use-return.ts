import { useEffect } from 'react'
import { startStopwatch } from '#lib/time/server-clock.ts'

/** A page that was out of sight this long looks for what others have changed. */
const STALE_AFTER_MS = 30_000

/** Looks for changes of others when someone returns to this page. */
export function useReturn(look: () => unknown): void {
  useEffect(() => {
    let timeAway = (): number => 0
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') timeAway = startStopwatch()
      else if (timeAway() > STALE_AFTER_MS) look()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [look])
}
