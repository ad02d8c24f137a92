import { contentLimits } from '#contract/list-limits.ts'
import {
  isRegistrationOpen,
  registrationEnd,
  registrationPeriod
} from '#domain/projects/registration-window.ts'
import { requireProject, timePeriodsOf } from '#server/auth/ownership.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound } from '#server/http/api-error.ts'
import type { RouteOf } from '#server/http/route.ts'

export const listTimePeriods: RouteOf<'listTimePeriods'> = async (_, { database, caller }) => ({
  time_periods: await timePeriodsOf(database, caller.programmeId)
    .limit(contentLimits.time_periods.most)
    .execute()
})

export const getRegistrationTimePeriod: RouteOf<'getRegistrationTimePeriod'> = async (
  { params },
  { database, caller, now }
) => {
  await requireProject(database, caller.programmeId, params.id)
  const rows = await database
    .selectFrom('project_periods as d')
    .innerJoin('time_periods as t', join => inProgramme(join, 't', 'd', 'time_period_id'))
    .select(['t.time_period_id', 't.time_period_name'])
    .select(['d.registration_opens_at', 'd.registration_closes_at', 'd.closed_at'])
    .where(eb => eb.and({ 'd.programme_id': caller.programmeId, 'd.project_id': params.id }))
    .orderBy('t.starts_at', 'desc')
    .limit(contentLimits.time_periods.most)
    .execute()
  const periods = rows.map(row => ({
    time_period_id: row.time_period_id,
    time_period_name: row.time_period_name,
    registration_opens_at: row.registration_opens_at?.toISOString() ?? null,
    registration_closes_at: registrationEnd(row)?.toISOString() ?? null
  }))
  const period = requireFound(registrationPeriod(periods, now), 'period of this project')
  return { ...period, is_open: isRegistrationOpen(period, now) }
}
