import type { RouteOf } from '../route.ts'

export const listTimePeriods: RouteOf<'listTimePeriods'> = async (_, { database, caller }) => {
  const time_periods = await database
    .selectFrom('time_periods')
    .select(['time_period_id', 'time_period_name'])
    .where('programme_id', '=', caller.programmeId)
    .orderBy('starts_at', 'desc')
    .execute()
  return { time_periods }
}
