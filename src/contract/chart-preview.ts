import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { ChartData } from './chart-data.ts'
import { NewChartParameters } from './chart-parameters.ts'
import { Chart, ChartDirection, Statistic } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdOrZero, Name, Text } from './fields.ts'
import { OutputName } from './output-names.ts'

const finiteOrNull = v.nullable(v.pipe(v.number(), v.finite()))

/** Calculates a draft chart without storing anything. POST because a chart is too long for a query. */
export const previewChart = endpoint({
  method: 'POST',
  path: 'charts/preview',
  access: 'admin',
  isAddition: true,
  onlyReads: true,
  summary: 'Previews a chart that is being built, for any submission and peer groups.',
  body: v.object({
    project_id: Id,
    collection_id: Id,
    time_period_id: Id,
    time_period_ids: v.optional(v.pipe(v.array(Id), v.maxLength(20)), []),
    submission_id: IdOrZero,
    peer_group_ids: v.optional(v.pipe(v.array(Id), v.maxLength(50)), []),
    output_name: OutputName,
    chart_name: Name(),
    unit: Text(40),
    decimal_places: v.pipe(IdOrZero, v.maxValue(6)),
    direction: ChartDirection,
    statistic: v.optional(Statistic, 'none'),
    target_value: finiteOrNull,
    axis_min: finiteOrNull,
    axis_max: finiteOrNull,
    numerator_text: v.optional(Text(1000), ''),
    denominator_text: v.optional(Text(1000), ''),
    chart_parameters: NewChartParameters,
    /** The chart being edited; the reply then includes its stored version. */
    chart_id: v.optional(v.nullable(Id))
  }),
  reply: v.object({
    chart_data: describe('What the chart shows.', ChartData),
    submission_count: IdOrZero,
    series_counts: describe(
      'Number of values in each series.',
      v.array(
        v.object({
          display_order: v.number(),
          value_count: IdOrZero,
          zero_denominator_count: describe('Submissions whose denominator is 0.', IdOrZero)
        })
      )
    ),
    stored: describe(
      'The chart as it is saved; null for a new one.',
      v.nullable(v.pick(Chart, ['version', 'is_active', 'updated_at', 'updated_by']))
    )
  })
})
