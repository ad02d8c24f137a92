import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { InferOutput } from 'valibot'
import type { getChartData } from '#contract/chart-data.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import {
  organisationOf,
  requireOwned,
  selectSubmission,
  type SubmissionRecord,
  timePeriodsOf
} from '#server/auth/ownership.ts'
import { readerOf, type DisclosureReader } from '#server/auth/reader.ts'
import {
  datesIn,
  periodSource,
  selectDates,
  selectEditions,
  type PeriodDateRow,
  type PeriodSource
} from '#server/benchmarks/editions/sources.ts'
import { outputTypesOf } from '#server/benchmarks/output-types.ts'
import { prepared } from '#server/database/connections/prepared.ts'
import { aggregateVersion, dataVersion } from '#server/database/data-version.ts'
import type { Database } from '#server/database/schema.ts'
import { requireFound, invalid, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import { selectSeriesParameters, seriesPlans, type SeriesPlan } from './series.ts'

export type ChartRequest = InferOutput<typeof getChartData.body>

/** A getChartData call, resolved and authorised: everything that decides the reply. */
/** Everyone, with no choice of the reader's. */
export const EVERYONE = {
  organisation_id: 0,
  time_period_ids: [],
  filters: [],
  averages: [],
  series_option_ids: [],
  other_submission_ids: [],
  ignore_cache: false
} satisfies Partial<ChartRequest>

export interface ChartSelection {
  programmeId: number
  chart: FoundRow<ReturnType<typeof chartOf>>
  project: FoundRow<ReturnType<typeof selectProject>>
  /** The own submission; its lineage is followed through the periods. */
  own: SubmissionRecord | null
  organisationId: number | null
  reader: DisclosureReader
  outputType: FoundRow<ReturnType<typeof outputTypeOf>>
  /** The requested periods and the selected one, newest first. */
  timePeriods: { time_period_id: number; time_period_name: string }[]
  /** The project's opening and publication dates in each of them. */
  periodDates: PeriodDateRow[]
  /** The period before each of them, for the own trend. */
  previousPeriods: Map<number, number>
  /** Where the figures of each of these periods come from. */
  sources: PeriodSource[]
  peerGroups: { peer_group_id: number; peer_group_name: string }[]
  /** Every series of the chart. The version of the figures was read at the same moment. */
  series: SeriesPlan[]
  dataVersion: string
  request: ChartRequest
  /** When the call arrived. */
  now: Date
}

type FoundRow<Query extends { executeTakeFirst(): Promise<unknown> }> = NonNullable<
  Awaited<ReturnType<Query['executeTakeFirst']>>
>

/** A chart that is not stored, in the shape of a stored one. */
export type DraftChart = Pick<ChartSelection, 'chart' | 'outputType' | 'series'>

export async function selectionOf(
  database: Database,
  caller: CallingUser,
  source: number | DraftChart,
  submissionId: number,
  peerGroupIds: readonly number[],
  request: ChartRequest,
  now: Date
): Promise<ChartSelection> {
  const programmeId = caller.programmeId
  // No chart has the id 0.
  const chartId = typeof source === 'number' ? source : 0
  // In one statement: a cached reply takes less time than seven round trips to the database.
  const row = await database
    .selectNoFrom([
      jsonObjectFrom(chartOf(database, programmeId, chartId)).as('chart'),
      jsonObjectFrom(selectProject(database, programmeId, request.project_id)).as('project'),
      jsonObjectFrom(selectSubmission(database, programmeId, submissionId)).as('own'),
      jsonArrayFrom(timePeriodsOf(database, programmeId)).as('periods'),
      jsonArrayFrom(selectDates(database, programmeId, request.project_id)).as('dates'),
      jsonArrayFrom(selectEditions(database, programmeId, request.project_id)).as('editions'),
      jsonObjectFrom(outputTypeOf(database, programmeId, chartId, request.output_type_id ?? null)).as(
        'outputType'
      ),
      jsonArrayFrom(peerGroupsOf(database, caller, request.project_id, peerGroupIds)).as('peerGroups'),
      jsonArrayFrom(selectSeriesParameters(database, programmeId, chartId)).as('parameters'),
      dataVersion(database, programmeId, request.project_id).as('dataVersion'),
      aggregateVersion(database, programmeId, chartId).as('aggregateVersion')
    ])
    .modifyFront(prepared)
    .executeTakeFirstOrThrow()
  const meant = typeof source === 'number' ? { series: seriesPlans(row.parameters) } : source
  const { chart, project, own, outputType, peerGroups } = resolveSelection(
    { ...row, ...meant },
    caller,
    submissionId,
    [...new Set(peerGroupIds)]
  )
  if (chart.project_id !== request.project_id) throw notFound('chart')
  if (own && own.project_id !== project.project_id) throw notFound('submission')
  const { periods } = row
  const wanted = new Set([request.time_period_id, ...request.time_period_ids])
  const timePeriods = periods.filter(period => wanted.has(period.time_period_id))
  if (timePeriods.length < wanted.size) throw notFound('time period')
  const reader = readerOf(caller, project)
  const previousPeriods = new Map(
    periods.slice(0, -1).map((period, index) => [period.time_period_id, periods[index + 1]!.time_period_id])
  )
  const dates = row.dates.map(datesIn)
  const read = new Set([...wanted].flatMap(id => [id, previousPeriods.get(id) ?? id]))
  return {
    programmeId,
    chart,
    project,
    own,
    organisationId: own?.organisation_id ?? organisationOf(caller, request.organisation_id),
    reader,
    outputType,
    timePeriods,
    periodDates: dates.filter(period => wanted.has(period.time_period_id)),
    previousPeriods,
    sources: [...read].map(id =>
      periodSource(
        reader,
        project,
        id,
        row.editions,
        dates.find(period => period.time_period_id === id),
        now
      )
    ),
    peerGroups,
    series: meant.series,
    dataVersion: `${row.dataVersion ?? '0'}/${row.aggregateVersion ?? '0'}`,
    request,
    now
  }
}

interface LookedUp {
  chart: ChartSelection['chart'] | null
  project: ChartSelection['project'] | null
  own: SubmissionRecord | null
  outputType: ChartSelection['outputType'] | null
  peerGroups: ChartSelection['peerGroups']
}

/**
 * The resolved call, or an error that names what is missing or not the caller's. Peer groups are in the
 * call's order.
 */
function resolveSelection(
  row: LookedUp,
  caller: CallingUser,
  submissionId: number,
  peerGroupIds: readonly number[]
) {
  return {
    chart: requireFound(row.chart ?? undefined, 'chart'),
    project: requireFound(row.project ?? undefined, 'project'),
    own: submissionId === 0 ? null : requireOwned(caller, row.own ?? undefined),
    outputType: requireFound(row.outputType ?? undefined, 'output type'),
    peerGroups: peerGroupIds.map(id => {
      const group = row.peerGroups.find(candidate => candidate.peer_group_id === id)
      return requireFound(group, 'peer group')
    })
  }
}

const chartOf = (database: Database, programmeId: number, chartId: number) =>
  database
    .selectFrom('charts')
    .select([
      'chart_id',
      'chart_name',
      'project_id',
      'collection_id',
      'unit',
      'decimal_places',
      'direction',
      'statistic',
      'target_value',
      'axis_min',
      'axis_max',
      'numerator_text',
      'denominator_text'
    ])
    .select('version')
    .where(eb => eb.and({ programme_id: programmeId, chart_id: chartId, is_active: true }))

const selectProject = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('projects')
    .select(['project_id', 'minimum_count', 'visibility', 'others_visible_from'])
    .where(eb => eb.and({ programme_id: programmeId, project_id: projectId }))

export const requireChart = async (database: Database, programmeId: number, chartId: number) =>
  requireFound(await chartOf(database, programmeId, chartId).executeTakeFirst(), 'chart')

/** The requested tab, or the chart's first. */
const outputTypeOf = (
  database: Database,
  programmeId: number,
  chartId: number,
  outputTypeId: number | null
) =>
  outputTypesOf(database, programmeId, chartId)
    .$if(outputTypeId !== null, query => query.where('c.output_type_id', '=', outputTypeId ?? 0))
    .limit(1)

/** The requested groups that belong to the programme, the caller's organisation or the caller. */
const peerGroupsOf = (
  database: Database,
  caller: CallingUser,
  projectId: number,
  peerGroupIds: readonly number[]
) =>
  database
    .selectFrom('peer_groups')
    .select(['peer_group_id', 'peer_group_name'])
    .where(eb => eb.and({ programme_id: caller.programmeId, project_id: projectId }))
    .where(sql<boolean>`peer_group_id = any(${[...peerGroupIds]}::bigint[])`)
    .where(is =>
      is.or([
        is('owner_type', '=', 'programme'),
        is.and([
          is('owner_type', '=', 'organisation'),
          ...(isAdminRole(caller.roleTypeId) ? [] : [is('organisation_id', '=', caller.organisationId ?? 0)])
        ]),
        is.and([is('owner_type', '=', 'user'), is('user_id', '=', caller.userId)])
      ])
    )

export function requireKnownSeries(known: ReadonlySet<number>, wanted: readonly number[]): void {
  for (const id of wanted)
    if (!known.has(id)) throw invalid('series_option_ids', `the chart has no series ${id}`)
}
