import { contentLimits } from '#contract/list-limits.ts'
import { requireProject } from '#server/auth/ownership.ts'
import { bumpDataVersions } from '#server/database/data-version.ts'
import { lockRows } from '#server/database/locks.ts'
import type { Tx } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, invalid, notFound, requireRoom } from '#server/http/api-error.ts'
import { inTransaction, type RouteOf } from '#server/http/route.ts'

const MAX_MEMBERSHIPS = 2000

const membershipFields = ['membership_id', 'chart_group_id', 'chart_id', 'display_order'] as const

export const listChartGroupMemberships: RouteOf<'listChartGroupMemberships'> = async (
  { query },
  { database, caller }
) => {
  const { project_id, chart_group_id, chart_id } = query
  if (project_id !== undefined) await requireProject(database, caller.programmeId, project_id)
  const memberships = await database
    .selectFrom('chart_group_memberships as m')
    .innerJoin('charts as h', join => inProgramme(join, 'h', 'm', 'chart_id'))
    .select(['m.membership_id', 'm.chart_group_id', 'm.chart_id', 'm.display_order'])
    .where('m.programme_id', '=', caller.programmeId)
    .$if(project_id !== undefined, rows => rows.where('h.project_id', '=', project_id ?? 0))
    .$if(chart_group_id !== undefined, rows => rows.where('m.chart_group_id', '=', chart_group_id ?? 0))
    .$if(chart_id !== undefined, rows => rows.where('m.chart_id', '=', chart_id ?? 0))
    .orderBy('m.chart_group_id')
    .orderBy('m.display_order')
    .orderBy('m.membership_id')
    .limit(MAX_MEMBERSHIPS)
    .execute()
  return { memberships }
}

/** A chart that is already in the group moves to the given order. */
export const createChartGroupMemberships: RouteOf<'createChartGroupMemberships'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    const unique = [
      ...new Map(body.memberships.map(one => [`${one.chart_group_id}:${one.chart_id}`, one])).values()
    ]
    const charts = await lockCharts(
      tx,
      programmeId,
      unique.map(one => one.chart_id)
    )
    const groups = await projectsOfGroups(
      tx,
      programmeId,
      unique.map(one => one.chart_group_id)
    )
    for (const { chart_id, chart_group_id } of unique) {
      const [chart, group] = [
        requireFound(charts.get(chart_id), 'chart'),
        requireFound(groups.get(chart_group_id), 'chart group')
      ]
      if (chart !== group)
        throw invalid(
          'memberships',
          `chart ${chart_id} and group ${chart_group_id} are of different projects`
        )
    }
    const memberships = await tx
      .insertInto('chart_group_memberships')
      .values(unique.map(one => ({ ...one, programme_id: programmeId })))
      .onConflict(conflict =>
        conflict
          .columns(['programme_id', 'chart_group_id', 'chart_id'])
          .doUpdateSet(eb => ({ display_order: eb.ref('excluded.display_order') }))
      )
      .returning(membershipFields)
      .execute()
    await bumpDataVersions(tx, programmeId, charts.values())
    await requireGroupsWithin(tx, programmeId, [...groups.keys()])
    return { memberships }
  }
)

/** Counted after the write, because a chart that is in the group already only moves, and after the version, whose row other writers wait for. */
async function requireGroupsWithin(tx: Tx, programmeId: number, groupIds: readonly number[]): Promise<void> {
  const { entries } = await tx
    .selectFrom('chart_group_memberships')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .where('programme_id', '=', programmeId)
    .where('chart_group_id', 'in', groupIds)
    .groupBy('chart_group_id')
    .orderBy('entries', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  requireRoom('memberships', contentLimits.group_charts, entries)
}

/** Locks the charts whose places in groups change, so that two calls do not deadlock, and returns their projects by chart. */
async function lockCharts(tx: Tx, programmeId: number, ids: readonly number[]): Promise<Map<number, number>> {
  await lockRows(tx, 'charts', programmeId, ids)
  const rows = await tx
    .selectFrom('charts')
    .select(['chart_id', 'project_id'])
    .where('programme_id', '=', programmeId)
    .where('chart_id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.chart_id, row.project_id]))
}

async function projectsOfGroups(
  tx: Tx,
  programmeId: number,
  ids: readonly number[]
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('chart_groups as g')
    .innerJoin('collections as c', join => inProgramme(join, 'c', 'g', 'collection_id'))
    .select(['g.chart_group_id', 'c.project_id'])
    .where('g.programme_id', '=', programmeId)
    .where('g.chart_group_id', 'in', ids)
    .execute()
  return new Map(rows.map(row => [row.chart_group_id, row.project_id]))
}

export const updateChartGroupMembership: RouteOf<'updateChartGroupMembership'> = inTransaction(
  async (tx, { params, body }, { caller }) => {
    const { programmeId } = caller
    const charts = await lockChartsOf(tx, programmeId, [params.id])
    const membership = await tx
      .updateTable('chart_group_memberships')
      .set({ display_order: body.display_order })
      .where(eb => eb.and({ programme_id: programmeId, membership_id: params.id }))
      .returning(membershipFields)
      .executeTakeFirst()
    await bumpDataVersions(tx, programmeId, charts.values())
    return requireFound(membership, 'membership')
  }
)

export const deleteChartGroupMemberships: RouteOf<'deleteChartGroupMemberships'> = inTransaction(
  async (tx, { body }, { caller }) => {
    const { programmeId } = caller
    const ids = [...new Set(body.memberships)]
    const charts = await lockChartsOf(tx, programmeId, ids)
    const { numDeletedRows } = await tx
      .deleteFrom('chart_group_memberships')
      .where('programme_id', '=', programmeId)
      .where('membership_id', 'in', ids)
      .executeTakeFirst()
    // All or nothing: the transaction rolls back.
    if (numDeletedRows < BigInt(ids.length)) throw notFound('membership')
    await bumpDataVersions(tx, programmeId, charts.values())
    return { memberships: ids }
  }
)

async function lockChartsOf(
  tx: Tx,
  programmeId: number,
  membershipIds: readonly number[]
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('chart_group_memberships')
    .select('chart_id')
    .where('programme_id', '=', programmeId)
    .where('membership_id', 'in', membershipIds)
    .execute()
  if (rows.length < membershipIds.length) throw notFound('membership')
  return lockCharts(
    tx,
    programmeId,
    rows.map(row => row.chart_id)
  )
}
