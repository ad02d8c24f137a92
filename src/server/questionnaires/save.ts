// Saves cells of a section: one transaction, validated against the current state of the database.

import type { CompiledQuery } from 'kysely'
import type { SubSection } from '#contract/questionnaires.ts'
import type { SectionSubmissionResult } from '#contract/section-submissions.ts'
import { cellKey, type CellAddress } from '#domain/answers/cell-address.ts'
import {
  completionOf,
  completionPercent,
  countsOfEmpty,
  type SectionCompletionResult
} from '#domain/answers/completion.ts'
import { personName } from '#domain/people/full-name.ts'
import { changesOfDeclaring, changesOfWithdrawing } from '#domain/questionnaires/empty-sections.ts'
import {
  cellRefusal,
  isCellSettled,
  type CellRefusal,
  type SettlementOf
} from '#domain/questionnaires/section-changes.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { ok } from '#lib/result.ts'
import { readSettledCells } from '#server/acceptance/accepted-cells.ts'
import { pipeline } from '#server/database/connections/pipeline.ts'
import { aggregateVersionBump, dataVersionBump } from '#server/database/data-version.ts'
import { LostRaceError } from '#server/database/retry.ts'
import type { SharingSection } from '#server/database/shared-questions.ts'
import { transaction } from '#server/database/transaction.ts'
import { lockedError, requireRow } from '#server/http/api-error.ts'
import type { Caller } from '#server/http/caller.ts'
import { applyAction, emptyReasonAfter, isWithdrawal, requireActionAllowed, startCase } from './actions.ts'
import { chartEffect } from './chart-effect.ts'
import { fillStructure } from './content.ts'
import { resultWriter, selectStoredResult } from './idempotency.ts'
import { lockScope } from './locked-scope.ts'
import type { SaveRequest, SaveContext } from './save-context.ts'
import {
  lockSectionState,
  marksAfterSignOff,
  writeSection,
  writeSectionRows,
  type SectionStateRow
} from './section-row.ts'
import { changesElsewhere, lockSharing } from './sharing-sections.ts'
import { mailLeadsOfChange, mailLeadsOfReopening } from './sign-off-mail.ts'
import { selectStoredCells, storedCellsIn } from './stored-cells.ts'
import { structureToKeep } from './structure-cache.ts'
import {
  applyWrites,
  derivedWrites,
  repeatedKeys,
  validateChanges,
  type ValidationResult
} from './validate-changes.ts'
import { userIdOf, writeCells, writeComments } from './write.ts'

/** A rejected cell is part of the result; a locked section or a missing permission is an error. */
export async function saveSectionChanges(
  { database, programme }: Pick<SaveContext, 'database' | 'programme'>,
  caller: Caller,
  request: SaveRequest,
  now: Date
): Promise<SectionSubmissionResult> {
  const { action } = request
  // Signing off writes every section of the questionnaire; nothing may be entered elsewhere in a cell that is declared empty.
  const lock = action === 'sign_off' ? 'whole' : action === 'declare' ? 'alone' : 'shared'
  return transaction(database, async tx =>
    saveChanges({ database, programme, request, ...(await lockScope(tx, caller, request, now, lock)) })
  )
}

async function saveChanges(context: SaveContext): Promise<SectionSubmissionResult> {
  const { request } = context
  const { section, stored, subSections, sharing } = await lockSection(context)
  if (stored) return stored
  requireActionAllowed(context, section)
  const settlementOf = await readSettledCells(context, request.section_id)
  const isWithdrawn = isWithdrawal(request, section.empty_reason)
  const validated = validateRequest(context, subSections, settlementOf, isWithdrawn)
  await writeComments(context, validated.comments)
  const after = applyWrites(subSections, validated)
  const empty_reason = emptyReasonAfter(request, section.empty_reason)
  const following = derivedWrites(after, { settlementOf, emptyReason: empty_reason, isWithdrawn })
  const writes = [...validated.writes, ...following.calculated]
  if (writes.length > 0) await startCase(context)
  const own = subSections.flatMap(subSection => subSection.questions)
  const elsewhere = await changesElsewhere(context, sharing, { written: writes, own })
  const allWrites = [...writes, ...elsewhere.writes]
  const conditional = writes.length > 0 ? following.conditional : []
  const shownOrHidden = await writeCells(context, allWrites, [...conditional, ...elsewhere.conditional])
  await writeSectionRows(context, context.caller.programmeId, elsewhere.rows)
  const counted = completionOf(after)
  const completion = empty_reason === null ? counted : countsOfEmpty(counted)
  const { status, rejected, caseStatus } = await applyAction(context, section, completion)
  const hasChanged = writes.length > 0
  const marks = marksAfterSignOff(context, section, { status, hasChanged })
  await mailLeadsOfReopening(context, section)
  if (hasChanged && marks.changed_after_sign_off_at === context.now) await mailLeadsOfChange(context, section)
  const effect = chartEffect(context, {
    questions: [...own, ...elsewhere.subSections.flatMap(subSection => subSection.questions)],
    repeatedKeys: repeatedKeys([...subSections, ...elsewhere.subSections]),
    writes: allWrites,
    shownOrHidden,
    hasReopenedElsewhere: elsewhere.hasReopened,
    caseStatus,
    before: section,
    after: { status, empty_reason }
  })
  const isChanged = hasChanged || status !== section.status || empty_reason !== section.empty_reason
  const { written, writing } = isChanged
    ? writeSection(context, section, { status, empty_reason, marks, hasChanged }, completion)
    : { written: section, writing: null }
  const result = await resultOf(context, written, completion, {
    ...validated,
    rejected: [...validated.rejected, ...rejected]
  })
  const all = [writing, versionBump(context, sharing, effect), resultWriter(context, result)]
  await pipeline(
    context.tx,
    all.filter(query => query !== null)
  )
  return result
}

