// Who has a section open. A page that shows one says so as often as it asks for news; who has not for half a minute has gone.

import type { SectionReader } from '#contract/questionnaires.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { Caller } from '#server/http/caller.ts'
import type { SectionContext } from './content.ts'

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
    .where('programme_id', '=', programmeId)
    .where('session_id', '=', sessionId)
    .execute()
}
