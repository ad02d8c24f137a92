// Rules for a single chart, used by every way to write one.

import type { AggregateKind } from '#contract/chart-aggregates.ts'
import { hasTooManySeries, SERIES_FAULT, type ParameterRole } from '#contract/chart-parameters.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { holdsNumber, isHeading, typeOf } from '#domain/answers/question-types.ts'
import { isAdditive } from '#domain/figures/aggregates.ts'
import { groupBy } from '#lib/group-by.ts'

export interface WrittenChartCell<Key = number> {
  parameter_role: ParameterRole
  display_order: number
  question_id: Key
  row_id: Key
  column_id: Key
  aggregate?: { kind: AggregateKind } | null
}

/** What decides whether cases or rows can be aggregated. */
export interface AggregatedCell<Key = number> {
  question_type: QuestionType
  /** The ids, or in files the names, of the question's options. */
  options: readonly Key[]
  isInSurvey: boolean
  isRepeating: boolean
}

export type FigureSource = Pick<AggregatedCell, 'isInSurvey' | 'isRepeating'>

interface ChartFault {
  field: string
  message: string
}

/** Charts are calculated from numbers. */
const NOT_NUMERIC = 'is not a question with a numeric answer'

const NOT_AGGREGATED = 'needs an aggregate, because it is asked in a survey or in repeating rows'

export const CELL_FAULT = 'the question is not in this cell'

export const GROUP_NAME_FAULT = 'is already the name of a group in this collection'

/** A chart without a tab could not be opened. */
export const NO_TAB_FAULT: ChartFault = {
  field: 'hidden_output_names',
  message: 'must leave the chart a tab'
}

const hasChoices = ({ question_type }: AggregatedCell<unknown>): boolean =>
  typeOf({ question_type }).entry === 'chosen'

/** Why a question cannot have an aggregate of a kind; undefined if it can. Short, because lists of kinds show it. */
const unfitByKind: Record<AggregateKind, (cell: AggregatedCell<unknown>) => string | undefined> = {
  count: cell => (isHeading(cell) ? 'needs a question' : undefined),
  response_rate: ({ isInSurvey }) => (isInSurvey ? undefined : 'needs a survey'),
  mean: cell => (holdsNumber(cell) ? undefined : 'needs a number'),
  median: cell => (holdsNumber(cell) ? undefined : 'needs a number'),
  sum: ({ question_type }) => (typeOf({ question_type }).isSummed ? undefined : 'needs an amount'),
  share: cell => (hasChoices(cell) ? undefined : 'needs options'),
  top_box: ({ question_type }) =>
    typeOf({ question_type }).options === 'steps' ? undefined : 'needs a rating scale'
}

/** Why the cases or rows of a cell cannot be aggregated so; undefined if they can. */
export function aggregateUnfit(kind: AggregateKind, cell: AggregatedCell<unknown>): string | undefined {
  if (cell.isInSurvey === cell.isRepeating) return 'needs a survey, or a block with repeating rows'
  return isHeading(cell) ? 'needs a question' : unfitByKind[kind](cell)
}

function faultOfSingle(cell: AggregatedCell<unknown>): ChartFault | undefined {
  if (cell.isInSurvey || cell.isRepeating) return { field: 'aggregate', message: NOT_AGGREGATED }
  return holdsNumber(cell) ? undefined : { field: 'question_id', message: NOT_NUMERIC }
}

/**
 * The one rule for what a chart may count in a place: a number of each submission, or with an aggregate the cases of a survey or
 * the rows of a block.
 */
export function faultOfSource<Key>(
  parameter: Pick<WrittenChartCell, 'parameter_role'> & {
    aggregate?: { kind: AggregateKind; options: readonly Key[] } | null
  },
  cell: AggregatedCell<Key>
): ChartFault | undefined {
  const { aggregate } = parameter
  if (!aggregate) return faultOfSingle(cell)
  const { kind, options } = aggregate
  const unfit = aggregateUnfit(kind, cell)
  if (unfit !== undefined) return { field: 'aggregate', message: `${kind}: ${unfit}` }
  const isAllowedRole =
    parameter.parameter_role === 'value' ||
    (isAdditive(aggregate) && ['numerator', 'denominator'].includes(parameter.parameter_role))
  if (!isAllowedRole) return { field: 'parameter_role', message: `must be "value" for ${kind}` }
  const needsOptions = kind === 'share' && typeOf(cell).holds !== 'yes_no'
  if (needsOptions !== options.length > 0)
    return {
      field: 'aggregate',
      message: needsOptions ? 'a share needs options' : `${kind} takes no options`
    }
  return options.every(option => cell.options.includes(option))
    ? undefined
    : { field: 'aggregate', message: 'an option does not belong to the question' }
}

/** The same rule for a place that a question may not have any more; a place that is missing does not say what suits it. */
export function faultOfPlacedSource<Key>(
  parameter: Parameters<typeof faultOfSource<Key>>[0],
  question: Pick<AggregatedCell<Key>, 'question_type' | 'options'>,
  place: FigureSource | undefined
): ChartFault | undefined {
  const fault = faultOfSource(parameter, { isInSurvey: false, isRepeating: false, ...place, ...question })
  if (fault && (place || !parameter.aggregate)) return fault
  return place ? undefined : { field: 'row_id', message: `and column_id: ${CELL_FAULT}` }
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
  const isAlone = ({ aggregate }: WrittenChartCell<Key>): boolean => !!aggregate && !isAdditive(aggregate)
  if (series.length > 0 && [...series, added].some(isAlone))
    return {
      field: 'aggregate',
      message: 'a mean, median, share or response rate must be the only parameter of its series'
    }
  if (series.length === 0 && hasTooManySeries([...present, added]))
    return { field: 'display_order', message: SERIES_FAULT }
  const isSame = (one: WrittenChartCell<Key>): boolean =>
    one.parameter_role === added.parameter_role &&
    one.question_id === added.question_id &&
    one.row_id === added.row_id &&
    one.column_id === added.column_id &&
    one.aggregate?.kind === added.aggregate?.kind
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
