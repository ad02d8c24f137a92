import type { Database } from './schema.ts'

/** A programme's periods, newest first. */
export const timePeriodsOf = (database: Database, programmeId: number) =>
  database
    .selectFrom('time_periods')
    .select(['time_period_id', 'time_period_name'])
    .where('programme_id', '=', programmeId)
    .orderBy('starts_at', 'desc')
