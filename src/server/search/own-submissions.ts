import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import type { CallingUser } from '#server/http/caller.ts'

export interface OwnSubmission {
  project_id: number
  submission_id: number
  time_period_id: number
}

/** The first submission of the caller's organisation in each project, in the period or in the newest: where a question can be answered. */
export async function readOwnSubmissions(
  database: Database,
  caller: CallingUser,
  timePeriodId: number | null
): Promise<Map<number, OwnSubmission>> {
  if (caller.organisationId === null) return new Map()
  const rows = await database
    .selectFrom('submissions as s')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 's', 'time_period_id'))
    .select(['s.project_id', 's.submission_id', 's.time_period_id'])
    .where('s.programme_id', '=', caller.programmeId)
    .where('s.organisation_id', '=', caller.organisationId)
    .$if(timePeriodId !== null, builder => builder.where('s.time_period_id', '=', timePeriodId ?? 0))
    .orderBy('t.starts_at')
    .orderBy('s.submission_id', 'desc')
    .execute()
  // The last row of a project wins: of the newest period, the first submission.
  return new Map(rows.map(row => [row.project_id, row]))
}
