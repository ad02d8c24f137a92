// Which averages are drawn. Switching one shows at once; the address has it after the next frame, because all of the page follows the address.

import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import type { AverageName } from '#contract/chart-data.ts'
import { afterDrawing } from '#lib/after-drawing.ts'
import { chosenAverages, type ExplorerSelection } from './explorer-selection.ts'
import { currentSelection, type ChangeSelection } from './use-selection.ts'

/** What was switched and is not in the address yet. */
const $switched = atom<readonly AverageName[] | null>(null)

export const useAverages = ({ averages }: ExplorerSelection): readonly AverageName[] =>
  useStore($switched) ?? averages

/** Shows an average or hides it. */
export function switchAverage(name: AverageName, change: ChangeSelection): void {
  const isWaiting = $switched.get() !== null
  const shown = $switched.get() ?? currentSelection().averages
  const others = shown.filter(other => other !== name)
  $switched.set(chosenAverages(others.length < shown.length ? others : [...shown, name]))
  if (isWaiting) return
  const { pathname } = location
  afterDrawing(() => {
    const averages = $switched.get()
    // Another page has opened meanwhile, with the choices of its own address.
    if (averages !== null && location.pathname === pathname) change({ averages })
    $switched.set(null)
  })
}
