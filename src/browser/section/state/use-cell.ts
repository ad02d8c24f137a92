import { useCallback, useSyncExternalStore } from 'react'
import type { CellState } from './cell-state.ts'
import type { CellStore } from './cell-store.ts'
import { tableLineName, type TableLine, type TableModel } from './model.ts'

/** The state of one cell; renders only when that cell changes. */
export function useCell(store: CellStore, key: string): CellState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  const snapshot = useCallback(() => store.get(key), [store, key])
  return useSyncExternalStore(subscribe, snapshot)
}

/** Renders when a cell of this row or column changes. */
export function useLine(store: CellStore, table: TableModel, line: TableLine): void {
  const name = tableLineName(table, line)
  const subscribe = useCallback((listener: () => void) => store.subscribe(name, listener), [store, name])
  const snapshot = useCallback(() => store.versionOf(name), [store, name])
  useSyncExternalStore(subscribe, snapshot)
}
