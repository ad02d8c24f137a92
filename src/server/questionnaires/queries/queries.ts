import { MAX_PAGE_ROWS } from '#contract/limits.ts'
import { requireProject, requireTimePeriod } from '#server/auth/ownership.ts'
import type { RouteOf } from '#server/http/route.ts'
import { findCells } from './find-cells.ts'
import { describeCells } from './named-cells.ts'
import { changeQueries } from './query-acts.ts'
import { readQueryList } from './query-list.ts'
import { raiseForCells, readDueDate } from './raise.ts'

export const listQueries: RouteOf<'listQueries'> = ({ query }, context) => readQueryList(context, query)

export const planQueries: RouteOf<'planQueries'> = async ({ body }, { database, caller }) => {
  const { programmeId } = caller
  await requireProject(database, programmeId, body.project_id)
  await requireTimePeriod(database, programmeId, body.time_period_id)
  const { found, ...counts } = await findCells(database, programmeId, body, body.rules)
  return {
    planned: await describeCells(database, programmeId, body, found.slice(0, MAX_PAGE_ROWS)),
    total: found.length,
    ...counts
  }
}

export const raiseQueries: RouteOf<'raiseQueries'> = ({ body }, context) => raiseForCells(context, body)

export const answerQueries: RouteOf<'answerQueries'> = ({ body }, context) =>
  changeQueries(context, { ...body, act: 'answer' })

export const decideQueries: RouteOf<'decideQueries'> = ({ body }, context) => {
  const { due_at, ...request } = body
  const isMoved = due_at !== undefined && (body.act === 'return' || body.act === 'extend')
  if (!isMoved) return changeQueries(context, request)
  return changeQueries(context, { ...request, dueAt: readDueDate(due_at, context) })
}
