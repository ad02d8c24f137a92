// Applies an action of a save to its section's state.

import type { CaseCodeStatus } from '#contract/case-codes.ts'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellAddress } from '#domain/answers/cell-address.ts'
import {
  canComplete,
  type CompletionCounts,
  type SectionCompletionResult,
  type IncompleteReason
} from '#domain/answers/completion.ts'
import { isShut, openCellsAt } from '#domain/questionnaires/lock-reason.ts'
import { changeRefusal, type ChangeRefusal, type SectionAct } from '#domain/questionnaires/section-changes.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { forbiddenError, lockedError, notFound } from '#server/http/api-error.ts'
import { isAdminCaller } from '#server/http/caller.ts'
import type { SaveContext, SaveRequest } from './save-context.ts'
import { NO_MARKS, type SectionStateRow } from './section-row.ts'
import { sectionStates } from './sections.ts'
import { refusalTextFor } from './window.ts'
import { userIdOf } from './write.ts'

const incompleteTexts: Record<IncompleteReason, string> = {
  required: 'Required before the section can be completed.',
  error: 'The value is invalid.',
  comment: 'Needs a comment before the section can be completed.'
}

const actsOf = ({ action, answers, empty_reason }: SaveRequest): SectionAct[] => [
  ...(action === 'save' ? [] : [action]),
  ...(answers.length > 0 || empty_reason === 'none_happened' ? (['enter'] as const) : [])
]

/** Why there is nothing to report after the action; null if there is something or may be. */
export function emptyReasonAfter(
  { action, empty_reason }: SaveRequest,
  before: EmptySectionReason | null
): EmptySectionReason | null {
  if (action === 'declare') return empty_reason ?? null
  return action === 'reopen' ? null : before
}

/** Whether the action withdraws “None happened”, whose zeros are then cleared. */
export const isWithdrawal = ({ action }: SaveRequest, before: EmptySectionReason | null): boolean =>
  action === 'reopen' && before === 'none_happened'

/** Rejects an action that the role, the questionnaire's state or the section's state does not allow. */
export function requireActionAllowed(context: SaveContext, section: SectionStateRow): void {
  const { caller, lock, isCorrection, openCells, request, window, now } = context
  // Respondents fill in the sections of a survey, case by case.
  if (request.action === 'declare' && window.questionnaire_type === 'case') throw notFound('section')
  const refusal = changeRefusal(actsOf(request), {
    lock,
    status: section.status,
    roleTypeId: caller.kind === 'user' ? caller.roleTypeId : null,
    isSubmitted: caller.kind === 'respondent' && caller.isCompleted,
    isCorrection,
    isCellsOnly: openCells !== null,
    isEmpty: section.empty_reason !== null
  })
  if (refusal === null) return
  const text = refusalTextFor(refusal, caller, window, now, request.section_id)
  throw isForbidden(refusal) ? forbiddenError(text) : lockedError(text)
}

/** What another role could do at this moment. */
const isForbidden = (refusal: ChangeRefusal): boolean =>
  refusal === 'read_only_role' ||
  refusal === 'lead_signs_off' ||
  refusal === 'lead_reopens' ||
  refusal === 'lead_declares'

interface ActionOutcome {
  status: SectionStatus
  rejected: SectionSubmissionResult['rejected']
  /** The new status of a respondent's case. */
  caseStatus?: CaseCodeStatus | undefined
}

/** The section's status after the action, or what prevents it. */
export async function applyAction(
  context: SaveContext,
  section: SectionStateRow,
  completion: SectionCompletionResult
): Promise<ActionOutcome> {
  const { action } = context.request
  if (action !== 'reopen' && action !== 'declare') requireStaysWhole(context, section, completion)
  const working = statusAfterChanges(section.status, completion)
  switch (action) {
    case 'save':
      return { status: working, rejected: [] }
    case 'reopen':
      return {
        status: completion.answered_count > 0 || section.version > 0 ? 'in_progress' : 'not_started',
        rejected: []
      }
    case 'declare':
      return { status: 'complete', rejected: [] }
    case 'complete':
      if (!canComplete(completion)) return { status: working, rejected: incompleteCells(completion) }
      return { status: 'complete', rejected: [], caseStatus: await completeCase(context) }
    case 'sign_off':
      return signOffSections(context, working, completion)
  }
}

