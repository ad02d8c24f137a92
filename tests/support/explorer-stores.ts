// The explorer's stores as its screens use them, without the screens.
import { $outputTypes, $chartView } from '#features/explorer/chart/chart-page.ts'
import {
  $comparisonRequest,
  $explorerScope,
  takeSelection,
  type ComparisonRequest
} from '#features/explorer/selection/comparison.ts'
import { readSelection } from '#features/explorer/selection/explorer-selection.ts'
import { invariant } from '#lib/invariant.ts'
import { loadFilterOptions } from '#stores/filters.ts'

/** Takes up an address, loads what can be chosen, and answers what figures are then asked for. */
export async function compareAt(search: string): Promise<{ comparing: ComparisonRequest; stop: () => void }> {
  const stop = takeSelection(readSelection(search))
  const place = $explorerScope.get()
  invariant(place, 'The place is known')
  await loadFilterOptions(place)
  const comparing = $comparisonRequest.get()
  invariant(comparing.state === 'ready', 'The comparison is known')
  return { comparing: comparing.value, stop }
}

export function tabNamed(name: string) {
  const types = $outputTypes.get()
  invariant(types.state === 'ready', 'The tabs are loaded')
  const tab = types.value.find(type => type.output_name === name)
  invariant(tab, `There is a tab ${name}`)
  return tab
}

export function figures() {
  const data = $chartView.get()
  invariant(data.state === 'ready', 'The figures are loaded')
  return data.value
}
