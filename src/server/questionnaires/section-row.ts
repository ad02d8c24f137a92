import { sql, type CompiledQuery, type Insertable } from 'kysely'
import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { SectionStatus } from '#contract/questionnaires.ts'
import type { CompletionCounts } from '#domain/answers/completion.ts'
import { isSectionDone } from '#domain/questionnaires/section-work.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import type { DatabaseSchema } from '#server/database/schema.ts'
import { isAdminCaller } from '#server/http/caller.ts'
import type { WriteLock } from './locked-scope.ts'
import type { SaveContext } from './save-context.ts'
import { userIdOf } from './write.ts'

export interface SectionStateRow {
  section_id: number
  status: SectionStatus
  /** 0 when nothing was ever saved. */
  version: number
  updated_at: Date
  updated_by_user_id: number | null
  /** When it was first reopened since a lead signed it off. */
  reopened_after_sign_off_at: Date | null
  /** When an admin last changed answers in it since then. */
  changed_after_sign_off_at: Date | null
  /** When answers were last corrected since it was marked complete or signed off. */
  corrected_at: Date | null
  empty_reason: EmptySectionReason | null
}

/** Locks the section's state for this transaction; others who save the same section wait. No row if there is no such section. */
export const lockSectionState = ({ tx, caller, request, submission, caseCodeId, now }: SaveContext) =>
  sql<SectionStateRow>`
    insert into section_submissions as s (programme_id, submission_id, section_id, case_code_id,
      status, version, applicable_count, answered_count, updated_at)
    select programme_id, ${submission.submission_id}::bigint, section_id, ${caseCodeId}::bigint, 'not_started', 0, 0, 0, ${now}::timestamptz
    from sections
    where programme_id = ${caller.programmeId} and questionnaire_id = ${request.questionnaire_id}
      and section_id = ${request.section_id} and is_active
    -- Writing what stands there already locks the row in the same round trip.
    on conflict (programme_id, submission_id, section_id, case_code_id) do update set version = s.version
    returning ${prepared} section_id, status, version, updated_at, updated_by_user_id, reopened_after_sign_off_at, changed_after_sign_off_at, corrected_at, empty_reason`.compile(
    tx
  )

export type MarksAfterSignOff = Pick<
  SectionStateRow,
  'reopened_after_sign_off_at' | 'changed_after_sign_off_at'
>

export const NO_MARKS: MarksAfterSignOff = {
  reopened_after_sign_off_at: null,
  changed_after_sign_off_at: null
}

/** The marks last until someone of the organisation signs off again: an admin's own sign-off hides nothing. */
export function marksAfterSignOff(
  { caller, isCorrection, now }: SaveContext,
  section: SectionStateRow,
  { status, hasChanged }: { status: SectionStatus; hasChanged: boolean }
): MarksAfterSignOff {
  if (status === 'signed_off' && !isAdminCaller(caller)) return NO_MARKS
  const isCorrected = isCorrection && hasChanged
  const isReopened = section.status === 'signed_off' && (status !== 'signed_off' || isCorrected)
  const reopened = section.reopened_after_sign_off_at ?? (isReopened ? now : null)
  const isMarked = reopened !== null && hasChanged && isAdminCaller(caller)
  return {
    reopened_after_sign_off_at: reopened,
    changed_after_sign_off_at: isMarked ? now : section.changed_after_sign_off_at
  }
}

/** The mark lasts until someone marks the section complete or signs it off again. */
function correctedAt(
  { isCorrection, request, now }: SaveContext,
  section: SectionStateRow,
  { status, hasChanged }: { status: SectionStatus; hasChanged: boolean }
): Date | null {
  if (request.action !== 'save' || !isSectionDone(status)) return null
  return isCorrection && hasChanged ? now : section.corrected_at
}

/** The section's new state, and what writes it with its counts, which the project list and the organiser's table sum. */
export function writeSection(
  context: SaveContext,
  section: SectionStateRow,
  {
    status,
    marks,
    hasChanged,
    empty_reason
  }: Pick<SectionStateRow, 'status' | 'empty_reason'> & { marks: MarksAfterSignOff; hasChanged: boolean },
  counts: CompletionCounts
): { written: SectionStateRow; writing: CompiledQuery } {
  const { caller, submission, caseCodeId, now } = context
  const isSignedOff = status === 'signed_off'
  // A correction keeps the sign-off and its author.
  const wasSignedOff = section.status === 'signed_off'
  const isKept = wasSignedOff && isSignedOff && context.request.action === 'save'
  // A signature, and taking it back, is no edit.
  const isEdited = hasChanged || !(isSignedOff || wasSignedOff)
  const written = {
    ...section,
    ...marks,
    status,
    empty_reason,
    corrected_at: correctedAt(context, section, { status, hasChanged }),
    version: section.version + 1,
    ...(isEdited && { updated_at: now, updated_by_user_id: userIdOf(context) })
  }
  const writing = sectionRowsWriter(context, caller.programmeId, [
    {
      ...marks,
      submission_id: submission.submission_id,
      section_id: section.section_id,
      case_code_id: caseCodeId,
      status,
      empty_reason,
      version: written.version,
      applicable_count: counts.applicable_count,
      answered_count: counts.answered_count,
      warning_count: counts.warning_count,
      updated_at: written.updated_at,
      updated_by_user_id: written.updated_by_user_id,
      corrected_at: written.corrected_at,
      ...(!isKept && {
        signed_off_at: isSignedOff ? now : null,
        signed_off_by_user_id: isSignedOff ? userIdOf(context) : null
      }),
      is_imported: false
    }
  ])
  return { written, writing }
}

export type SectionRowValues = Omit<Insertable<DatabaseSchema['section_submissions']>, 'programme_id'>

/** Writes the states of any number of sections. */
export async function writeSectionRows(
  { tx }: WriteLock,
  programmeId: number,
  rows: readonly SectionRowValues[]
): Promise<void> {
  if (rows.length > 0) await tx.executeQuery(sectionRowsWriter({ tx }, programmeId, rows))
}

function sectionRowsWriter(
  { tx }: Pick<WriteLock, 'tx'>,
  programmeId: number,
  rows: readonly SectionRowValues[]
): CompiledQuery {
  const columns = Object.keys(rows[0]!).map(column => sql.ref(column))
  const changes = columns.map(column => sql`${column} = excluded.${column}`)
  return sql`
    insert into section_submissions ${prepared} (programme_id, ${sql.join(columns)})
    select ${programmeId}::bigint, ${sql.join(columns)} from jsonb_populate_recordset(null::section_submissions, ${JSON.stringify(rows)}::jsonb)
    on conflict (programme_id, submission_id, section_id, case_code_id) do update set ${sql.join(changes)}`.compile(
    tx
  )
}
