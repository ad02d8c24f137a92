import { isAdminRole } from '#domain/people/roles.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import type { RouteOf } from '#server/http/route.ts'
import { progressRows } from './progress-rows.ts'

/** Admins see every organisation, members the submissions of their own. */
export const listOrganisationProgress: RouteOf<'listOrganisationProgress'> = async (
  { query },
  { database, caller }
) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, query.project_id)
  await requireTimePeriod(database, programmeId, query.time_period_id)
  return progressRows(database, {
    programmeId,
    projectId: query.project_id,
    timePeriodId: query.time_period_id,
    organisationIds: isAdminRole(caller.roleTypeId) ? null : [caller.organisationId ?? 0],
    limit: query.limit,
    offset: query.offset
  })
}
