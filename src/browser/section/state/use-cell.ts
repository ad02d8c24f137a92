import { useCallback, useSyncExternalStore } from 'react'
import { afterKeys } from './after-keys.ts'
import type { CellState } from './cell-state.ts'
import type { CellStore } from './cell-store.ts'
import { tableLineName, totalName, type TableLine, type TableModel } from './model.ts'

/** The state of one cell; renders only when that cell changes. */
export function useCell(store: CellStore, key: string): CellState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  const snapshot = useCallback(() => store.get(key), [store, key])
  return useSyncExternalStore(subscribe, snapshot)
}

/** Renders when a cell of this row looks different. */
export const useTableRow = (store: CellStore, table: TableModel, row: number): void =>
  useVersion(store, tableLineName(table, { is: 'row', at: row }))

/** Renders when the total of this row or column changes, after the key that changed it is on the screen. */
export const useTotal = (store: CellStore, table: TableModel, line: TableLine): void =>
  useVersion(store, totalName(table, line), afterKeys)

const atOnce = (work: () => void): void => work()

function useVersion(store: CellStore, name: string, run = atOnce): void {
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(name, () => run(listener)),
    [store, name, run]
  )
  const snapshot = useCallback(() => store.versionOf(name), [store, name])
  useSyncExternalStore(subscribe, snapshot)
}
