import { sql } from 'kysely'
import type { SectionStatus } from '#contract/questionnaires.ts'
import type { CompletionCounts } from '#domain/answers/completion.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { SaveContext } from './save-context.ts'
import { userIdOf } from './write.ts'

export interface SectionStateRow {
  section_id: number
  status: SectionStatus
  /** 0 when nothing was ever saved. */
  version: number
  updated_at: Date
  updated_by_user_id: number | null
}

/** Locks the section's state for this transaction; others who save the same section wait. */
export async function lockSectionState({
  tx,
  caller,
  request,
  submission,
  caseCodeId,
  now
}: SaveContext): Promise<SectionStateRow> {
  const { rows } = await sql<SectionStateRow>`
    insert into section_submissions as s (programme_id, submission_id, section_id, case_code_id,
      status, version, applicable_count, answered_count, updated_at)
    select programme_id, ${submission.submission_id}::bigint, section_id, ${caseCodeId}::bigint, 'not_started', 0, 0, 0, ${now}::timestamptz
    from sections
    where programme_id = ${caller.programmeId} and questionnaire_id = ${request.questionnaire_id}
      and section_id = ${request.section_id} and is_active
    -- Writing what stands there already locks the row in the same round trip.
    on conflict (programme_id, submission_id, section_id, case_code_id) do update set version = s.version
    returning section_id, status, version, updated_at, updated_by_user_id`.execute(tx)
  return requireFound(rows[0], 'section')
}

/** Writes the section's new state and its counts, which the project list sums. */
export async function writeSection(
  context: SaveContext,
  section: SectionStateRow,
  status: SectionStatus,
  counts: CompletionCounts
): Promise<SectionStateRow> {
  const { tx, caller, submission, caseCodeId, now } = context
  const isSignedOff = status === 'signed_off'
  const written = {
    ...section,
    status,
    version: section.version + 1,
    updated_at: now,
    updated_by_user_id: userIdOf(context)
  }
  await tx
    .updateTable('section_submissions')
    .set({
      status,
      version: written.version,
      applicable_count: counts.applicable_count,
      answered_count: counts.answered_count,
      updated_at: now,
      updated_by_user_id: written.updated_by_user_id,
      signed_off_at: isSignedOff ? now : null,
      signed_off_by_user_id: isSignedOff ? written.updated_by_user_id : null
    })
    .where('programme_id', '=', caller.programmeId)
    .where('submission_id', '=', submission.submission_id)
    .where('section_id', '=', section.section_id)
    .where('case_code_id', '=', caseCodeId)
    .execute()
  return written
}
