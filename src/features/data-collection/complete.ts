// Marks a section complete, or says what prevents it.
import { countOf } from '#lib/format.ts'
import type { SectionEngine } from '#questionnaire/section-engine.ts'
import type { SectionStatusLine } from '#questionnaire/sync/status-line.ts'
import { showToast } from '#stores/toasts.ts'
import { loadRows } from './section.ts'
import type { SectionAddress } from './section-address.ts'

/** The cell to go to if something remains, and why the server refused, each null otherwise. */
export interface CompletionOutcome {
  goTo: string | null
  error: string | null
}

/** Completes the section. */
export async function completeSection(
  engine: SectionEngine,
  address: SectionAddress
): Promise<CompletionOutcome> {
  await engine.flushDrafts()
  const status = engine.$status.get()
  if (!status.isDone) {
    showToast({ text: `Not complete yet: ${remainingText(status)}.`, status: 'warning' })
    const what = status.errors > 0 ? 'error' : status.conflicts > 0 ? 'conflict' : 'incomplete'
    return { goTo: engine.firstKey(what), error: null }
  }
  const result = await engine.sendAction('complete')
  showToast(
    result.ok
      ? { text: 'Section marked complete.', status: 'success' }
      : { text: result.error, status: 'error' }
  )
  if (result.ok) void loadRows(address)
  return { goTo: null, error: result.ok ? null : result.error }
}

export async function reopenSection(engine: SectionEngine): Promise<void> {
  const result = await engine.sendAction('reopen')
  if (!result.ok) showToast({ text: result.error, status: 'error' })
}

/** '11 cells are required, 1 is invalid, 2 need a comment'. */
export function remainingText({
  counts,
  errors,
  conflicts
}: Pick<SectionStatusLine, 'counts' | 'errors' | 'conflicts'>): string {
  const parts = [
    counts.required_remaining_count > 0 &&
      `${countOf(counts.required_remaining_count, 'cell')} ${counts.required_remaining_count === 1 ? 'is' : 'are'} required`,
    errors > 0 && `${errors} ${errors === 1 ? 'is' : 'are'} invalid`,
    conflicts > 0 && `${conflicts} ${conflicts === 1 ? 'was' : 'were'} also changed by someone else`,
    counts.comment_required_count > 0 &&
      `${counts.comment_required_count} to check ${counts.comment_required_count === 1 ? 'needs' : 'need'} a comment`
  ]
  return parts.filter(part => part !== false).join(', ')
}
