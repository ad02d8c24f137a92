import { useCallback, useSyncExternalStore } from 'react'
import type { CellState } from '#browser/section/state/cell-state.ts'
import type { CellStore } from '#browser/section/state/cell-store.ts'
import { fieldId } from '#browser/section/table/cell-id.ts'

/** Longer than the pause between the keys of a steady typist. */
const REST_MS = 150

/** The state of one cell; while the user types in its field, it renders only when the keys rest. */
export function useRestingCell(store: CellStore, key: string): CellState {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      const stop = store.subscribe(key, () => {
        clearTimeout(timer)
        if (document.activeElement?.id === fieldId(key)) timer = setTimeout(listener, REST_MS)
        else listener()
      })
      return () => {
        clearTimeout(timer)
        stop()
      }
    },
    [store, key]
  )
  const snapshot = useCallback(() => store.get(key), [store, key])
  return useSyncExternalStore(subscribe, snapshot)
}
