// Enters the values of a paste or a fill as one step, and reports on it.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { textContent, type EditContent } from '#browser/section/state/edit-content.ts'
import { lockText } from '#browser/section/state/locks.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import type { Misfit, PasteReport } from './paste-report.ts'

export interface PlannedChanges {
  done: PasteReport['done']
  changes: { key: string; content: EditContent }[]
  misfits: Misfit[]
  /** Cells whose answers blank values of the block would clear. */
  kept: string[]
}

/** The active cell stays active: what is typed in it next is a step of its own. */
export function applyChanges(
  engine: SectionEngine,
  { done, changes, misfits, kept }: PlannedChanges,
  returnTo: string | undefined
): PasteReport {
  const { editing, store, model } = engine
  const { step: first, keys } = editing.fillCells(changes)
  const steps = [first]
  const filled = new Set(keys)
  const misfit = (key: string, text: string, reason: string): Misfit => ({
    key,
    place: model.cells.get(key)?.name ?? '',
    text,
    reason
  })
  const invalid = keys.flatMap(key => {
    const reason = errorOf(store.get(key))
    return reason === null ? [] : [misfit(key, store.get(key).text, reason)]
  })
  const refused = changes
    .filter(({ key }) => !filled.has(key))
    .map(({ key, content }) => misfit(key, content.text, lockText(engine.refusal)))
  const report: PasteReport = {
    done,
    pasted: keys.length,
    invalid,
    misfits: [...misfits, ...refused],
    blanks: kept.length === 0 ? null : { count: kept.length, clear: () => clear() },
    undo: () => {
      for (const step of steps.toReversed()) editing.revertStep(step)
      if (returnTo !== undefined) focusCell(returnTo)
    }
  }
  const clear = (): PasteReport => {
    const cleared = editing.fillCells(kept.map(key => ({ key, content: textContent('') })))
    steps.push(cleared.step)
    return { ...report, pasted: report.pasted + cleared.keys.length, blanks: null }
  }
  return report
}
