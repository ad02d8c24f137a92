import { $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'

/** Focuses the cell that the address names, or the first of the question that it names, unless the user is in a cell already. */
export function goToAddressedCell({ model, $focused }: SectionEngine): void {
  const query = new URLSearchParams(location.search)
  const go = query.get('go')
  const key = [...model.cells.keys()].find(one => `${one}:`.startsWith(`${go}:`))
  if (key === undefined || $focused.get() !== null) return
  const tab = query.get('tab')
  if (tab === 'for-you' || tab === 'comments') $panelTab.set(tab)
  focusCell(key)
}
