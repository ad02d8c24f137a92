import { $panelTab } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { deviceSeenStore, watchNews } from '#browser/section/sync/watch-news.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import type { OpenSection } from './section-loading.ts'
import { keptName, sectionViewer } from './section.ts'
import { goToIncomplete } from './signing/go-to-incomplete.ts'

/** Goes to the cell of the address and marks what others have changed. Returns a function that stops it. */
export function beginVisit({ engine, address }: OpenSection): () => void {
  goToAddressedCell(engine)
  const seen = deviceSeenStore(keptName('seen', address.submissionId, address.sectionId))
  return watchNews(engine, seen, sectionViewer())
}

/** Focuses the cell that the address names, unless the user is in one already. */
function goToAddressedCell(engine: SectionEngine): void {
  const query = new URLSearchParams(location.search)
  const go = query.get('go')
  if (engine.$focused.get() !== null) return
  if (go === 'left') {
    const key = engine.firstKey('error') ?? engine.firstKey('conflict') ?? engine.firstKey('incomplete')
    if (key !== null) goToIncomplete(engine, key)
    return
  }
  const key = [...engine.model.cells.keys()].find(one => `${one}:`.startsWith(`${go}:`))
  if (key === undefined) return
  const tab = query.get('tab')
  if (tab === 'for-you' || tab === 'comments') $panelTab.set(tab)
  focusCell(key)
}
