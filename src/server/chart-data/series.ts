import type { Database } from '../database/schema.ts'

/** One series of a chart: its cells by role. */
export interface SeriesPlan {
  /** The first of its parameters stands for the series. */
  seriesId: number
  name: string
  displayOrder: number
  multiplier: number
  cellCounts: { value: number; numerator: number; denominator: number }
}

/** The series of a chart in order; the first is the one that is shown unless others are asked for. */
export async function seriesOf(database: Database, programmeId: number, chartId: number): Promise<SeriesPlan[]> {
  const parameters = await database
    .selectFrom('chart_parameters')
    .select(['chart_parameter_id', 'parameter_name', 'parameter_role', 'multiplier', 'display_order'])
    .where('programme_id', '=', programmeId)
    .where('chart_id', '=', chartId)
    .orderBy('display_order')
    .orderBy('chart_parameter_id')
    .execute()
  return [...Map.groupBy(parameters, parameter => parameter.display_order)].map(([displayOrder, group]) => {
    const count = (...roles: string[]): number => group.filter(parameter => roles.includes(parameter.parameter_role)).length
    const first = group[0]!
    return {
      seriesId: first.chart_parameter_id,
      name: first.parameter_name,
      displayOrder,
      multiplier: (group.find(parameter => parameter.parameter_role !== 'denominator') ?? first).multiplier,
      cellCounts: { value: count('value', 'series'), numerator: count('numerator'), denominator: count('denominator') }
    }
  })
}
