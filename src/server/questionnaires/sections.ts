import type { LockReason, Section, SectionStatus } from '#contract/questionnaires.ts'
import { personName } from '#domain/people/full-name.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

export interface SectionState {
  questionnaire_id: number
  section_id: number
  section_name: string
  guidance_html: string
  display_order: number
  status: SectionStatus
  version: number
  updated_at: string | null
  updated_by: string | null
  updated_by_user_id: number | null
  changed_after_sign_off_at: Date | null
}

/** The sections of questionnaires with their state for a submission. */
export async function sectionStates(
  database: Database,
  programmeId: number,
  questionnaireIds: readonly number[],
  submissionId: number,
  caseCodeId: number
): Promise<SectionState[]> {
  if (questionnaireIds.length === 0) return []
  const rows = await database
    .selectFrom('sections as c')
    .leftJoin('section_submissions as s', join =>
      inProgramme(join, 's', 'c', 'section_id')
        .on('s.submission_id', '=', submissionId)
        .on('s.case_code_id', '=', caseCodeId)
    )
    .leftJoin('users as u', join =>
      inProgramme(join, 'u', 's').onRef('u.user_id', '=', 's.updated_by_user_id')
    )
    .select([
      'c.questionnaire_id',
      'c.section_id',
      'c.section_name',
      'c.guidance_html',
      'c.display_order',
      's.status',
      's.version',
      's.updated_at',
      's.updated_by_user_id',
      's.changed_after_sign_off_at'
    ])
    .select(['u.first_name', 'u.last_name'])
    .where('c.programme_id', '=', programmeId)
    .where('c.questionnaire_id', 'in', questionnaireIds)
    .where('c.is_active', '=', true)
    .orderBy('c.display_order')
    .orderBy('c.section_id')
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    status: row.status ?? 'not_started',
    version: row.version ?? 0,
    updated_at: row.updated_at?.toISOString() ?? null,
    updated_by: personName({ first_name, last_name })
  }))
}

/** A section in a reply. A signed-off one is locked even if the questionnaire is open. */
export function sectionStateReply(
  state: SectionState,
  lock: LockReason | null,
  closesAt: Date | null
): Section {
  const reason = lock ?? (state.status === 'signed_off' ? 'signed_off' : null)
  const { section_id, section_name, guidance_html, display_order, status, version } = state
  return {
    section_id,
    section_name,
    guidance_html,
    display_order,
    status,
    version,
    is_locked: reason !== null,
    lock_reason: reason,
    closes_at: closesAt?.toISOString() ?? null,
    changed_after_sign_off_at: state.changed_after_sign_off_at?.toISOString() ?? null
  }
}
