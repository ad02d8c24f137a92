import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { confirmLeaving } from './leave-dialog.tsx'

/** What waits to be saved is saved first; a reload is the reader's decision alone. */
export async function confirmAndReload(): Promise<void> {
  if ((await mustAskBeforeLeaving()) && !(await confirmLeaving())) return
  location.reload()
}
