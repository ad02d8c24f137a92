// Rules for a single chart, used by every way to write one.

import { hasTooManySeries, SERIES_FAULT, type ParameterRole } from '#contract/chart-parameters.ts'
import { groupBy } from '#lib/group-by.ts'

export interface WrittenChartCell<Key = number> {
  parameter_role: ParameterRole
  display_order: number
  question_id: Key
  row_id: Key
  column_id: Key
}

interface ChartFault {
  field: string
  message: string
}

/** Charts are calculated from numbers. */
export const NOT_NUMERIC = 'is not a question with a numeric answer'

export const CELL_FAULT = 'the question is not in this cell'

export const GROUP_NAME_FAULT = 'is already the name of a group in this collection'

/** A chart without a tab could not be opened. */
export const NO_TAB_FAULT: ChartFault = {
  field: 'hidden_output_names',
  message: 'must leave the chart a tab'
}

const RATIO_ROLES = new Set<ParameterRole>(['numerator', 'denominator', 'standard_deviation'])
const isRatioCell = ({ parameter_role }: Pick<WrittenChartCell, 'parameter_role'>): boolean =>
  RATIO_ROLES.has(parameter_role)

/** Parameters with the same display_order form one series: a sum of values, or a ratio. */
export function faultOfCell<Key>(
  present: readonly WrittenChartCell<Key>[],
  added: WrittenChartCell<Key>
): ChartFault | undefined {
  const series = present.filter(parameter => parameter.display_order === added.display_order)
  if (series.some(parameter => isRatioCell(parameter) !== isRatioCell(added)))
    return {
      field: 'parameter_role',
      message: 'a series has either values or a numerator and a denominator, not both'
    }
  if (series.length === 0 && hasTooManySeries([...present, added]))
    return { field: 'display_order', message: SERIES_FAULT }
  const isSame = (one: WrittenChartCell<Key>): boolean =>
    one.parameter_role === added.parameter_role &&
    one.question_id === added.question_id &&
    one.row_id === added.row_id &&
    one.column_id === added.column_id
  return series.some(isSame)
    ? { field: 'question_id', message: 'this cell is already in the series' }
    : undefined
}

export const faultOfAxis = ({
  axis_min,
  axis_max
}: {
  axis_min?: number | null | undefined
  axis_max?: number | null | undefined
}): ChartFault | undefined =>
  typeof axis_min === 'number' && typeof axis_max === 'number' && axis_min >= axis_max
    ? { field: 'axis_min', message: 'must be below axis_max' }
    : undefined

/** Checks whether a chart can be drawn. Charts that are built call by call may be incomplete in between. */
export function faultsOfSeries(
  cells: readonly Pick<WrittenChartCell, 'parameter_role' | 'display_order'>[]
): string[] {
  if (cells.length === 0) return ['needs at least one cell to be calculated from']
  const series = groupBy(cells, ({ display_order }) => display_order)
  return [...series.values()].flatMap(parameters => {
    const has = (role: ParameterRole): boolean =>
      parameters.some(({ parameter_role }) => parameter_role === role)
    if (has('numerator') === has('denominator')) return []
    return [has('numerator') ? 'a ratio needs a denominator' : 'a ratio needs a numerator']
  })
}
