import type { Aggregate } from '#contract/chart-aggregates.ts'
import type { ParameterRole } from '#contract/chart-parameters.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { tallyParts, type Tally } from '#domain/figures/aggregates.ts'
import type { Database } from '#server/database/schema.ts'
import { inProgramme } from '#server/database/tenant.ts'

/** One series of a chart: its cells by role. */
export interface SeriesPlan {
  /** The first of its parameters identifies the series. */
  seriesId: number
  name: string
  displayOrder: number
  multiplier: number
  cells: Record<CellRole, SeriesCell[]>
}

/** The role of a cell. `series` is another word for a value. */
export type CellRole = Exclude<ParameterRole, 'series'>

export interface SeriesCell extends CellAddress {
  /** The cell's factor: -1 if it is subtracted. */
  factor: number
  /** What is counted of the cases or rows in this place; without it the cell's own number. */
  tally?: Tally
}

/** A place whose cases or rows are tallied. */
export type TalliedCell = SeriesCell & { tally: Tally }

export const isTallied = (cell: SeriesCell): cell is TalliedCell => cell.tally !== undefined

export const CELL_ROLES = ['value', 'numerator', 'denominator', 'standard_deviation'] as const

/** All cells that a series is calculated from. */
export const cellsOfSeries = ({ cells }: SeriesPlan): SeriesCell[] => CELL_ROLES.flatMap(role => cells[role])

/** The parameters of a chart, series by series. */
export const selectSeriesParameters = (database: Database, programmeId: number, chartId: number) =>
  database
    .selectFrom('chart_parameters')
    .select(['chart_parameter_id', 'parameter_name', 'parameter_role', 'multiplier', 'display_order'])
    .select(['question_id', 'row_id', 'column_id', 'factor', 'aggregate'])
    .where(eb => eb.and({ programme_id: programmeId, chart_id: chartId }))
    .orderBy('display_order')
    .orderBy('chart_parameter_id')

/** The parameters of all charts of a project that are in use, chart by chart. */
export const parametersOfProject = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'p', 'chart_id'))
    .select(['p.chart_id', 'p.chart_parameter_id', 'p.parameter_name', 'p.parameter_role', 'p.multiplier'])
    .select(['p.display_order', 'p.question_id', 'p.row_id', 'p.column_id', 'p.factor', 'p.aggregate'])
    .where(eb => eb.and({ 'p.programme_id': programmeId, 'c.project_id': projectId, 'c.is_active': true }))
    .orderBy('p.chart_id')
    .orderBy('p.display_order')
    .orderBy('p.chart_parameter_id')
    .execute()

interface Parameter {
  chart_parameter_id: number
  parameter_name: string
  parameter_role: ParameterRole
  multiplier: number
  display_order: number
  question_id: number
  row_id: number
  column_id: number
  factor: number
  aggregate: Aggregate | null
}

/** The multiplier of a ratio is its numerator's. */
const TAKES_MULTIPLIER = new Set<ParameterRole>(['value', 'series', 'numerator'])

/** The series of a chart in order; the first is shown by default. */
export function seriesPlans(parameters: readonly Parameter[]): SeriesPlan[] {
  return [...Map.groupBy(parameters, parameter => parameter.display_order)].map(([displayOrder, group]) => {
    const parts = group.flatMap(seriesParts)
    const cells = (role: CellRole): SeriesCell[] =>
      parts.flatMap(part => (part.role === role ? [part.cell] : []))
    const first = group[0]!
    return {
      seriesId: first.chart_parameter_id,
      name: first.parameter_name,
      displayOrder,
      multiplier: (group.find(({ parameter_role }) => TAKES_MULTIPLIER.has(parameter_role)) ?? first)
        .multiplier,
      cells: {
        value: cells('value'),
        numerator: cells('numerator'),
        denominator: cells('denominator'),
        standard_deviation: cells('standard_deviation')
      }
    }
  })
}

/** What a parameter contributes: its cell, or each tally that its aggregate is made of. */
function seriesParts({
  parameter_role,
  aggregate,
  question_id,
  row_id,
  column_id,
  factor
}: Parameter): { role: CellRole; cell: SeriesCell }[] {
  const role = parameter_role === 'series' ? 'value' : parameter_role
  const cell = { question_id, row_id, column_id, factor }
  if (!aggregate) return [{ role, cell }]
  return tallyParts(aggregate).map(part => ({
    role: part.role === 'value' ? role : part.role,
    cell: { ...cell, tally: part.tally }
  }))
}

/** Names what a series calculates, apart from its multiplier: the same text for the same cells in any order. */
export function seriesFormula({ cells }: SeriesPlan): string {
  const sum = (role: CellRole): string =>
    [...new Set(cells[role].map(cell => `${cell.factor}*${seriesCellKey(cell)}`))].toSorted().join('+')
  return cells.denominator.length === 0 ? sum('value') : `(${sum('numerator')})/(${sum('denominator')})`
}

/** Whether the values are ratios; otherwise they are counts or amounts. */
export const isRatioSeries = ({ cells }: SeriesPlan): boolean => cells.denominator.length > 0

/** Identifies a cell, and what is counted of its cases or rows: `12/0/3`, `15/0/0/chosen=4,7`. */
export const seriesCellKey = ({
  question_id,
  row_id,
  column_id,
  tally
}: Pick<SeriesCell, 'question_id' | 'row_id' | 'column_id' | 'tally'>): string =>
  `${question_id}/${row_id}/${column_id}${tally === undefined ? '' : `/${tally}`}`

const CELL_KEY = /(\d+)\/(\d+)\/(\d+)(?:\/([a-z]+(?:=[\d,]*)?))?/g

/** All cells of a formula, or of a part of it. */
export const cellsIn = (formula: string): string[] => formula.match(CELL_KEY) ?? []

/** The cell that a key identifies. */
export function seriesCell(key: string, factor: number): SeriesCell {
  const [, question = '', row = '', column = '', tally] = [...key.matchAll(CELL_KEY)][0] ?? []
  return {
    question_id: Number(question),
    row_id: Number(row),
    column_id: Number(column),
    factor,
    ...(tally !== undefined && { tally })
  }
}

/** The cells of a formula's values or numerators. */
export const countedCells = (formula: string): string[] => cellsIn(formula.split(')/(')[0] ?? '')
