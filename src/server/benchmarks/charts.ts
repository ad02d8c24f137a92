import { sql, type RawBuilder } from 'kysely'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import { isAdminRole } from '#domain/people/roles.ts'
import { requireProject, requireSubmission, requireTimePeriod } from '#server/auth/ownership.ts'
import { readerOf } from '#server/auth/reader.ts'
import { inProgramme } from '#server/database/tenant.ts'
import { requireFound, notFound } from '#server/http/api-error.ts'
import type { CallingUser } from '#server/http/caller.ts'
import type { RouteOf } from '#server/http/route.ts'
import { chartRows, readStoredChart, shownChart } from './chart-rows.ts'
import { sourceOfPeriod } from './editions/sources.ts'
import { outputTypesOf } from './output-types.ts'

/** Keeps the rows of an outer join that found a match: those where the named column is not null. */
const hasRows =
  <Name extends string>(name: Name) =>
  <Row extends Record<Name, unknown>>(row: Row): row is Row & Record<Name, NonNullable<Row[Name]>> =>
    row[name] !== null

export const getCollectionHierarchy: RouteOf<'getCollectionHierarchy'> = async (
  { query },
  { database, caller, now }
) => {
  const programmeId = caller.programmeId
  const { project_id: projectId, time_period_id: timePeriodId, submission_id } = query
  const project = await requireProject(database, programmeId, projectId)
  await requireTimePeriod(database, programmeId, timePeriodId)
  if (submission_id !== undefined) await requireSubmission(database, caller, submission_id)
  const own =
    submission_id === undefined
      ? sql`s.organisation_id = ${caller.organisationId ?? 0}::bigint`
      : sql`s.submission_id = ${submission_id}::bigint`
  const reader = readerOf(caller, project)
  const { others } = await sourceOfPeriod(
    database,
    { programmeId, projectId, timePeriodId },
    reader,
    project,
    now
  )
  const hasOwn = sql`exists (${answersBehind(programmeId, query, own)})`
  const hasOthers =
    reader.kind === 'open'
      ? sql`exists (${answersBehind(programmeId, query, sql`true`)})`
      : sql`exists (${blocksBehind(programmeId, query)})`
  const rows = await sql<HierarchyRow>`
    select c.collection_id, c.collection_name, c.display_order as collection_order,
      g.chart_group_id, g.group_name, g.group_slug, g.display_order as group_order,
      h.chart_id, h.chart_name, h.unit, h.direction, h.statistic,
      ${others === 'hidden' ? hasOwn : sql`(${hasOwn} or ${hasOthers})`} as has_data, ${hasOwn} as has_own_value
    from collections c
    left join chart_groups g on g.programme_id = c.programme_id and g.collection_id = c.collection_id
    left join chart_group_memberships m on m.programme_id = g.programme_id and m.chart_group_id = g.chart_group_id
    left join charts h on h.programme_id = m.programme_id and h.chart_id = m.chart_id and h.is_active
      and (h.time_period_id is null or h.time_period_id = ${query.time_period_id})
    where c.programme_id = ${programmeId} and c.project_id = ${query.project_id} and c.explorer_type = ${query.explorer_type}
    order by c.display_order, c.collection_id, g.display_order, g.chart_group_id, m.display_order, m.membership_id`.execute(
    database
  )
  return { collections: collectionTree(rows.rows) }
}

interface HierarchyRow {
  collection_id: number
  collection_name: string
  collection_order: number
  chart_group_id: number | null
  group_name: string
  group_slug: string
  group_order: number
  chart_id: number | null
  chart_name: string
  unit: string
  direction: ChartDirection
  statistic: Statistic
  has_data: boolean
  has_own_value: boolean
}

/** Whether there is any number behind chart h in the project and period, for the submissions `s`. */
function answersBehind(
  programmeId: number,
  selection: { project_id: number; time_period_id: number },
  isMeant: RawBuilder<unknown>
) {
  return sql`
    select 1 from chart_parameters p
    join answers a on a.programme_id = p.programme_id and a.question_id = p.question_id
      and case when p.aggregate is null then a.row_id = p.row_id and a.column_id = p.column_id and a.number_value is not null
        else a.value is not null and not a.is_hidden end
    join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
    where p.programme_id = ${programmeId} and p.chart_id = h.chart_id
      and s.project_id = ${selection.project_id} and s.time_period_id = ${selection.time_period_id}
      and ${isMeant}`
}

