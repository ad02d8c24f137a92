// The end of a session: warning, expiry, and logout in all tabs.

import { readToken } from '#browser/api/token.ts'
import {
  $session,
  $tokenState,
  checkSession,
  expireSession,
  refreshDetails
} from '#browser/stores/session.ts'
import { MINUTE_MS, SECOND_MS } from '#lib/time/clock.ts'
import { deviceTime, isSteady, serverTime } from '#lib/time/server-clock.ts'
import { writeStored } from '#lib/web-storage.ts'

const WARNING_BEFORE_MS = 2 * MINUTE_MS
const CHECK_INTERVAL_MS = 15 * SECOND_MS
const LOGGED_OUT = 'logged-out'

/**
 * Compares the token's expiry with the server's time. If the computer has slept or its clock was set, only a call can tell, because the server refuses an
 * expired token.
 */
export function checkSessionExpiry(): void {
  checkSession()
  const { user } = $session.get()
  if (!user || $tokenState.get() === 'expired') return
  const now = serverTime()
  if (now === null) return
  if (!isSteady()) void refreshDetails()
  const left = user.exp * SECOND_MS - now
  if (left <= 0) expireSession()
  else $tokenState.set(left <= WARNING_BEFORE_MS ? 'expiring' : 'valid')
}

/** Where storage is blocked, the other tabs check the cookie when they become visible. */
const notifyOtherTabs = (): void => writeStored('localStorage', LOGGED_OUT, String(deviceTime()))

/** Watches the logged-in user's session. Stopping the watch tells the other tabs about the logout. */
export function watchSession(): () => void {
  const timer = setInterval(checkSessionExpiry, CHECK_INTERVAL_MS)
  const stops = new AbortController()
  const { signal } = stops
  // A write to storage notifies all other tabs. It may come after a newer login, so the cookie decides.
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === LOGGED_OUT && newValue !== null) checkSession()
  }
  addEventListener('storage', onStorage, { signal })
  // A tab that missed the message, or has no storage, finds the cookie gone or replaced; so does a page that is restored by Back.
  document.addEventListener('visibilitychange', checkSessionExpiry, { signal })
  addEventListener('pageshow', checkSessionExpiry, { signal })
  return () => {
    // If someone else has logged in, the other tabs belong to them.
    if (readToken() === null) notifyOtherTabs()
    clearInterval(timer)
    stops.abort()
  }
}
