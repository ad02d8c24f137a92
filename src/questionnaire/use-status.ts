import { useCallback, useSyncExternalStore } from 'react'
import type { SectionEngine } from './engine.ts'
import type { SectionStatusLine } from './status-line.ts'

/** One figure of the section's state. It renders again when that figure is another, while the state as a whole changes with every key. */
export function useStatus<T>(engine: SectionEngine, pick: (line: SectionStatusLine) => T): T {
  const subscribe = useCallback((listener: () => void) => engine.$status.listen(listener), [engine])
  return useSyncExternalStore(subscribe, () => pick(engine.$status.get()))
}
