import { contentLimits } from '#contract/list-limits.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { lockRows } from '#server/database/locks.ts'
import { holdStructures } from '#server/database/structure-lock.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, notFound, requireRoom } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'
import { lockChart, recordChartVersions } from './chart-builder.ts'
import { chartCells } from './chart-cells.ts'
import { parameterFields, parameterRow, requireParameters, selectParameters } from './chart-figures.ts'

export const listChartParameters: RouteOf<'listChartParameters'> = async (
  { query },
  { database, caller }
) => {
  const chart = await database
    .selectFrom('charts')
    .select('chart_id')
    .where(eb => eb.and({ programme_id: caller.programmeId, chart_id: query.chart_id }))
    .$if(!isAdminRole(caller.roleTypeId), rows => rows.where('is_active', '=', true))
    .executeTakeFirst()
  requireFound(chart, 'chart')
  return { chart_parameters: await selectParameters(database, caller.programmeId, query.chart_id) }
}

/** The cells of a project that a chart can be calculated from. */
export const listChartCells: RouteOf<'listChartCells'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  return { chart_cells: await chartCells(database, caller.programmeId, query.project_id) }
}

export const createChartParameter: RouteOf<'createChartParameter'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const { chart_id, ...added } = body
    const { structure, chart } = await lockChart(tx, programmeId, chart_id)
    const present = await selectParameters(tx, programmeId, chart_id)
    requireRoom('chart_id', contentLimits.chart_parameters, present.length + 1)
    await requireParameters(structure, chart.project_id, [added], present, () => '')
    const parameter = await tx
      .insertInto('chart_parameters')
      .values(parameterRow(programmeId, body))
      .returning(parameterFields)
      .executeTakeFirstOrThrow()
    await recordChartVersions(tx, caller, now, [chart])
    return parameter
  }
)

export const deleteChartParameters: RouteOf<'deleteChartParameters'> = inTransaction(
  async (tx, { body }, { caller, now }) => {
    const { programmeId } = caller
    const ids = [...new Set(body.chart_parameter_ids)]
    const named = await tx
      .selectFrom('chart_parameters as k')
      .innerJoin('charts as h', join => inProgramme(join, 'h', 'k', 'chart_id'))
      .select(['h.chart_id', 'h.project_id'])
      .distinct()
      .where('k.programme_id', '=', programmeId)
      .where('k.chart_parameter_id', 'in', ids)
      .orderBy('h.chart_id')
      .execute()
    await holdStructures(
      tx,
      programmeId,
      named.map(({ project_id }) => project_id)
    )
    await lockRows(
      tx,
      'charts',
      programmeId,
      named.map(({ chart_id }) => chart_id),
      { forRemoval: true }
    )
    const { numDeletedRows } = await tx
      .deleteFrom('chart_parameters')
      .where('programme_id', '=', programmeId)
      .where('chart_parameter_id', 'in', ids)
      .executeTakeFirst()
    // All or nothing: the transaction rolls back.
    if (numDeletedRows < BigInt(ids.length)) throw notFound('chart parameter')
    await recordChartVersions(tx, caller, now, named)
    return { chart_parameter_ids: ids }
  }
)
