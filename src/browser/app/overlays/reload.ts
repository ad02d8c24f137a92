import { reloadPage, unsavedWork } from '#browser/navigation/leave.ts'
import { confirmLeaving } from './leave-dialog.tsx'

/** Saves what is pending, then reloads if the user agrees. */
export async function confirmAndReload(): Promise<void> {
  const work = await unsavedWork()
  if (work === 'none' || (await confirmLeaving(work))) reloadPage()
}
