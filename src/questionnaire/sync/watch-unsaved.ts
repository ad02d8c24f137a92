// Leaving a section with something unsaved waits a moment for it, and then asks.
import type { SectionSync } from './section-sync.ts'

/** How long leaving waits for cells that are on their way. */
const LEAVE_TIMEOUT_MS = 3000

type LeaveCheck = () => Promise<'leave' | 'ask'>

/** A check stands only while there is something to lose, so that closing the tab is asked about only then. The answer stops watching. */
export function watchUnsaved(
  section: Pick<SectionSync, '$status' | 'settle'>,
  register: (check: LeaveCheck) => () => void
): () => void {
  let unregister: (() => void) | null = null
  const check: LeaveCheck = async () => ((await section.settle(LEAVE_TIMEOUT_MS)) ? 'leave' : 'ask')
  const stop = section.$status.subscribe(({ unsaved }) => {
    if (unsaved > 0) unregister ??= register(check)
    else {
      unregister?.()
      unregister = null
    }
  })
  return () => {
    stop()
    unregister?.()
  }
}
