import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { readSelection, writeSelection, type Selection } from './explorer-selection.ts'
import { takeSelection } from './comparison.ts'

/** Transient choices, which Back should not undo one by one. */
const PASSING: ReadonlySet<string> = new Set<keyof Selection>(['averages', 'sort', 'focus'])

const isPassing = (change: Partial<Selection>): boolean => Object.keys(change).every(key => PASSING.has(key))

export type ChangeSelection = (change: Partial<Selection>, options?: { replace?: boolean }) => void

/** The selection in the address at this moment. */
export const currentSelection = (): Selection => readSelection(location.search)

const change: ChangeSelection = (part, { replace = isPassing(part) } = {}) => {
  const selection = { ...currentSelection(), ...part }
  navigate(location.pathname + writeSelection(selection), { replace })
}

/** The selection in the address, and a function that changes it. */
export function useSelection(): [Selection, ChangeSelection] {
  const search = useSearch()
  const selection = useMemo(() => readSelection(search), [search])
  useEffect(() => takeSelection(selection), [selection])
  return [selection, change]
}
