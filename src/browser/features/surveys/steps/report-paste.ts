import { excessText, type PasteOutcome } from '#browser/section/table/paste/paste-report.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { countOf } from '#lib/format.ts'

const MAX_TOLD_MISFITS = 3

/** Reports the result of a paste into a survey, and what did not fit. */
export function reportPaste(outcome: PasteOutcome): void {
  if (!('pasted' in outcome))
    return void showToast({ text: `${excessText(outcome)} Nothing was pasted.`, status: 'warning' })
  const { pasted, notPossible, misfits } = outcome
  const named = misfits
    .slice(0, MAX_TOLD_MISFITS)
    .map(({ place, text, reason }) => ` “${text}” at ${place}: ${reason.replace(/\.?$/, '.')}`)
  const more = misfits.length > MAX_TOLD_MISFITS ? ` And ${misfits.length - MAX_TOLD_MISFITS} more.` : ''
  showToast({
    text: `${countOf(pasted, 'value')} pasted${notPossible === 0 ? '' : `, ${notPossible} of them invalid`}${misfits.length === 0 ? '' : `; ${countOf(misfits.length, 'value')} did not fit`}.${named.join('')}${more}`,
    status: notPossible + misfits.length === 0 ? 'success' : 'warning'
  })
}
