// Reads what a chart needs out of the database: one row for each submission, one for each submission and series.
import { sql, type RawBuilder } from 'kysely'
import type { ActiveFilter } from '#contract/filters.ts'
import type { Database } from '../database/schema.ts'
import type { Selection } from './selection.ts'
import type { SeriesPlan } from './series.ts'

export interface ComparedSubmission {
  submission_id: number
  submission_name: string
  submission_code: string
  organisation_id: number
  time_period_id: number
  lineage_id: number
  /** Whether the filters let it through. */
  is_filtered: boolean
  peer_group_ids: number[]
}

/** The submissions of the selected periods, and the own unit's of the periods before them. */
export async function comparedSubmissions(database: Database, selection: Selection): Promise<ComparedSubmission[]> {
  const { programmeId, project, own, timePeriods, previousPeriods, peerGroups, request } = selection
  const periods = timePeriods.map(period => period.time_period_id)
  const earlier = periods.flatMap(period => previousPeriods.get(period) ?? []).filter(period => !periods.includes(period))
  const groups = peerGroups.map(group => group.peer_group_id)
  const isMember = (group: number): RawBuilder<unknown> => sql`exists (
    select 1 from peer_group_memberships m where m.programme_id = ${programmeId} and m.peer_group_id = ${group} and m.lineage_id = s.lineage_id)`
  const memberships = groups.map((group, index) => sql`, ${isMember(group)} as ${sql.ref(`in_group_${index}`)}`)
  const result = await sql<Omit<ComparedSubmission, 'peer_group_ids'> & Record<string, unknown>>`
    select s.submission_id, s.submission_name, s.submission_code, s.organisation_id, s.time_period_id, s.lineage_id,
      ${passesFilters(programmeId, request.filters)} as is_filtered ${sql.join(memberships, sql` `)}
    from submissions s
    where s.programme_id = ${programmeId} and s.project_id = ${project.project_id}
      and (s.time_period_id in (${sql.join(periods)})
        ${earlier.length > 0 && own ? sql`or (s.lineage_id = ${own.lineage_id} and s.time_period_id in (${sql.join(earlier)}))` : sql``})
    order by s.submission_id`.execute(database)
  return result.rows.map(
    ({ submission_id, submission_name, submission_code, organisation_id, time_period_id, lineage_id, is_filtered, ...flags }) => ({
      submission_id,
      submission_name,
      submission_code,
      organisation_id,
      time_period_id,
      lineage_id,
      is_filtered,
      peer_group_ids: groups.filter((_, index) => flags[`in_group_${index}`] === true)
    })
  )
}

/** Every filter must match, each by any of its chosen options. */
function passesFilters(programmeId: number, filters: readonly ActiveFilter[]): RawBuilder<boolean> {
  const active = filters.filter(filter => filter.option_list.length > 0)
  if (active.length === 0) return sql<boolean>`true`
  return sql<boolean>`(${sql.join(
    active.map(
      filter => sql`exists (
        select 1 from submission_filter_options so
        join filter_options o on o.programme_id = so.programme_id and o.filter_option_id = so.filter_option_id
        where so.programme_id = ${programmeId} and o.programme_id = ${programmeId} and so.submission_id = s.submission_id
          and o.filter_id = ${filter.filter_id} and o.option_name in (${sql.join(filter.option_list.map(option => option.option_name))}))`
    ),
    sql` and `
  )})`
}

export interface Figure {
  value: number | null
  numerator: number | null
  denominator: number | null
  note: string | null
}

interface CellSum {
  submission_id: number
  display_order: number
  parameter_role: 'value' | 'numerator' | 'denominator'
  total: number | null
  known: number
  skipped: number
  unavailable: number
}

/** Figures by series (its display_order) and submission. Submissions without any answer are not in it. */
export async function figuresOf(
  database: Database,
  selection: Selection,
  series: readonly SeriesPlan[]
): Promise<Map<number, Map<number, Figure>>> {
  const { programmeId, project, chart, timePeriods, previousPeriods } = selection
  const periods = timePeriods.flatMap(({ time_period_id }) => [time_period_id, previousPeriods.get(time_period_id) ?? time_period_id])
  const orders = series.map(plan => plan.displayOrder)
  if (orders.length === 0) return new Map()
  const result = await sql<CellSum>`
    select a.submission_id, p.display_order, case p.parameter_role when 'series' then 'value' else p.parameter_role end as parameter_role,
      sum(a.number_value) as total, count(a.number_value) as known,
      count(*) filter (where a.is_not_applicable) as skipped, count(*) filter (where a.is_not_available) as unavailable
    from chart_parameters p
    join answers a on a.programme_id = p.programme_id and a.question_id = p.question_id and a.row_id = p.row_id and a.column_id = p.column_id
    join submissions s on s.programme_id = a.programme_id and s.submission_id = a.submission_id
    where p.programme_id = ${programmeId} and a.programme_id = ${programmeId} and s.programme_id = ${programmeId}
      and p.chart_id = ${chart.chart_id} and p.display_order in (${sql.join(orders)}) and a.case_code_id = 0
      and s.project_id = ${project.project_id} and s.time_period_id in (${sql.join([...new Set(periods)])})
    group by 1, 2, 3`.execute(database)
  const bySeries = Map.groupBy(result.rows, row => row.display_order)
  return new Map(
    series.map(plan => {
      const bySubmission = Map.groupBy(bySeries.get(plan.displayOrder) ?? [], row => row.submission_id)
      return [plan.displayOrder, new Map([...bySubmission].map(([submission, sums]) => [submission, figureOf(plan, sums)]))]
    })
  )
}

/** A missing cell makes the figure missing, a cell that does not apply adds nothing. Division by 0 is missing. */
function figureOf(plan: SeriesPlan, sums: readonly CellSum[]): Figure {
  const total = (role: CellSum['parameter_role']): number | null => {
    const sum = sums.find(candidate => candidate.parameter_role === role)
    return sum && sum.known > 0 && sum.known + sum.skipped === plan.cellCounts[role] ? sum.total : null
  }
  const note = sums.some(sum => sum.unavailable > 0) ? 'not available' : null
  if (plan.cellCounts.denominator === 0) {
    const sum = total('value')
    return { value: sum === null ? null : sum * plan.multiplier, numerator: null, denominator: null, note: sum === null ? note : null }
  }
  const [numerator, denominator] = [total('numerator'), total('denominator')]
  if (numerator === null || denominator === null) return { value: null, numerator, denominator, note }
  if (denominator === 0) return { value: null, numerator, denominator, note: 'denominator is 0' }
  return { value: (numerator / denominator) * plan.multiplier, numerator, denominator, note: null }
}
