import { insertRows } from '#server/database/bulk.ts'
import type { ProjectPlan } from './plan.ts'
import type { Seeding } from './seeding.ts'

export interface SeededTimePeriod {
  timePeriodId: number
  year: number
  /** 0 is the period being collected, 1 the year before. */
  yearsAgo: number
}

const YEARS = 3

/** The periods that a project has figures of. */
export const periodsOf = (
  { years = YEARS }: ProjectPlan,
  timePeriods: readonly SeededTimePeriod[]
): SeededTimePeriod[] => timePeriods.filter(({ yearsAgo }) => yearsAgo < years)

/** As many years as any of the projects has figures of, the newest being the one of `now`. */
export async function seedTimePeriods({ tx, programmeId, now, theme }: Seeding): Promise<SeededTimePeriod[]> {
  const count = Math.max(...theme.projects.map(plan => plan.years ?? YEARS))
  const years = Array.from({ length: count }, (_, index) => count - 1 - index).map(yearsAgo => ({
    yearsAgo,
    year: now.getUTCFullYear() - yearsAgo
  }))
  const rows = years.map(({ year }) => ({
    programme_id: programmeId,
    time_period_name: String(year),
    starts_at: `${year}-01-01T00:00:00Z`,
    ends_at: `${year + 1}-01-01T00:00:00Z`
  }))
  const ids = await insertRows(tx, 'time_periods', rows, 'time_period_id')
  return years.map((period, index) => ({ ...period, timePeriodId: ids[index] ?? 0 }))
}
