import { useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { $averages } from '#browser/stores/selection.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { afterDrawing } from '#lib/after-drawing.ts'
import { applySelection } from './comparison.ts'
import {
  chosenAverages,
  readSelection,
  writeSelection,
  type ExplorerSelection
} from './explorer-selection.ts'

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

let isAverageWaiting = false

/** A switched average is drawn at once. It is written to the address after the next frame, because that rerenders the whole page. */
export function switchAverage(name: AverageName, change: ChangeSelection): void {
  const shown = $averages.get()
  const others = shown.filter(other => other !== name)
  $averages.set(chosenAverages(others.length < shown.length ? others : [...shown, name]))
  if (isAverageWaiting) return
  isAverageWaiting = true
  const { pathname } = location
  afterDrawing(() => {
    isAverageWaiting = false
    // Unless another page has opened meanwhile, with its own selection.
    if (location.pathname === pathname) change({ averages: $averages.get() })
  })
}
