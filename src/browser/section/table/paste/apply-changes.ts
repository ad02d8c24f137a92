// Enters the values of a paste or a fill as one step, and reports on it.

import type { SectionEngine } from '#browser/section/section-engine.ts'
import { errorOf } from '#browser/section/state/cell-state.ts'
import { textContent, type EditContent } from '#browser/section/state/edit-content.ts'
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
  const steps = [editing.fillCells(changes)]
  const invalid = changes.flatMap(({ key }): Misfit[] => {
    const reason = errorOf(store.get(key))
    const place = model.cells.get(key)?.name ?? ''
    return reason === null ? [] : [{ key, place, text: store.get(key).text, reason }]
  })
  const report: PasteReport = {
    done,
    pasted: changes.length,
    invalid,
    misfits,
    blanks: kept.length === 0 ? null : { count: kept.length, clear: () => clear() },
    undo: () => {
      for (const step of steps.toReversed()) editing.revertStep(step)
      if (returnTo !== undefined) focusCell(returnTo)
    }
  }
  const clear = (): PasteReport => {
    steps.push(editing.fillCells(kept.map(key => ({ key, content: textContent('') }))))
    return { ...report, pasted: report.pasted + kept.length, blanks: null }
  }
  return report
}
