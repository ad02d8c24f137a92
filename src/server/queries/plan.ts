import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import type { RouteOf } from '#server/http/route.ts'
import { findCells } from './find-cells.ts'
import { nameCells } from './named-cells.ts'

export const planQueries: RouteOf<'planQueries'> = async ({ body }, { database, caller }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, body.project_id)
  await requireTimePeriod(database, programmeId, body.time_period_id)
  const { found, ...counts } = await findCells(database, programmeId, body, body.rules)
  return {
    planned: await nameCells(database, programmeId, body, found.slice(0, MAX_PAGE_ROWS)),
    total: found.length,
    ...counts
  }
}
