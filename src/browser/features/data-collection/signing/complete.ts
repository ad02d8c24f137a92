// Marks a section complete, or says what prevents it.

import { call } from '#browser/api/call.ts'
import type { SectionAddress } from '#browser/features/data-collection/section-address.ts'
import { $openSection, reloadRows } from '#browser/features/data-collection/section.ts'
import type { SectionEngine } from '#browser/section/section-engine.ts'
import { keysDone } from '#browser/section/state/after-keys.ts'
import { isOpenCell } from '#browser/section/state/model.ts'
import type { SectionStatusLine } from '#browser/section/sync/status-line.ts'
import { focusCell } from '#browser/section/table/cell-id.ts'
import { showToast } from '#browser/stores/toasts.ts'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import { declareEmptySection } from '#contract/section-submissions.ts'
import { cellKey } from '#domain/answers/cell-address.ts'
import { countOf } from '#lib/format.ts'
import { newId } from '#lib/new-id.ts'
import { failureText } from '#lib/text/offline-text.ts'

/** What to say where the reader is still in the section: why it is not complete and the cell that keeps it from that, each null where there is none. */
export interface CompletionOutcome {
  goTo: string | null
  error: string | null
}

const DONE: CompletionOutcome = { goTo: null, error: null }

export async function completeSection(
  engine: SectionEngine,
  address: SectionAddress
): Promise<CompletionOutcome> {
  const outcome = await tryToComplete(engine)
  if (outcome.error === null) {
    showToast({ text: 'Section marked complete.', status: 'success' })
    void reloadRows(address)
    return DONE
  }
  const open = $openSection.get()
  if (open.state === 'ready' && open.value.engine === engine) return outcome
  // Whoever has gone on meanwhile sees no bar of this section, and must not be moved.
  const text = `${engine.model.section.section_name}: not marked complete. ${outcome.error}`
  showToast({ text, status: 'error' })
  return DONE
}

async function tryToComplete(engine: SectionEngine): Promise<CompletionOutcome> {
  await engine.flushDrafts()
  const status = engine.$status.get()
  if (status.isDone) return askToComplete(engine)
  const what = status.errors > 0 ? 'error' : status.conflicts > 0 ? 'conflict' : 'incomplete'
  return { goTo: engine.firstKey(what), error: `${incompleteText(status)}.` }
}

/** The server may know more than this page: entries by others since it was loaded can keep the section open. */
async function askToComplete(engine: SectionEngine): Promise<CompletionOutcome> {
  const result = await engine.sendAction('complete')
  if (!result.ok) {
    // To the answer that waits for the user, if that is why.
    const goTo = engine.firstKey('error') ?? engine.firstKey('conflict')
    return { goTo, error: failureText(result.error, 'Try again when you are online.') }
  }
  const [first] = result.value.rejected
  if (first === undefined) return DONE
  await engine.refresh()
  return { goTo: cellKey(first), error: first.message }
}

/** Declares that there is nothing to report. Returns why that failed, or null. */
export async function declareEmpty(
  engine: SectionEngine,
  { questionnaireId, submissionId, sectionId }: SectionAddress,
  empty_reason: EmptySectionReason
): Promise<string | null> {
  const body = {
    questionnaire_id: questionnaireId,
    submission_id: submissionId,
    section_id: sectionId,
    client_change_id: newId(),
    empty_reason
  }
  const result = await call(declareEmptySection, { body })
  if (!result.ok) return failureText(result.error, 'Nothing has changed. Try again when you are online.')
  await engine.refresh()
  void reloadRows({ questionnaireId, submissionId, sectionId })
  return null
}

/** Reopens the section for changes, which withdraws a declaration that there is nothing to report; the cursor goes to the answer that was chosen last, or to the first one. */
export async function reopenSection(engine: SectionEngine, address: SectionAddress): Promise<void> {
  const isEmpty = engine.$status.get().emptyReason !== null
  const result = await engine.sendAction('reopen')
  if (!result.ok) {
    showToast({ text: failureText(result.error, 'Try again when you are online.'), status: 'error' })
    return
  }
  // The server has cleared the zeros of the declaration.
  if (isEmpty) await engine.refresh()
  showToast({ text: 'Section reopened. Mark it complete again when you are done.', status: 'success' })
  void reloadRows(address)
  // The fields take the place of the locked ones.
  await keysDone()
  const key = engine.$focused.get() ?? [...engine.model.cells.values()].find(isOpenCell)?.key
  if (key !== undefined) focusCell(key)
}

const missingList = new Intl.ListFormat('en-GB')

/** '28 required answers are missing, 1 answer is invalid and 2 flagged answers need a comment'. */
export function incompleteText({
  counts,
  errors,
  conflicts
}: Pick<SectionStatusLine, 'counts' | 'errors' | 'conflicts'>): string {
  const parts = [
    counts.required_remaining_count > 0 &&
      `${countOf(counts.required_remaining_count, 'required answer')} ${counts.required_remaining_count === 1 ? 'is' : 'are'} missing`,
    errors > 0 && `${countOf(errors, 'answer')} ${errors === 1 ? 'is' : 'are'} invalid`,
    conflicts > 0 &&
      `${countOf(conflicts, 'answer')} ${conflicts === 1 ? 'was' : 'were'} also changed by someone else`,
    counts.comment_required_count > 0 &&
      `${countOf(counts.comment_required_count, 'flagged answer')} ${counts.comment_required_count === 1 ? 'needs' : 'need'} a comment`
  ]
  return missingList.format(parts.filter(part => part !== false))
}
