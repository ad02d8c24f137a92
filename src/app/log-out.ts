// Logging out by the person's word. What waits is sent first, while the token is still good; what cannot be sent is asked about.
import { navigate } from 'wouter/use-browser-location'
import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { paths } from '#navigation/paths.ts'
import { endSession } from '#stores/session.ts'
import { askToLeave } from './hosts/leave-question.tsx'

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
