import type { SectionStatus } from '#contract/questionnaires.ts'
import type { CompletionCounts } from '#domain/completion.ts'
import { found } from '../refusal.ts'
import type { Saving } from './saving.ts'
import { userIdOf } from './write.ts'

export interface SectionRow {
  section_id: number
  status: SectionStatus
  /** 0 when nothing was ever saved. */
  version: number
  updated_at: Date
  updated_by_user_id: number | null
}

/** Takes the section's state for this transaction; others who save the same section of the same submission wait. */
export async function lockSection({ work, caller, request, submission, caseCodeId, now }: Saving): Promise<SectionRow> {
  const section = await work
    .selectFrom('sections')
    .select('section_id')
    .where('programme_id', '=', caller.programmeId)
    .where('questionnaire_id', '=', request.questionnaire_id)
    .where('section_id', '=', request.section_id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  found(section, 'section')
  const key = {
    programme_id: caller.programmeId,
    submission_id: submission.submission_id,
    section_id: request.section_id,
    case_code_id: caseCodeId
  }
  await work
    .insertInto('section_submissions')
    .values({ ...key, status: 'not_started', version: 0, applicable_count: 0, answered_count: 0, updated_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return work
    .selectFrom('section_submissions')
    .select(['section_id', 'status', 'version', 'updated_at', 'updated_by_user_id'])
    .where('programme_id', '=', key.programme_id)
    .where('submission_id', '=', key.submission_id)
    .where('section_id', '=', key.section_id)
    .where('case_code_id', '=', key.case_code_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Writes the section's new state and its counts, which the project list adds up. */
export async function writeSection(
  saving: Saving,
  section: SectionRow,
  status: SectionStatus,
  counts: CompletionCounts
): Promise<SectionRow> {
  const { work, caller, submission, caseCodeId, now } = saving
  const isSignedOff = status === 'signed_off'
  const written = { ...section, status, version: section.version + 1, updated_at: now, updated_by_user_id: userIdOf(saving) }
  await work
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