function versionBump(
  { tx, caller, request, submission }: SaveContext,
  sharing: readonly SharingSection[],
  effect: ReturnType<typeof chartEffect>
): CompiledQuery | null {
  const { programmeId } = caller
  const { project_id, submission_id } = submission
  if (effect === 'project') return dataVersionBump(tx, programmeId, project_id, submission_id)
  if (effect === null) return null
  const others = sharing.map(({ questionnaire_id }) => questionnaire_id)
  return aggregateVersionBump(tx, programmeId, [request.questionnaire_id, ...others], submission_id)
}

/** Locks the section for other saves, and reads it under the lock; a repeated change finds the first one committed. */
async function lockSection(context: SaveContext) {
  const { database, tx, caller, request, submission, window, caseCodeId } = context
  const { programmeId } = caller
  const { structure, sharing, keep } = await structureToKeep(database, tx, {
    programmeId,
    questionnaireId: request.questionnaire_id,
    sectionId: request.section_id,
    version: window.version
  })
  await lockSharing(context, sharing)
  const place = { programmeId, submission, sectionId: request.section_id, caseCodeId }
  const [sections, results, [cells]] = await pipeline(tx, [
    lockSectionState(context),
    selectStoredResult(context),
    selectStoredCells(tx, place, structure).compile()
  ])
  const section = sections[0] ?? (await explainMissingSection(context))
  keep()
  return {
    section,
    stored: results[0]?.result,
    sharing,
    subSections: fillStructure(structure, storedCellsIn(cells!), request.answers.map(cellKey))
  }
}

/**
 * A 404 if there is no such section. Nobody can have added it, because the structure is held: if it is there, the statement that locks it looked in
 * vain. On Citus it does so after it has waited for its shard to be split.
 */
async function explainMissingSection({ tx, caller, request }: SaveContext): Promise<never> {
  const { questionnaire_id, section_id } = request
  await requireRow(
    tx.selectFrom('sections').select('section_id'),
    { programme_id: caller.programmeId, questionnaire_id, section_id, is_active: true },
    'section'
  )
  throw new LostRaceError('The section was not found where it is.')
}

/** The changes in the call, and those that a declaration or its withdrawal makes. */
function validateRequest(
  context: SaveContext,
  subSections: readonly SubSection[],
  settlementOf: SettlementOf,
  isWithdrawn: boolean
): ValidationResult {
  const { empty_reason, answers } = context.request
  const questions = subSections.flatMap(subSection => subSection.questions)
  const zeros =
    empty_reason === undefined
      ? ok(answers)
      : changesOfDeclaring(subSections, empty_reason, cell => isCellSettled(settlementOf(cell)))
  if (!zeros.ok) throw lockedError(zeros.error)
  const typed = validateChanges(questions, zeros.value, typedRefusal(context, settlementOf))
  if (!isWithdrawn) return typed
  // What is typed in the same call comes after the 0 that it replaces.
  const isTyped = new Set(typed.saved.map(cellKey))
  const cleared = changesOfWithdrawing(subSections, settlementOf).filter(cell => !isTyped.has(cellKey(cell)))
  const { writes, saved } = validateChanges(questions, cleared, () => null)
  return { ...typed, writes: [...writes, ...typed.writes], saved: [...saved, ...typed.saved] }
}

/** Why people cannot change a cell that the section itself allows them to change. */
function typedRefusal(
  { openCells }: SaveContext,
  settlementOf: SettlementOf
): (cell: CellAddress) => CellRefusal | null {
  const open = openCells && new Set(openCells.map(cellKey))
  return cell =>
    cellRefusal('typed', {
      ...settlementOf(cell),
      isCalculated: false,
      isTyped: false,
      isClosed: open?.has(cellKey(cell)) === false
    })
}

async function resultOf(
  context: SaveContext,
  section: SectionStateRow,
  completion: SectionCompletionResult,
  validated: ValidationResult
): Promise<SectionSubmissionResult> {
  const { caller, now } = context
  return {
    section_submission: {
      section_id: context.request.section_id,
      status: section.status,
      version: section.version,
      completion_percent: completionPercent(completion, isSectionDone(section.status)),
      updated_at: section.version === 0 ? null : section.updated_at.toISOString(),
      updated_by: await userName(context, section.updated_by_user_id)
    },
    // The caller is the author of what this call has written.
    saved: validated.saved.map(cell => ({
      updated_at: now.toISOString(),
      updated_by: caller.kind === 'user' ? caller.fullName : null,
      updated_by_user_id: userIdOf(context),
      ...cell
    })),
    rejected: validated.rejected,
    warnings: validated.warnings,
    conflicts: validated.conflicts
  }
}

/** Usually the caller's own name, which is known. */
async function userName({ tx, caller }: SaveContext, userId: number | null): Promise<string | null> {
  if (userId === null) return null
  if (caller.kind === 'user' && caller.userId === userId) return caller.fullName
  const user = await tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where(eb => eb.and({ programme_id: caller.programmeId, user_id: userId }))
    .executeTakeFirst()
  return user ? personName(user) : null
}
