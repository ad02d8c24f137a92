// Logs out on request. Unsaved cells are sent first, while the token is still valid; if some cannot be sent, the user decides.

import { navigate } from 'wouter/use-browser-location'
import { abandonUnsavedWork, unsavedWork } from '#browser/navigation/leave.ts'
import { endSession } from '#browser/stores/session.ts'
import { paths } from '#programme/paths.ts'
import { confirmLeaving } from './overlays/leave-dialog.tsx'

let isLoggingOut = false

export async function confirmAndLogOut(): Promise<void> {
  if (isLoggingOut) return
  isLoggingOut = true
  const work = await unsavedWork()
  const mayLeave = work === 'none' || (await confirmLeaving(work, 'log out'))
  isLoggingOut = false
  if (!mayLeave) return
  abandonUnsavedWork()
  endSession()
  navigate(paths.login())
}
