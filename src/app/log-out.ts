// Logs out on request. Unsaved cells are sent first, while the token is still valid; if some cannot be sent, the user decides.
import { navigate } from 'wouter/use-browser-location'
import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { paths } from '#navigation/paths.ts'
import { endSession } from '#stores/session.ts'
import { confirmLeaving } from './overlays/leave-dialog.tsx'

let isLoggingOut = false

export async function confirmAndLogOut(): Promise<void> {
  if (isLoggingOut) return
  isLoggingOut = true
  const mayLeave = !(await mustAskBeforeLeaving()) || (await confirmLeaving('log out'))
  isLoggingOut = false
  if (!mayLeave) return
  endSession()
  navigate(paths.login())
}
