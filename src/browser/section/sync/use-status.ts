import { useCallback, useSyncExternalStore } from 'react'
import { afterKeys } from '#browser/section/state/after-keys.ts'
import type { SectionSync } from './section-sync.ts'
import type { SectionStatusLine } from './status-line.ts'

/**
 * One field of the section's status. Renders only when that field changes, although the status changes with
 * every key, and after the key itself is on the screen. With `isPrompt`, that something is not saved yet is shown with the key: otherwise
 * the page would say for a moment more that everything is.
 */
export function useStatus<T>(
  section: Pick<SectionSync, '$status'>,
  pick: (line: SectionStatusLine) => T,
  isPrompt = false
): T {
  const subscribe = useCallback(
    (listener: () => void) =>
      section.$status.listen((line, before) =>
        isPrompt && before?.unsaved === 0 && line.unsaved > 0 ? listener() : afterKeys(listener)
      ),
    [section, isPrompt]
  )
  return useSyncExternalStore(subscribe, () => pick(section.$status.get()))
}
