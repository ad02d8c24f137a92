// Charts as rows, with who changed them last.

import { personName } from '#domain/people/full-name.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound } from '#server/http/api-error.ts'

const CHART_COLUMNS = [
  'h.chart_id',
  'h.chart_name',
  'h.project_id',
  'h.collection_id',
  'h.time_period_id',
  'h.unit',
  'h.decimal_places',
  'h.direction',
  'h.statistic',
  'h.target_value',
  'h.axis_min',
  'h.axis_max',
  'h.version',
  'h.is_active',
  'h.hidden_output_names',
  'h.updated_at'
] as const

/** Charts `h` of a programme. */
export const chartRows = (database: Database, programmeId: number) =>
  database
    .selectFrom('charts as h')
    .leftJoin('users as u', join =>
      join.on('u.programme_id', '=', programmeId).onRef('u.user_id', '=', 'h.updated_by_user_id')
    )
    .select(CHART_COLUMNS)
    .select(['u.first_name', 'u.last_name'])
    .where('h.programme_id', '=', programmeId)

type SelectedChart = Awaited<ReturnType<ReturnType<typeof chartRows>['executeTakeFirstOrThrow']>>

export const shownChart = ({ first_name, last_name, updated_at, ...chart }: SelectedChart) => ({
  ...chart,
  updated_at: updated_at?.toISOString() ?? null,
  updated_by: personName({ first_name, last_name })
})

/** One chart, retired or not. */
export async function readStoredChart(database: Database, programmeId: number, chartId: number) {
  const row = await chartRows(database, programmeId).where('h.chart_id', '=', chartId).executeTakeFirst()
  return shownChart(requireFound(row, 'chart'))
}