/** Published blocks that chart h is compared in: members of strict projects must not learn even that someone has entered something. */
function blocksBehind(programmeId: number, selection: { project_id: number; time_period_id: number }) {
  return sql`
    select 1 from chart_parameters p
    join editions e on e.programme_id = p.programme_id
    join edition_divisions d on d.programme_id = e.programme_id and d.edition_id = e.edition_id
    where p.programme_id = ${programmeId} and p.chart_id = h.chart_id
      and e.project_id = ${selection.project_id} and e.time_period_id = ${selection.time_period_id} and json_array_length(d.blocks) > 0
      and exists (select 1 from unnest(d.formulas) f
        where strpos(concat(replace(f, ')', '+'), '+'), concat('*', p.question_id, '/', p.row_id, '/', p.column_id, case when p.aggregate is null then '+' else '/' end)) > 0)`
}

function collectionTree(rows: readonly HierarchyRow[]) {
  return [...Map.groupBy(rows, row => row.collection_id).values()].map(collection => ({
    collection_id: collection[0]!.collection_id,
    collection_name: collection[0]!.collection_name,
    display_order: collection[0]!.collection_order,
    chart_groups: [
      ...Map.groupBy(collection.filter(hasRows('chart_group_id')), row => row.chart_group_id).values()
    ].map(group => ({
      chart_group_id: group[0]!.chart_group_id,
      group_name: group[0]!.group_name,
      group_slug: group[0]!.group_slug,
      display_order: group[0]!.group_order,
      charts: group
        .filter(hasRows('chart_id'))
        .map(({ chart_id, chart_name, unit, direction, statistic, has_data, has_own_value }) => ({
          chart_id,
          chart_name,
          unit,
          direction,
          statistic,
          has_data,
          has_own_value
        }))
    }))
  }))
}

export const listCharts: RouteOf<'listCharts'> = async ({ query }, { database, caller }) => {
  await requireProject(database, caller.programmeId, query.project_id)
  const { collection_id, time_period_id, include_retired = false } = query
  const charts = await chartRows(database, caller.programmeId)
    .where('h.project_id', '=', query.project_id)
    .$if(!(include_retired && isAdminRole(caller.roleTypeId)), rows => rows.where('h.is_active', '=', true))
    .$if(collection_id !== undefined, rows => rows.where('h.collection_id', '=', collection_id ?? 0))
    .$if(time_period_id !== undefined, rows =>
      rows.where(is =>
        is.or([is('h.time_period_id', 'is', null), is('h.time_period_id', '=', time_period_id ?? 0)])
      )
    )
    .orderBy('h.chart_id')
    .execute()
  return { charts: charts.map(shownChart) }
}

/** Only admins see a retired chart. */
const mayKnow = (chart: { is_active: boolean }, { roleTypeId }: CallingUser): boolean =>
  chart.is_active || isAdminRole(roleTypeId)

export const getChart: RouteOf<'getChart'> = async ({ params }, { database, caller }) => {
  const chart = await readStoredChart(database, caller.programmeId, params.id)
  if (!mayKnow(chart, caller)) throw notFound('chart')
  return chart
}

export const listOutputTypes: RouteOf<'listOutputTypes'> = async ({ params }, { database, caller }) => {
  const output_types = await outputTypesOf(database, caller.programmeId, params.id)
    .innerJoin('charts as h', join => inProgramme(join, 'h', 'c', 'chart_id'))
    .$if(!isAdminRole(caller.roleTypeId), rows => rows.where('h.is_active', '=', true))
    .execute()
  if (output_types.length === 0) throw notFound('chart')
  return { output_types }
}

export const getMetaData: RouteOf<'getMetaData'> = async ({ query }, { database, caller }) => {
  const row = await database
    .selectFrom('charts as h')
    .innerJoin('projects as p', join => inProgramme(join, 'p', 'h', 'project_id'))
    .select([
      'h.definition_html',
      'h.numerator_text',
      'h.denominator_text',
      'h.source_text',
      'h.unit',
      'h.direction',
      'h.statistic',
      'h.caveats_html'
    ])
    .select('p.minimum_count')
    .where(eb => eb.and({ 'h.programme_id': caller.programmeId, 'h.chart_id': query.chart_id }))
    .$if(!isAdminRole(caller.roleTypeId), rows => rows.where('h.is_active', '=', true))
    .executeTakeFirst()
  return { ...requireFound(row, 'chart'), quartile_method: 'linear' }
}
