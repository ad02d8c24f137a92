import { useCallback, useSyncExternalStore } from 'react'
import type { SectionSync } from './section-sync.ts'
import type { SectionStatusLine } from './status-line.ts'

/**
 * One field of the section's status. Renders only when that field changes, although the status changes with
 * every key.
 */
export function useStatus<T>(section: Pick<SectionSync, '$status'>, pick: (line: SectionStatusLine) => T): T {
  const subscribe = useCallback((listener: () => void) => section.$status.listen(listener), [section])
  return useSyncExternalStore(subscribe, () => pick(section.$status.get()))
}
