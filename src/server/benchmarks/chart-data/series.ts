import type { ParameterRole } from '#contract/chart-parameters.ts'
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

export interface SeriesCell {
  question_id: number
  row_id: number
  column_id: number
  /** The cell's factor: -1 if it is subtracted. */
  factor: number
}

/** The parameters of a chart, series by series. */
export const selectSeriesParameters = (database: Database, programmeId: number, chartId: number) =>
  database
    .selectFrom('chart_parameters')
    .select(['chart_parameter_id', 'parameter_name', 'parameter_role', 'multiplier', 'display_order'])
    .select(['question_id', 'row_id', 'column_id', 'factor'])
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .orderBy('display_order')
    .orderBy('chart_parameter_id')

/** The parameters of all charts of a project that are in use, chart by chart. */
export const parametersOfProject = (database: Database, programmeId: number, projectId: number) =>
  database
    .selectFrom('chart_parameters as p')
    .innerJoin('charts as c', join => inProgramme(join, 'c', 'p', 'chart_id'))
    .select(['p.chart_id', 'p.chart_parameter_id', 'p.parameter_name', 'p.parameter_role', 'p.multiplier'])
    .select(['p.display_order', 'p.question_id', 'p.row_id', 'p.column_id', 'p.factor'])
    .where('p.programme_id', '=', programmeId)
    .where('c.project_id', '=', projectId)
    .where('c.is_active', '=', true)
    .orderBy('p.chart_id')
    .orderBy('p.display_order')
    .orderBy('p.chart_parameter_id')
    .execute()

type Parameter = Awaited<ReturnType<ReturnType<typeof selectSeriesParameters>['executeTakeFirstOrThrow']>>

/** The multiplier of a ratio is its numerator's. */
const TAKES_MULTIPLIER = new Set<ParameterRole>(['value', 'series', 'numerator'])

/** The series of a chart in order; the first is shown by default. */
export function seriesPlans(parameters: readonly Parameter[]): SeriesPlan[] {
  return [...Map.groupBy(parameters, parameter => parameter.display_order)].map(([displayOrder, group]) => {
    const cells = (...roles: string[]): SeriesCell[] =>
      group.filter(parameter => roles.includes(parameter.parameter_role))
    const first = group[0]!
    return {
      seriesId: first.chart_parameter_id,
      name: first.parameter_name,
      displayOrder,
      multiplier: (group.find(({ parameter_role }) => TAKES_MULTIPLIER.has(parameter_role)) ?? first)
        .multiplier,
      cells: {
        value: cells('value', 'series'),
        numerator: cells('numerator'),
        denominator: cells('denominator'),
        standard_deviation: cells('standard_deviation')
      }
    }
  })
}

/** Names what a series calculates, apart from its multiplier: the same text for the same cells in any order. */
export function seriesFormula({ cells }: SeriesPlan): string {
  const sum = (role: CellRole): string =>
    [
      ...new Set(
        cells[role].map(
          ({ question_id, row_id, column_id, factor }) => `${factor}*${question_id}/${row_id}/${column_id}`
        )
      )
    ]
      .toSorted()
      .join('+')
  return cells.denominator.length === 0 ? sum('value') : `(${sum('numerator')})/(${sum('denominator')})`
}

/** Whether the values are ratios; otherwise they are counts or amounts. */
export const isRatioSeries = ({ cells }: SeriesPlan): boolean => cells.denominator.length > 0

/** All cells of a formula, or of a part of it. */
export const cellsIn = (formula: string): string[] => formula.match(/\d+\/\d+\/\d+/g) ?? []

/** The cells of a formula's values or numerators. */
export const countedCells = (formula: string): string[] => cellsIn(formula.split(')/(')[0] ?? '')
