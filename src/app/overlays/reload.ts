import { mustAskBeforeLeaving } from '#navigation/leave.ts'
import { askToLeave } from './leave-question.tsx'

/** What waits to be saved is saved first; a reload is the reader's decision alone. */
export async function reloadWithCare(): Promise<void> {
  if ((await mustAskBeforeLeaving()) && !(await askToLeave())) return
  location.reload()
}
