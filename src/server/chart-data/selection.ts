import type { InferOutput } from 'valibot'
import type { getChartData } from '#contract/chart-data.ts'
import { isAdmin } from '#domain/roles.ts'
import type { User } from '../caller.ts'
import type { Database } from '../database/schema.ts'
import { organisationOf, requireProject, requireSubmission, type SubmissionPlace } from '../reach.ts'
import { found, invalid, notFound } from '../refusal.ts'

export type ChartRequest = InferOutput<typeof getChartData.body>

/** A call of getChartData, looked up and allowed: everything that decides what the answer says. */
export interface Selection {
  programmeId: number
  chart: Awaited<ReturnType<typeof requireChart>>
  project: Awaited<ReturnType<typeof requireProject>>
  /** The own submission; its lineage is followed through the periods. */
  own: SubmissionPlace | null
  organisationId: number | null
  /** Whether other organisations may be named. */
  seesNames: boolean
  outputType: Awaited<ReturnType<typeof requireOutputType>>
  /** Newest first; the requested ones and the one in question. */
  timePeriods: { time_period_id: number; time_period_name: string }[]
  /** The period before each of them, for the own trend. */
  previousPeriods: Map<number, number>
  peerGroups: { peer_group_id: number; peer_group_name: string }[]
  request: ChartRequest
}

export async function selectionOf(
  database: Database,
  caller: User,
  chartId: number,
  submissionId: number,
  peerGroupIds: readonly number[],
  request: ChartRequest
): Promise<Selection> {
  const programmeId = caller.programmeId
  const [chart, project, own, periods, outputType, peerGroups] = await Promise.all([
    requireChart(database, programmeId, chartId),
    requireProject(database, programmeId, request.project_id),
    submissionId === 0 ? null : requireSubmission(database, caller, submissionId),
    periodsOf(database, programmeId),
    requireOutputType(database, programmeId, chartId, request.output_type_id ?? null),
    requirePeerGroups(database, caller, request.project_id, peerGroupIds)
  ])
  if (chart.project_id !== request.project_id) throw notFound('chart')
  if (own && own.project_id !== project.project_id) throw notFound('submission')
  const wanted = new Set([request.time_period_id, ...request.time_period_ids])
  const timePeriods = periods.filter(period => wanted.has(period.time_period_id))
  if (timePeriods.length < wanted.size) throw notFound('time period')
  return {
    programmeId,
    chart,
    project,
    own,
    organisationId: own?.organisation_id ?? organisationOf(caller, request.organisation_id),
    seesNames: !project.is_anonymous || isAdmin(caller.roleTypeId),
    outputType,
    timePeriods,
    previousPeriods: new Map(periods.slice(0, -1).map((period, index) => [period.time_period_id, periods[index + 1]!.time_period_id])),
    peerGroups,
    request
  }
}

const periodsOf = (database: Database, programmeId: number) =>
  database
    .selectFrom('time_periods')
    .select(['time_period_id', 'time_period_name'])
    .where('programme_id', '=', programmeId)
    .orderBy('starts_at', 'desc')
    .execute()

export async function requireChart(database: Database, programmeId: number, chartId: number) {
  const chart = await database
    .selectFrom('charts')
    .select([
      'chart_id',
      'chart_name',
      'project_id',
      'collection_id',
      'unit',
      'decimal_places',
      'direction',
      'target_value',
      'axis_min',
      'axis_max'
    ])
    .select('version')
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found(chart, 'chart')
}

/** The tab that was asked for, or the chart's first. */
async function requireOutputType(database: Database, programmeId: number, chartId: number, outputTypeId: number | null) {
  const row = await database
    .selectFrom('chart_output_types as c')
    .innerJoin('output_types as t', join =>
      join.onRef('t.programme_id', '=', 'c.programme_id').onRef('t.output_type_id', '=', 'c.output_type_id')
    )
    .select(['t.output_type_id as id', 't.output_name', 't.tab_name', 't.display_order'])
    .where('c.programme_id', '=', programmeId)
    .where('t.programme_id', '=', programmeId)
    .where('c.chart_id', '=', chartId)
    .$if(outputTypeId !== null, query => query.where('c.output_type_id', '=', outputTypeId ?? 0))
    .orderBy('t.display_order')
    .executeTakeFirst()
  return found(row, 'output type')
}

/** Groups of the programme, of the caller's organisation and the caller's own; in the order of the call. */
async function requirePeerGroups(database: Database, caller: User, projectId: number, peerGroupIds: readonly number[]) {
  const ids = [...new Set(peerGroupIds)]
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('peer_groups')
    .select(['peer_group_id', 'peer_group_name'])
    .where('programme_id', '=', caller.programmeId)
    .where('project_id', '=', projectId)
    .where('peer_group_id', 'in', ids)
    .where(is =>
      is.or([
        is('owner_type', '=', 'programme'),
        is.and([
          is('owner_type', '=', 'organisation'),
          ...(isAdmin(caller.roleTypeId) ? [] : [is('organisation_id', '=', caller.organisationId ?? 0)])
        ]),
        is.and([is('owner_type', '=', 'user'), is('user_id', '=', caller.userId)])
      ])
    )
    .execute()
  if (rows.length < ids.length) throw notFound('peer group')
  return ids.map(id => rows.find(row => row.peer_group_id === id)!)
}

export function refuseUnknownSeries(known: ReadonlySet<number>, wanted: readonly number[]): void {
  for (const id of wanted) if (!known.has(id)) throw invalid('series_option_ids', `the chart has no series ${id}`)
}
