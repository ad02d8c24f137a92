// The figures of a project and period as they would be published now: the participants, the numbers of complete sections, and the blocks that
// members of strict projects may see.

import { sql } from 'kysely'
import { blocksOf, type BlockUnit } from '#domain/disclosure/blocks.ts'
import { divideTogether } from '#domain/disclosure/divisions.ts'
import { DONE_STATUSES } from '#domain/questionnaires/section-work.ts'
import { isInNextEdition } from '#server/auth/taking-part.ts'
import {
  isReported,
  isSectionAccepted,
  type AnswerSource,
  type CellColumns
} from '#server/benchmarks/chart-data/answer-source.ts'
import { distinctCells, figuresBySeries } from '#server/benchmarks/chart-data/figures.ts'
import { filterOptionsOf } from '#server/benchmarks/chart-data/filter-options.ts'
import {
  isTallied,
  seriesFormula,
  parametersOfProject,
  seriesCellKey,
  seriesPlans,
  type SeriesCell,
  type SeriesPlan
} from '#server/benchmarks/chart-data/series.ts'
import { liveTallies, talliedUnits } from '#server/benchmarks/chart-data/tallies.ts'
import type { Database } from '#server/database/schema.ts'

export interface EditionScope {
  programmeId: number
  projectId: number
  timePeriodId: number
}

export interface EditionSubmission {
  submission_id: number
  organisation_id: number
  lineage_id: number
  filter_option_ids: number[]
}

export interface EditionDivision {
  formulas: string[]
  blocks: number[][]
}

export interface Snapshot {
  submissions: readonly EditionSubmission[]
  cells: readonly CellColumns[]
  divisions: readonly EditionDivision[]
}

export async function snapshotOf(
  database: Database,
  scope: EditionScope,
  minimumCount: number,
  isAcceptedOnly = false
): Promise<Snapshot> {
  const submissions = await submissionsNow(database, scope)
  const charts = await chartsOf(database, scope)
  const tallied = distinctCells(charts.flatMap(({ series }) => series)).filter(isTallied)
  const cells = [
    ...(await completeCells(database, scope, isAcceptedOnly)),
    ...(await liveTallies(database, { ...publicationSource(scope, minimumCount), isAcceptedOnly }, tallied))
  ]
  const units = await readUnits(database, scope.programmeId, submissions)
  const divisions = divideTogether(charts).map(group => dividedBy(group, cells, units, minimumCount))
  return { submissions, cells, divisions }
}

/** What everyone has entered in complete sections and cases. */
const publicationSource = (
  { programmeId, projectId, timePeriodId }: EditionScope,
  minimumCount: number
): AnswerSource => ({
  programmeId,
  projectId,
  minimumCount,
  ownId: null,
  isForEdition: true,
  live: [{ timePeriodId, organisationId: null }],
  editionIds: []
})

/** Who takes part at present, with filter options: everyone who is in the next edition, or one organisation, which still sees its figures after it has withdrawn. */
export const submissionsNow = (
  database: Database,
  { programmeId, projectId, timePeriodId }: EditionScope,
  organisationId: number | null = null
): Promise<EditionSubmission[]> =>
  sql<EditionSubmission>`
    select s.submission_id, s.organisation_id, s.lineage_id,
      coalesce((select json_agg(o.filter_option_id order by o.filter_option_id) from submission_filter_options o
        where o.programme_id = ${programmeId} and o.submission_id = s.submission_id), '[]') as filter_option_ids
    from submissions s
    where s.programme_id = ${programmeId} and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}
      and ${organisationId === null ? isInNextEdition(programmeId) : sql`s.organisation_id = ${organisationId}`}
    order by s.submission_id`
    .execute(database)
    .then(({ rows }) => rows)

/**
 * The numbers of all cells in complete sections, or in those that are also accepted. Also the cells without any number that charts count: “not
 * applicable” adds nothing to a figure, which would otherwise be missing.
 */
