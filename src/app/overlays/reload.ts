import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { confirmLeaving } from './leave-dialog.tsx'

/** Saves what is pending, then reloads if the user agrees. */
export async function confirmAndReload(): Promise<void> {
  if ((await mustAskBeforeLeaving()) && !(await confirmLeaving())) return
  location.reload()
}
