import { useEffect } from 'react'
import { deviceTime } from '#lib/time/server-clock.ts'

/** A page that was out of sight this long looks for what others have changed. */
const STALE_AFTER_MS = 30_000

/** Looks for changes of others when someone returns to this page. */
export function useReturn(look: () => unknown): void {
  useEffect(() => {
    let leftAt: number | null = null
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') leftAt = deviceTime()
      else if (leftAt !== null && deviceTime() - leftAt > STALE_AFTER_MS) look()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [look])
}