async function completeCells(
  database: Database,
  { programmeId, projectId, timePeriodId }: EditionScope,
  isAcceptedOnly: boolean
): Promise<CellColumns[]> {
  const { rows } = await sql<CellColumns>`
    select t.question_id, t.row_id, t.column_id,
      coalesce(json_agg(t.submission_id) filter (where t.number_value is not null), '[]') as submission_ids,
      coalesce(json_agg(t.number_value) filter (where t.number_value is not null), '[]') as numbers,
      coalesce(json_agg(t.submission_id) filter (where t.is_not_applicable), '[]') as skipped_ids,
      coalesce(json_agg(t.submission_id) filter (where t.is_not_available), '[]') as unavailable_ids
    from (
      select distinct a.question_id, a.row_id, a.column_id, a.submission_id, a.number_value, a.is_not_applicable, a.is_not_available
      from submissions s
      join section_submissions c on c.programme_id = s.programme_id and c.submission_id = s.submission_id
        and c.case_code_id = 0 and c.status = any(${DONE_STATUSES}::text[]) and ${isReported}
        ${isAcceptedOnly ? sql`and ${isSectionAccepted(programmeId)}` : sql``}
      join sub_sections u on u.programme_id = c.programme_id and u.section_id = c.section_id
      join question_memberships m on m.programme_id = u.programme_id and m.sub_section_id = u.sub_section_id
      join answers a on a.programme_id = m.programme_id and a.submission_id = s.submission_id and a.case_code_id = 0
        and a.question_id = m.question_id and a.row_id = m.row_id and a.column_id = m.column_id and not a.is_hidden
      where s.programme_id = ${programmeId} and s.project_id = ${projectId} and s.time_period_id = ${timePeriodId}
        and ${isInNextEdition(programmeId)} and (a.number_value is not null or a.is_not_applicable or a.is_not_available)
      order by a.question_id, a.row_id, a.column_id, a.submission_id
    ) t
    group by t.question_id, t.row_id, t.column_id
    having count(t.number_value) > 0 or exists (
      select 1 from chart_parameters p join charts h on h.programme_id = p.programme_id and h.chart_id = p.chart_id
      where p.programme_id = ${programmeId} and h.project_id = ${projectId} and p.question_id = t.question_id
        and p.row_id = t.row_id and p.column_id = t.column_id)`.execute(database)
  return rows
}

async function readUnits(
  database: Database,
  programmeId: number,
  submissions: readonly EditionSubmission[]
): Promise<BlockUnit[]> {
  const optionsOf = await filterOptionsOf(database, programmeId, submissions)
  return submissions.map(({ submission_id, organisation_id }) => ({
    id: submission_id,
    organisationId: organisation_id,
    options: optionsOf.get(submission_id) ?? []
  }))
}

/** Tallies that are alike for every question of a survey or block, or nearly. */
const COUNTS_OF_UNITS = new Set(['units', 'issued', 'answered'])

interface DividedChart {
  series: readonly SeriesPlan[]
  counted: ReadonlySet<string>
  denominators: ReadonlySet<string>
}

async function chartsOf(
  database: Database,
  { programmeId, projectId }: EditionScope
): Promise<DividedChart[]> {
  const parameters = await parametersOfProject(database, programmeId, projectId)
  const unitsOf = await talliedUnits(database, programmeId, projectId)
  // Shares of the options of one question follow from each other, and so do counts of the same cases.
  const sameAnswers = (cell: SeriesCell): string[] =>
    isTallied(cell)
      ? [
          seriesCellKey({ ...cell, tally: 'answers' }),
          ...(COUNTS_OF_UNITS.has(cell.tally) ? (unitsOf.get(cell.question_id) ?? []) : [])
        ]
      : []
  return [...Map.groupBy(parameters, parameter => parameter.chart_id).values()].map(ofChart => {
    const series = seriesPlans(ofChart)
    const places = (of: (plan: SeriesPlan) => SeriesPlan['cells']['value']): ReadonlySet<string> =>
      new Set(series.flatMap(plan => of(plan).flatMap(cell => [seriesCellKey(cell), ...sameAnswers(cell)])))
    return {
      series,
      counted: places(({ cells }) => [...cells.value, ...cells.numerator]),
      denominators: places(({ cells }) => cells.denominator)
    }
  })
}

/** The blocks of those who have a value in every series of every chart of the group. */
function dividedBy(
  charts: readonly DividedChart[],
  cells: readonly CellColumns[],
  units: readonly BlockUnit[],
  minimumCount: number
): EditionDivision {
  const byFormula = new Map(
    charts.flatMap(({ series }) => series).map(plan => [seriesFormula(plan), plan] as const)
  )
  const plans = [...byFormula.values()].map((plan, index) => ({ ...plan, displayOrder: index }))
  const figures = [...figuresBySeries(plans, cells).values()]
  const hasFigure = ({ id }: BlockUnit): boolean =>
    figures.every(values => (values.get(id)?.value ?? null) !== null)
  return {
    formulas: [...byFormula.keys()],
    blocks: blocksOf(units, hasFigure, minimumCount).map(block =>
      block.map(({ id }) => id).toSorted((a, b) => a - b)
    )
  }
}
