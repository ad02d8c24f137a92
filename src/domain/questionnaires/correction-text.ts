// What correction windows allow and until when, in the words of every screen and email.

import type { WindowKind } from '#contract/correction-windows.ts'
import type { Section } from '#contract/questionnaires.ts'
import { closingMoment } from '#domain/projects/window-days.ts'
import { countOf } from '#lib/format.ts'
import { windowKindOf } from './section-changes.ts'

export function correctionText(kind: WindowKind, until: string, cellCount?: number): string {
  if (kind === 'complete') return `Sections can be marked complete and signed off until ${until}.`
  if (kind === 'change') return `Open for corrections until ${until}.`
  const what = cellCount === undefined ? 'Some answers are' : countOf(cellCount, 'answer is', 'answers are')
  return `${what} open for corrections until ${until}.`
}

/** What the reader can do in a closed section; null if no window is open for them. */
export function sectionCorrectionText(
  section: Pick<Section, 'lock_reason' | 'open_until' | 'open_cell_count'>
): string | null {
  const kind = windowKindOf(section)
  return (
    kind && correctionText(kind, closingMoment(section.open_until!), section.open_cell_count ?? undefined)
  )
}
