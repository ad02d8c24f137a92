import type { EmptySectionReason } from '#contract/empty-section-reason.ts'
import type { Section, SectionReader, SectionStatus } from '#contract/questionnaires.ts'
import { personName } from '#domain/people/full-name.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { closingTime, isCorrecting, openCellsAt } from '#domain/questionnaires/lock-reason.ts'
import { timestampText } from '#lib/time/timestamp-text.ts'
import { isQueryAsked, takesPart } from '#server/auth/taking-part.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { Caller } from '#server/http/caller.ts'
import type { SectionContext } from './stored-cells.ts'
import type { LockOf, QuestionnaireWindow } from './window.ts'

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
  corrected_at: Date | null
  signed_off_at: Date | null
  signed_off_by: string | null
  open_query_count: number
  empty_reason: EmptySectionReason | null
}

export async function sectionStates(
  database: Database,
  caller: Caller,
  questionnaireIds: readonly number[],
  submissionId: number,
  caseCodeId: number
): Promise<SectionState[]> {
  if (questionnaireIds.length === 0) return []
  const { programmeId } = caller
  const isAdmin = caller.kind === 'user' && isAdminRole(caller.roleTypeId)
  const rows = await database
    .selectFrom('sections as c')
    .leftJoin('section_submissions as s', join =>
      inProgramme(join, 's', 'c', 'section_id')
        .on('s.submission_id', '=', submissionId)
        .on('s.case_code_id', '=', caseCodeId)
    )
    .leftJoin('users as u', join => inProgramme(join, 'u', 's', ['user_id', 'updated_by_user_id']))
    .leftJoin('users as w', join => inProgramme(join, 'w', 's', ['user_id', 'signed_off_by_user_id']))
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
      's.changed_after_sign_off_at',
      's.corrected_at',
      's.signed_off_at',
      's.empty_reason'
    ])
    .select([
      'u.first_name',
      'u.last_name',
      'w.first_name as signer_first_name',
      'w.last_name as signer_last_name'
    ])
    .select(query =>
      query
        .selectFrom('queries as q')
        .innerJoin('submissions as s', join => inProgramme(join, 's', 'q', 'submission_id'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(eb => eb.and({ 'q.programme_id': programmeId, 'q.submission_id': submissionId }))
        .whereRef('q.section_id', '=', 'c.section_id')
        .where('q.status', '=', 'open')
        .where(isQueryAsked(programmeId))
        .$if(!isAdmin, open => open.where(takesPart(programmeId)))
        .as('open_query_count')
    )
    .where('c.programme_id', '=', programmeId)
    .where('c.questionnaire_id', 'in', questionnaireIds)
    .where('c.is_active', '=', true)
    .orderBy('c.display_order')
    .orderBy('c.section_id')
    .execute()
  return rows.map(({ first_name, last_name, signer_first_name, signer_last_name, ...row }) => ({
    ...row,
    open_query_count: row.open_query_count ?? 0,
    status: row.status ?? 'not_started',
    version: row.version ?? 0,
    updated_at: row.updated_at?.toISOString() ?? null,
    updated_by: personName({ first_name, last_name }),
    signed_off_by: personName({ first_name: signer_first_name, last_name: signer_last_name })
  }))
}

/** A section in a reply. A signed-off one is locked even if the questionnaire is open, unless it is open for corrections. */
export function sectionStateReply(
  state: SectionState,
  window: QuestionnaireWindow,
  lockOf: LockOf,
  now: Date
): Section {
  const { section_id, section_name, guidance_html, display_order, status, version } = state
  const isCorrection = isCorrecting(window, now, section_id)
  const closesAt = closingTime(window, now, section_id)
  const reason =
    lockOf(window, section_id) ?? (status === 'signed_off' && !isCorrection ? 'signed_off' : null)
  return {
    section_id,
    section_name,
    guidance_html,
    display_order,
    status,
    version,
    is_locked: reason !== null,
    lock_reason: reason,
    closes_at: timestampText(closesAt),
    changed_after_sign_off_at: timestampText(state.changed_after_sign_off_at),
    open_until: closesAt === window.closes_at ? null : timestampText(closesAt),
    open_cell_count: openCellsAt(window, now, section_id)?.length ?? null,
    corrected_at: timestampText(state.corrected_at),
    open_query_count: state.open_query_count,
    empty_reason: state.empty_reason
  }
}

/** More than twice the time between two questions of a page. */
const HERE_MS = 30_000
/** Pages ask more rarely, so each of their questions is recorded, and no repetition of one. */
const RECORD_MS = 10_000

/**
 * The others who have a section open: people of its organisation and programme admins, whom everyone who may read the section sees in its
 * history too. Records that the caller has it open.
 */
export async function sectionReaders(
  database: Database,
  caller: Caller,
  { programmeId, submission, sectionId }: SectionContext,
  now: Date
): Promise<SectionReader[]> {
  if (caller.kind === 'respondent') return []
  const rows = await database
    .selectFrom('sessions as s')
    .innerJoin('users as u', join => inProgramme(join, 'u', 's', 'user_id'))
    .select(['s.session_id', 's.user_id', 's.open_seen_at'])
    .select(['u.first_name', 'u.last_name', 'u.role_type_id', 'u.organisation_id'])
    .where('s.programme_id', '=', programmeId)
    .where('u.programme_id', '=', programmeId)
    .where('s.open_submission_id', '=', submission.submission_id)
    .where('s.open_section_id', '=', sectionId)
    .where('s.open_seen_at', '>', new Date(now.getTime() - HERE_MS))
    .where('s.revoked_at', 'is', null)
    .where('u.status', '=', 'active')
    .orderBy('s.user_id')
    .execute()
  const own = rows.find(row => row.session_id === caller.sessionId)
  const isRecorded = own?.open_seen_at && now.getTime() - own.open_seen_at.getTime() < RECORD_MS
  if (!isRecorded) await recordReader(database, caller.sessionId, { programmeId, submission, sectionId }, now)
  const others = rows.filter(
    row =>
      row.user_id !== caller.userId &&
      (isAdminRole(row.role_type_id) || row.organisation_id === submission.organisation_id)
  )
  return [...new Map(others.map(row => [row.user_id, row])).values()].map(
    ({ user_id, first_name, last_name }) => ({ user_id, first_name, last_name })
  )
}

async function recordReader(
  database: Database,
  sessionId: string,
  { programmeId, submission, sectionId }: Pick<SectionContext, 'programmeId' | 'submission' | 'sectionId'>,
  now: Date
): Promise<void> {
  await database
    .updateTable('sessions')
    .set({
      open_submission_id: submission.submission_id,
      open_section_id: sectionId,
      open_seen_at: now
    })
    .where(eb => eb.and({ programme_id: programmeId, session_id: sessionId }))
    .execute()
}
