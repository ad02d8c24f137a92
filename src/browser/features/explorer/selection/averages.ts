// Which averages are drawn. A switch is drawn at once. It is written to the address after the next frame, because that rerenders the whole page.

import { $averages } from '#browser/stores/selection.ts'
import type { AverageName } from '#contract/chart-data.ts'
import { afterDrawing } from '#lib/after-drawing.ts'
import { chosenAverages } from './explorer-selection.ts'
import type { ChangeSelection } from './use-selection.ts'

let isWaiting = false

export function switchAverage(name: AverageName, change: ChangeSelection): void {
  const shown = $averages.get()
  const others = shown.filter(other => other !== name)
  $averages.set(chosenAverages(others.length < shown.length ? others : [...shown, name]))
  if (isWaiting) return
  isWaiting = true
  const { pathname } = location
  afterDrawing(() => {
    isWaiting = false
    // Unless another page has opened meanwhile, with its own selection.
    if (location.pathname === pathname) change({ averages: $averages.get() })
  })
}
