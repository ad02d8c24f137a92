import { bumpDataVersion } from '#server/database/data-version.ts'
import { lockRow } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'

const contentTables = ['answers', 'comments', 'case_codes', 'acceptances', 'queries'] as const
const dependentTables = [
  'section_submissions',
  'client_changes',
  'correction_windows',
  'submission_filter_options'
] as const

/**
 * Whether a submission has any content: answers, comments, case codes or queries. Locks it, so that none is added
 * meanwhile.
 */
export async function hasContents(tx: Tx, programmeId: number, submissionId: number): Promise<boolean> {
  await lockRow(tx, 'submissions', programmeId, submissionId, { forRemoval: true })
  for (const table of contentTables) {
    const row = await tx
      .selectFrom(table)
      .select('submission_id')
      .where(eb => eb.and({ programme_id: programmeId, submission_id: submissionId }))
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Removes an empty submission from its registration and deletes it. */
export async function deleteEmptySubmission(
  tx: Tx,
  programmeId: number,
  registrationSubmissionId: number,
  submissionId: number
): Promise<void> {
  await tx
    .deleteFrom('registration_submissions')
    .where(eb => eb.and({ programme_id: programmeId, registration_submission_id: registrationSubmissionId }))
    .execute()
  for (const table of dependentTables) {
    await tx
      .deleteFrom(table)
      .where(eb => eb.and({ programme_id: programmeId, submission_id: submissionId }))
      .execute()
  }
  const removed = await tx
    .deleteFrom('submissions')
    .where(eb => eb.and({ programme_id: programmeId, submission_id: submissionId }))
    .returning('project_id')
    .executeTakeFirstOrThrow()
  await bumpDataVersion(tx, programmeId, removed.project_id, submissionId)
}
