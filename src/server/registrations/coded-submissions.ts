// Creates submissions whose codes are known, many at once.

import type { ProjectPeriodKey } from '#server/auth/ownership.ts'
import { insertRows } from '#server/database/bulk.ts'
import { bumpDataVersion } from '#server/database/data-version.ts'
import type { TakenStructure } from '#server/database/structure-lock.ts'
import { copyFilterOptions } from './submission-rows.ts'

/** A submission whose code is known. */
export interface CodedSubmission {
  organisation_id: number
  submission_code: string
  submission_name: string
  scope_id: number | null
  /** The unit that it continues; null for a new one. */
  lineage_id: number | null
  /** Whose filter options it takes over; 0 for none. */
  earlier_id: number
}

/** Creates submissions of one project and period with the codes that files give them, and returns their ids in the same order. The structure must be locked. */
export async function addCodedSubmissions(
  { tx, programmeId }: TakenStructure,
  projectPeriod: ProjectPeriodKey,
  submissions: readonly CodedSubmission[]
): Promise<number[]> {
  const [first] = submissions
  if (first === undefined) return []
  const fresh = submissions.filter(({ lineage_id }) => lineage_id === null)
  const lineages = await insertRows(
    tx,
    'lineages',
    fresh.map(({ organisation_id }) => ({ programme_id: programmeId, organisation_id })),
    'lineage_id'
  )
  const lineageOfFresh = new Map(fresh.map((submission, index) => [submission, lineages[index]]))
  const ids = await insertRows(
    tx,
    'submissions',
    submissions.map(submission => ({
      ...projectPeriod,
      programme_id: programmeId,
      organisation_id: submission.organisation_id,
      scope_id: submission.scope_id,
      lineage_id: submission.lineage_id ?? lineageOfFresh.get(submission),
      submission_name: submission.submission_name,
      submission_code: submission.submission_code
    })),
    'submission_id'
  )
  await copyFilterOptions(
    tx,
    programmeId,
    submissions.map(({ organisation_id, earlier_id }, index) => ({
      submission_id: ids[index] ?? 0,
      organisation_id,
      earlier_id
    }))
  )
  await bumpDataVersion(tx, programmeId, projectPeriod.project_id, ids[0] ?? 0)
  return ids
}