/** A correction leaves the section complete or signed off, because its window may end before it could be completed again. */
function requireStaysWhole(
  context: SaveContext,
  section: SectionStateRow,
  completion: SectionCompletionResult
): void {
  if (staysDone(context, section) && context.request.answers.length > 0 && !canComplete(completion))
    throw lockedError(
      `This section is ${section.status === 'complete' ? 'complete' : 'signed off'}. Reopen it to leave a required answer blank.`
    )
}

const staysDone = ({ isCorrection }: SaveContext, { status }: SectionStateRow): boolean =>
  status === 'signed_off' || (isCorrection && status === 'complete')

/** A complete section that loses a required answer is in progress again. */
export function statusAfterChanges(status: SectionStatus, completion: CompletionCounts): SectionStatus {
  if (status === 'not_started') return completion.answered_count > 0 ? 'in_progress' : 'not_started'
  return status === 'complete' && !canComplete(completion) ? 'in_progress' : status
}

const incompleteCells = (completion: SectionCompletionResult): SectionSubmissionResult['rejected'] =>
  completion.left.map(cell => ({ ...cellAddress(cell), message: incompleteTexts[cell.reason] }))

/** Signs every section of the questionnaire off, when all are complete (product 14). */
async function signOffSections(
  context: SaveContext,
  working: SectionStatus,
  completion: SectionCompletionResult
): Promise<ActionOutcome> {
  const { tx, caller, request, submission, window, now } = context
  if (!canComplete(completion)) return { status: working, rejected: incompleteCells(completion) }
  const states = await sectionStates(tx, caller, [request.questionnaire_id], submission.submission_id, 0)
  const others = states.filter(state => state.section_id !== request.section_id)
  const open = others.filter(state => !isSectionDone(state.status))
  if (open.length > 0 || !isSectionDone(working)) {
    const names = [
      ...open.map(state => state.section_name),
      ...(isSectionDone(working) ? [] : ['this section'])
    ]
    throw lockedError(`Complete every section before signing off: ${names.join(', ')}.`)
  }
  const ids = others.filter(state => state.status === 'complete').map(state => state.section_id)
  // A window of one section does not open the others, and a window of cells does not open a section.
  if (ids.some(id => isShut(window, now, id) || openCellsAt(window, now, id) !== null))
    throw lockedError(
      'Other sections of this questionnaire are closed. To sign it off, ask a programme admin to open the whole questionnaire.'
    )
  if (ids.length > 0) {
    const { numUpdatedRows } = await tx
      .updateTable('section_submissions')
      .set({
        status: 'signed_off',
        signed_off_at: now,
        signed_off_by_user_id: userIdOf(context),
        is_imported: false
      })
      .set(isAdminCaller(caller) ? {} : NO_MARKS)
      .set({ corrected_at: null })
      .set(({ eb }) => ({ version: eb('version', '+', 1) }))
      .where('programme_id', '=', caller.programmeId)
      .where('submission_id', '=', submission.submission_id)
      .where('case_code_id', '=', 0)
      .where('section_id', 'in', ids)
      .where('status', '=', 'complete')
      .executeTakeFirst()
    // Someone has saved or reopened one of them since it was read.
    if (numUpdatedRows < BigInt(ids.length))
      throw lockedError('A section has changed. Complete every section before signing off.')
  }
  return { status: 'signed_off', rejected: [] }
}

/** The first answer starts a case. */
export async function startCase({ tx, caller, now }: SaveContext): Promise<void> {
  if (caller.kind !== 'respondent') return
  await tx
    .updateTable('case_codes')
    .set({ last_activity_at: now })
    .set(({ eb }) => ({
      status: eb
        .case()
        .when('status', '=', 'unused')
        .then('started' as const)
        .else(eb.ref('status'))
        .end()
    }))
    .where(eb => eb.and({ programme_id: caller.programmeId, case_code_id: caller.caseCodeId }))
    .execute()
}

/** The last of its sections completes a case. */
async function completeCase({
  tx,
  caller,
  request,
  submission,
  now
}: SaveContext): Promise<CaseCodeStatus | undefined> {
  if (caller.kind !== 'respondent') return undefined
  const states = await sectionStates(
    tx,
    caller,
    [request.questionnaire_id],
    submission.submission_id,
    caller.caseCodeId
  )
  const isLast = states.every(state => state.section_id === request.section_id || state.status === 'complete')
  const status = isLast ? 'completed' : 'started'
  await tx
    .updateTable('case_codes')
    .set({ status, last_activity_at: now })
    .where(eb => eb.and({ programme_id: caller.programmeId, case_code_id: caller.caseCodeId }))
    .execute()
  return status
}
