import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { applySelection } from './comparison.ts'
import { readSelection, writeSelection, type ExplorerSelection } from './explorer-selection.ts'

/** Choices that Back does not undo one by one. */
const TRANSIENT: ReadonlySet<string> = new Set<keyof ExplorerSelection>(['averages', 'sort', 'focus'])

const isTransientChange = (change: Partial<ExplorerSelection>): boolean =>
  Object.keys(change).every(key => TRANSIENT.has(key))

export type ChangeSelection = (change: Partial<ExplorerSelection>, options?: { replace?: boolean }) => void

/** The selection in the address at this moment. */
export const currentSelection = (): ExplorerSelection => readSelection(location.search)

const changeSelection: ChangeSelection = (part, { replace = isTransientChange(part) } = {}) => {
  const selection = { ...currentSelection(), ...part }
  navigate(location.pathname + writeSelection(selection), { replace })
}

/** The selection in the address, and a function that changes it. */
export function useSelection(): [ExplorerSelection, ChangeSelection] {
  const search = useSearch()
  const selection = useMemo(() => readSelection(search), [search])
  useEffect(() => applySelection(selection), [selection])
  return [selection, changeSelection]
}
