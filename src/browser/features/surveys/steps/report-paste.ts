import {
  excessText,
  misfitText,
  pasteText,
  type PasteOutcome
} from '#browser/section/table/paste/paste-report.ts'
import { showToast } from '#browser/stores/toasts.ts'
import { countOf } from '#lib/format.ts'

const MAX_TOLD_MISFITS = 3

/** Reports the result of a paste into a survey, and what did not fit. The names of questions say where values go. */
export function reportPaste(outcome: PasteOutcome): void {
  if ('match' in outcome) return reportPaste(outcome.paste())
  if (!('pasted' in outcome))
    return void showToast({ text: `${excessText(outcome)} Nothing was pasted.`, status: 'warning' })
  const { invalid, misfits, blanks } = outcome
  const named = misfits
    .slice(0, MAX_TOLD_MISFITS)
    .map(misfit => ` ${misfitText(misfit).replace(/\.?$/, '.')}`)
  const more = misfits.length > MAX_TOLD_MISFITS ? ` And ${misfits.length - MAX_TOLD_MISFITS} more.` : ''
  const kept = blanks === null ? '' : ` ${countOf(blanks.count, 'answer')} kept where the clipboard is blank.`
  showToast({
    text: `${pasteText(outcome, 'value')}${named.join('')}${more}${kept}`,
    status: invalid.length + misfits.length === 0 ? 'success' : 'warning'
  })
}
