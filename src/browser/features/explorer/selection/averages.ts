// Which averages are drawn. A switch is drawn at once. It is written to the address after the next frame, because that rerenders the whole page.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { AverageName } from '#contract/chart-data.ts'
import { afterDrawing } from '#lib/after-drawing.ts'
import { chosenAverages, type ExplorerSelection } from './explorer-selection.ts'
import { currentSelection, type ChangeSelection } from './use-selection.ts'

/** Switched, but not in the address yet. */
const $switched = atom<readonly AverageName[] | null>(null)

export const useAverages = ({ averages }: ExplorerSelection): readonly AverageName[] =>
  useStore($switched) ?? averages

export function switchAverage(name: AverageName, change: ChangeSelection): void {
  const isWaiting = $switched.get() !== null
  const shown = $switched.get() ?? currentSelection().averages
  const others = shown.filter(other => other !== name)
  $switched.set(chosenAverages(others.length < shown.length ? others : [...shown, name]))
  if (isWaiting) return
  const { pathname } = location
  afterDrawing(() => {
    const averages = $switched.get()
    // Unless another page has opened meanwhile, with its own selection.
    if (averages !== null && location.pathname === pathname) change({ averages })
    $switched.set(null)
  })
}
