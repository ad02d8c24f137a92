import { useCallback, useReducer, useEffect, useSyncExternalStore } from 'react'
import type { CellState, CellStore } from './cells.ts'
import { totalKey, totalOf, type Total, type TotalPlace } from './totals.ts'
import type { TableModel } from './model.ts'

/** The state of one cell; renders again when that cell changes and at no other time. */
export function useCell(store: CellStore, key: string): CellState {
  const subscribe = useCallback((listener: () => void) => store.subscribe(key, listener), [store, key])
  const snapshot = useCallback(() => store.get(key), [store, key])
  return useSyncExternalStore(subscribe, snapshot)
}

/** A sum that follows its cells. */
export function useTotal(store: CellStore, table: TableModel, place: TotalPlace): Total {
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const key = totalKey(table, place)
  useEffect(() => store.subscribe(key, changed), [store, key])
  return totalOf(store, table, place)
}
