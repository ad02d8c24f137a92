// Logs out on request. Unsaved cells are sent first, while the token is still valid; if some cannot be sent, the user decides.

import { navigate } from 'wouter/use-browser-location'
import { abort } from '#browser/api/abort.ts'
import { call } from '#browser/api/call.ts'
import { readToken } from '#browser/api/token.ts'
import { abandonUnsavedWork, unsavedWork } from '#browser/navigation/leave.ts'
import { isTokenOfOther, logOut } from '#browser/stores/session.ts'
import { logout } from '#contract/auth.ts'
import { paths } from '#programme/paths.ts'
import { confirmLeaving } from './overlays/leave-dialog.tsx'

let isLoggingOut = false

/** `to` is the address to go to. */
export async function confirmAndLogOut(to: string = paths.login()): Promise<void> {
  if (isLoggingOut) return
  isLoggingOut = true
  const work = await unsavedWork()
  const mayLeave = work === 'none' || (await confirmLeaving(work, 'log out'))
  isLoggingOut = false
  if (!mayLeave) return
  abandonUnsavedWork()
  endSession()
  navigate(to)
}

/** The server ends the session too, which invalidates copied tokens; the page does not wait for it. */
export function endSession(): void {
  const token = isTokenOfOther() ? null : readToken()
  // Spec 7: cancels nothing, so that pending saves finish.
  abort()
  if (token !== null) void call(logout, {}, { headers: { authorization: `Bearer ${token}` } })
  logOut()
}
