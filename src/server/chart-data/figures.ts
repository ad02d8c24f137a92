// Reads what a chart needs out of the database: one row for each submission, one for each submission and series.
import { sql, type RawBuilder } from 'kysely'
import type { ActiveFilter } from '#contract/filters.ts'
import type { Database } from '../database/schema.ts'
import type { Selection } from './selection.ts'
import type { Cell, Role, SeriesPlan } from './series.ts'

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

/** What the cells of a role add up to in one submission. */
interface RoleSum {
  total: number | null
  known: number
  skipped: number
}

/** Figures by series (its display_order) and submission. Submissions without any answer are not in it. */
export async function figuresOf(
  database: Database,
  selection: Selection,
  series: readonly SeriesPlan[]
): Promise<Map<number, Map<number, Figure>>> {
  const read = await Promise.all(series.map(async plan => [plan.displayOrder, await figuresOfSeries(database, selection, plan)] as const))
  return new Map(read)
}

const ROLES = ['value', 'numerator', 'denominator'] as const

/**
 * One row for each submission. The cells stand in the statement itself, and the questions alone choose the answers: joined from a table, or
 * asked for cell by cell, the planner takes them for far fewer than they are and looks every submission up on its own.
 */
async function figuresOfSeries(
  database: Database,
  { programmeId, project, timePeriods, previousPeriods }: Selection,
  plan: SeriesPlan
): Promise<Map<number, Figure>> {
  const periods = timePeriods.flatMap(({ time_period_id }) => [time_period_id, previousPeriods.get(time_period_id) ?? time_period_id])
  const roles = ROLES.filter(role => plan.cells[role].length > 0)
  const cells = roles.flatMap(role => plan.cells[role])
  const sums = roles.map((role, index) => {
    const isOfRole = isOneOf(plan.cells[role])
    return sql`, sum(a.number_value) filter (where ${isOfRole}) as ${sql.ref(`total_${index}`)},
      (count(a.number_value) filter (where ${isOfRole}))::int as ${sql.ref(`known_${index}`)},
      (count(*) filter (where ${isOfRole} and a.is_not_applicable))::int as ${sql.ref(`skipped_${index}`)}`
  })
  const result = await sql<{ submission_id: number; is_unavailable: boolean } & Record<string, number | null>>`
    select a.submission_id, bool_or(a.is_not_available and ${isOneOf(cells)}) as is_unavailable ${sql.join(sums, sql` `)}
    from answers a
    where a.programme_id = ${programmeId} and a.case_code_id = 0
      and a.question_id in (${sql.join([...new Set(cells.map(cell => cell.question_id))])})
      and a.submission_id in (
        select s.submission_id from submissions s
        where s.programme_id = ${programmeId} and s.project_id = ${project.project_id}
          and s.time_period_id in (${sql.join([...new Set(periods)])}))
    group by a.submission_id`.execute(database)
  const sumOf = (row: Record<string, number | boolean | null>, role: Role): RoleSum => {
    const index = roles.indexOf(role)
    return {
      total: (row[`total_${index}`] ?? null) as number | null,
      known: Number(row[`known_${index}`] ?? 0),
      skipped: Number(row[`skipped_${index}`] ?? 0)
    }
  }
  return new Map(result.rows.map(row => [row.submission_id, figureOf(plan, role => sumOf(row, role), row.is_unavailable)]))
}

/** Whether an answer stands in one of the cells. */
function isOneOf(cells: readonly Cell[]): RawBuilder<boolean> {
  const places = cells.map(cell => sql`(${cell.question_id}::bigint, ${cell.row_id}::bigint, ${cell.column_id}::bigint)`)
  return sql<boolean>`(a.question_id, a.row_id, a.column_id) in (${sql.join(places)})`
}

/** A missing cell makes the figure missing, a cell that does not apply adds nothing. Division by 0 is missing. */
function figureOf(plan: SeriesPlan, sumOf: (role: Role) => RoleSum, isUnavailable: boolean): Figure {
  const total = (role: Role): number | null => {
    const sum = sumOf(role)
    return sum.known > 0 && sum.known + sum.skipped === plan.cells[role].length ? sum.total : null
  }
  const note = isUnavailable ? 'not available' : null
  if (plan.cells.denominator.length === 0) {
    const sum = total('value')
    return { value: sum === null ? null : sum * plan.multiplier, numerator: null, denominator: null, note: sum === null ? note : null }
  }
  const [numerator, denominator] = [total('numerator'), total('denominator')]
  if (numerator === null || denominator === null) return { value: null, numerator, denominator, note }
  if (denominator === 0) return { value: null, numerator, denominator, note: 'denominator is 0' }
  return { value: (numerator / denominator) * plan.multiplier, numerator, denominator, note: null }
}
