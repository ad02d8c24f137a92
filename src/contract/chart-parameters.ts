import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { Aggregate } from './chart-aggregates.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, Order, QueryId } from './fields.ts'
import { MAX_CHART_PARAMETERS, MAX_CHART_SERIES } from './limits.ts'
import { QuestionType } from './questionnaires.ts'

/** The part of a figure that a cell contributes to: the value alone, one side of a ratio, or the standard deviation of the cases behind a mean. */
export const ParameterRole = v.picklist(['value', 'numerator', 'denominator', 'series', 'standard_deviation'])
export type ParameterRole = v.InferOutput<typeof ParameterRole>
const finiteNumber = v.pipe(v.number(), v.finite())

/**
 * One cell of a questionnaire in a chart. Parameters of one `display_order` are one series: cells of one role are added, each times its
 * `factor` (-1 subtracts it), and the value is value × multiplier, or numerator ÷ denominator × multiplier.
 */
export const ChartParameter = v.object({
  chart_parameter_id: Id,
  chart_id: Id,
  parameter_name: v.string(),
  parameter_role: describe('What the cell is used for.', ParameterRole),
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  aggregate: describe(
    'How the cases of a survey or the rows of a block are aggregated; null for a cell with one answer for each submission.',
    v.nullable(Aggregate)
  ),
  factor: describe('What the cell is multiplied by.', v.number()),
  multiplier: v.number(),
  display_order: v.number()
})
export type ChartParameter = v.InferOutput<typeof ChartParameter>

export const listChartParameters = endpoint({
  method: 'GET',
  path: 'chartParameters',
  access: 'viewer',
  summary: 'The cells that a chart is calculated from.',
  query: v.object({ chart_id: QueryId }),
  reply: v.object({
    chart_parameters: describe('Cells that the chart is calculated from.', v.array(ChartParameter))
  })
})

/** A cell that a chart can be calculated from, with the names that people know it by; empty where it has no row or column. */
export const ChartCell = v.object({
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  question_text: v.string(),
  unit: v.string(),
  row_name: v.string(),
  column_name: v.string(),
  sub_section_name: v.string(),
  section_name: v.string(),
  questionnaire_name: v.string(),
  question_type: QuestionType,
  aggregated_from: describe(
    'What gives each submission many answers to the question: the cases of a survey or the rows of a block; null for a cell with one answer.',
    v.nullable(v.picklist(['cases', 'rows']))
  ),
  option_list: v.array(v.object({ option_id: Id, option_name: v.string() })),
  /** False where the question, or its row, column or section, has been retired. */
  is_active: v.boolean()
})
export type ChartCell = v.InferOutput<typeof ChartCell>

export const listChartCells = endpoint({
  method: 'GET',
  path: 'chartParameters/cells',
  access: 'admin',
  isAddition: true,
  summary:
    'The cells of a project that charts can be built from: numbers, and questions of surveys and repeating rows.',
  query: v.object({ project_id: QueryId }),
  reply: v.object({ chart_cells: describe('Cells that a chart can be calculated from.', v.array(ChartCell)) })
})

export const NewChartParameter = v.object({
  parameter_name: Name(),
  parameter_role: ParameterRole,
  question_id: Id,
  row_id: v.optional(IdOrZero, 0),
  column_id: v.optional(IdOrZero, 0),
  aggregate: v.optional(v.nullable(Aggregate), null),
  factor: v.optional(v.pipe(finiteNumber, v.notValue(0, 'must not be 0')), 1),
  multiplier: v.optional(finiteNumber, 1),
  display_order: v.optional(Order, 0)
})
export type NewChartParameter = v.InferOutput<typeof NewChartParameter>

/** The parameters of one `display_order` are one series. */
export const hasTooManySeries = (parameters: readonly Pick<NewChartParameter, 'display_order'>[]): boolean =>
  new Set(parameters.map(({ display_order }) => display_order)).size > MAX_CHART_SERIES

export const SERIES_FAULT = `a chart has at most ${MAX_CHART_SERIES} series`

/** All parameters of a chart. */
export const NewChartParameters = v.pipe(
  v.array(NewChartParameter),
  v.maxLength(MAX_CHART_PARAMETERS),
  v.check(parameters => !hasTooManySeries(parameters), SERIES_FAULT)
)

export const createChartParameter = endpoint({
  method: 'POST',
  path: 'chartParameters',
  access: 'admin',
  summary: 'Adds a parameter to a chart.',
  body: v.object({ chart_id: Id, ...NewChartParameter.entries }),
  reply: ChartParameter
})

export const deleteChartParameters = endpoint({
  method: 'DELETE',
  path: 'chartParameters',
  access: 'admin',
  summary: 'Removes parameters.',
  body: v.object({ chart_parameter_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(200)) }),
  reply: v.object({ chart_parameter_ids: v.array(Id) })
})
