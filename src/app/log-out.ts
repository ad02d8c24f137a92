// Logs out on request. Unsaved cells are sent first, while the token is still valid; if some cannot be sent, the user decides.
import { navigate } from 'wouter/use-browser-location'
import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { paths } from '#navigation/paths.ts'
import { endSession } from '#stores/session.ts'
import { askToLeave } from './overlays/leave-question.tsx'

let isUnderWay = false

export async function logOutHere(): Promise<void> {
  if (isUnderWay) return
  isUnderWay = true
  const mayLeave = !(await mustAskBeforeLeaving()) || (await askToLeave('log out'))
  isUnderWay = false
  if (!mayLeave) return
  endSession()
  navigate(paths.login())
}
