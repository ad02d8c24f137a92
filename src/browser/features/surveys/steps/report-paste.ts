import type { PasteReport } from '#browser/section/table/paste-block.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { countOf } from '#lib/format.ts'

/** Says what became of a paste into a survey. */
export function reportPaste({ pasted, notPossible, misfits }: PasteReport): void {
  const lost = notPossible + misfits.length
  showToast({
    text: `${countOf(pasted, 'value')} pasted${lost === 0 ? '' : `, ${lost} of them invalid`}.`,
    status: lost === 0 ? 'success' : 'warning'
  })
}
