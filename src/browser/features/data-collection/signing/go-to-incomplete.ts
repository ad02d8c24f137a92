import { askForComment } from '#browser/features/data-collection/panel/panel-tab.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'

/** Goes to an incomplete cell; if only its comment is missing, opens the comments. */
export function goToIncomplete(engine: SectionEngine, key: string): void {
  focusCell(key)
  if (engine.incompleteReason(key) === 'comment') askForComment(key)
}
