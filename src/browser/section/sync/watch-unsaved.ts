// Leaving a section with unsaved cells waits a moment for them, then asks.

import type { SectionSync } from './section-sync.ts'

/** How long leaving waits for cells that are being sent. */
const LEAVE_TIMEOUT_MS = 3000

type UnsavedCheck = () => Promise<'leave' | 'ask' | 'lose'>

/**
 * The check is registered only while something is unsaved, so that only then closing the tab asks. Returns a
 * function that stops watching.
 */
export function watchUnsaved(
  section: Pick<SectionSync, '$status' | 'settle'>,
  register: (check: UnsavedCheck) => () => void
): () => void {
  let unregister: (() => void) | null = null
  const check: UnsavedCheck = async () => {
    if (await section.settle(LEAVE_TIMEOUT_MS)) return 'leave'
    return section.$status.get().storageFault ? 'lose' : 'ask'
  }
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
