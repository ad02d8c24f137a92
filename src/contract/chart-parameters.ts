import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, Order, QueryId } from './fields.ts'

export const ChartParameter = v.object({
  chart_parameter_id: Id,
  chart_id: Id,
  parameter_name: v.string(),
  parameter_role: v.picklist(['value', 'numerator', 'denominator', 'series']),
  question_id: Id,
  row_id: IdOrZero,
  column_id: IdOrZero,
  multiplier: v.number(),
  display_order: v.number()
})
export type ChartParameter = v.InferOutput<typeof ChartParameter>

export const listChartParameters = endpoint({
  method: 'GET',
  path: 'chartParameters',
  access: 'viewer',
  summary: 'What a chart is calculated from.',
  query: v.object({ chart_id: QueryId }),
  reply: v.object({ chart_parameters: v.array(ChartParameter) })
})

export const createChartParameter = endpoint({
  method: 'POST',
  path: 'chartParameters',
  access: 'admin',
  summary: 'Adds a parameter to a chart.',
  body: v.object({
    chart_id: Id,
    parameter_name: Name(),
    parameter_role: v.picklist(['value', 'numerator', 'denominator', 'series']),
    question_id: Id,
    row_id: v.optional(IdOrZero, 0),
    column_id: v.optional(IdOrZero, 0),
    multiplier: v.optional(v.pipe(v.number(), v.finite()), 1),
    display_order: v.optional(Order, 0)
  }),
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
