import { useCallback, useSyncExternalStore } from 'react'
import { afterKeys } from '#browser/section/state/after-keys.ts'
import type { SectionSync } from './section-sync.ts'
import type { SectionStatusLine } from './status-line.ts'

/**
 * One field of the section's status. Renders only when that field changes, although the status changes with
 * every key, and after the key itself is on the screen.
 */
export function useStatus<T>(section: Pick<SectionSync, '$status'>, pick: (line: SectionStatusLine) => T): T {
  const subscribe = useCallback(
    (listener: () => void) => section.$status.listen(() => afterKeys(listener)),
    [section]
  )
  return useSyncExternalStore(subscribe, () => pick(section.$status.get()))
}
