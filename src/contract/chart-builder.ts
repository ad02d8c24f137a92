import * as v from 'valibot'
import { NewChartParameters } from './chart-parameters.ts'
import { Chart, ChartDirection, Statistic } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, Name, ParamId, Text } from './fields.ts'
import { OutputName } from './output-names.ts'

const optionalNumber = v.exactOptional(v.nullable(v.pipe(v.number(), v.finite())))
/** A chart's whole definition apart from its name, saved together as one version. */
export const editableChartFields = {
  unit: v.exactOptional(Text(40)),
  decimal_places: v.exactOptional(v.pipe(IdOrZero, v.maxValue(6))),
  direction: v.exactOptional(ChartDirection),
  statistic: v.exactOptional(Statistic),
  target_value: optionalNumber,
  axis_min: optionalNumber,
  axis_max: optionalNumber,
  definition_html: v.exactOptional(Html),
  numerator_text: v.exactOptional(Text(1000)),
  denominator_text: v.exactOptional(Text(1000)),
  source_text: v.exactOptional(Text(1000)),
  caveats_html: v.exactOptional(Html),
  /** Tabs that suit the chart and that it lacks, without chart kinds that a later version adds. */
  hidden_output_names: v.exactOptional(v.pipe(v.array(OutputName), v.maxLength(OutputName.options.length))),
  /** Replaces all parameters of the chart. */
  chart_parameters: v.exactOptional(NewChartParameters)
}

export const createChart = endpoint({
  method: 'POST',
  path: 'charts',
  access: 'admin',
  summary: 'Creates a chart in a collection.',
  body: v.object({ project_id: Id, collection_id: Id, chart_name: Name(), ...editableChartFields }),
  reply: Chart
})

/** `version` is the one that the change is based on; if it is not the current one, the change is refused with 422, so that no update is lost. */
export const updateChart = endpoint({
  method: 'PUT',
  path: 'charts/{id}',
  access: 'admin',
  summary: 'Changes, retires or restores a chart.',
  params: ParamId,
  body: v.object({
    version: IdOrZero,
    chart_name: v.exactOptional(Name()),
    /** A retired chart keeps its place and its definition; members do not see it. */
    is_active: v.exactOptional(v.boolean()),
    ...editableChartFields
  }),
  reply: Chart
})

export const deleteChart = endpoint({
  method: 'DELETE',
  path: 'charts/{id}',
  access: 'admin',
  summary: 'Deletes a chart with its parameters and memberships. The data is kept.',
  params: ParamId,
  reply: v.object({ chart_id: Id })
})
