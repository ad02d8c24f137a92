import { countDataChange } from '../database/data-version.ts'
import type { Work } from '../database/schema.ts'
import { lockRow } from '../database/locks.ts'

const contents = ['answers', 'comments', 'case_codes'] as const
const traces = ['section_submissions', 'client_changes', 'submission_filter_options'] as const

/** Whether anyone has put something into a submission: answers, comments or case codes. Locks it, so that nobody does so meanwhile. */
export async function hasContents(work: Work, programmeId: number, submissionId: number): Promise<boolean> {
  await lockRow(work, 'submissions', programmeId, submissionId, { forRemoval: true })
  for (const table of contents) {
    const row = await work
      .selectFrom(table)
      .select('submission_id')
      .where('programme_id', '=', programmeId)
      .where('submission_id', '=', submissionId)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Takes an empty submission off its registration, and away altogether. */
export async function removeSubmission(
  work: Work,
  programmeId: number,
  registrationSubmissionId: number,
  submissionId: number
): Promise<void> {
  await work
    .deleteFrom('registration_submissions')
    .where('programme_id', '=', programmeId)
    .where('registration_submission_id', '=', registrationSubmissionId)
    .execute()
  for (const table of traces) {
    await work
      .deleteFrom(table)
      .where('programme_id', '=', programmeId)
      .where('submission_id', '=', submissionId)
      .execute()
  }
  const removed = await work
    .deleteFrom('submissions')
    .where('programme_id', '=', programmeId)
    .where('submission_id', '=', submissionId)
    .returning('project_id')
    .executeTakeFirstOrThrow()
  await countDataChange(work, programmeId, removed.project_id, submissionId)
}
