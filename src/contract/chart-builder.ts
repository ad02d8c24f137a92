import * as v from 'valibot'
import { Chart, ChartDirection } from './charts.ts'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, Name, Order, ParamId, QueryFlag, QueryId, Text } from './fields.ts'

export const Collection = v.object({
  collection_id: Id,
  collection_name: v.string(),
  project_id: Id,
  explorer_type: v.string(),
  display_order: v.number(),
  is_dashboard: v.boolean()
})
export type Collection = v.InferOutput<typeof Collection>

export const listCollections = endpoint({
  method: 'GET',
  path: 'collections/',
  access: 'viewer',
  summary: 'The collections of a project.',
  query: v.object({ project_id: QueryId, is_dashboard: v.optional(QueryFlag) }),
  reply: v.object({ collections: v.array(Collection) })
})

export const createCollection = endpoint({
  method: 'POST',
  path: 'collections/',
  access: 'admin',
  summary: 'Adds a collection with its first chart group.',
  body: v.object({
    project_id: Id,
    collection_name: Name(),
    explorer_type: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,59}$/)),
    display_order: v.optional(Order),
    is_dashboard: v.optional(v.boolean(), false),
    group_name: v.optional(Name())
  }),
  reply: Collection
})

const finite = v.exactOptional(v.nullable(v.pipe(v.number(), v.finite())))
const chartFields = {
  unit: v.exactOptional(Text(40)),
  decimal_places: v.exactOptional(v.pipe(IdOrZero, v.maxValue(6))),
  direction: v.exactOptional(ChartDirection),
  target_value: finite,
  axis_min: finite,
  axis_max: finite,
  definition_html: v.exactOptional(Html),
  numerator_text: v.exactOptional(Text(1000)),
  denominator_text: v.exactOptional(Text(1000)),
  source_text: v.exactOptional(Text(1000)),
  caveats_html: v.exactOptional(Html)
}

export const createChart = endpoint({
  method: 'POST',
  path: 'charts',
  access: 'admin',
  summary: 'Creates a chart in a collection.',
  body: v.object({ project_id: Id, collection_id: Id, chart_name: Name(), ...chartFields }),
  reply: Chart
})

/** `version` is the one that the change was made on; another at the server is refused with 422, so that no one's change is lost. */
export const updateChart = endpoint({
  method: 'PUT',
  path: 'charts/{id}',
  access: 'admin',
  summary: 'Changes a chart.',
  params: ParamId,
  body: v.object({ version: IdOrZero, chart_name: v.exactOptional(Name()), ...chartFields }),
  reply: Chart
})

export const deleteChart = endpoint({
  method: 'DELETE',
  path: 'charts/{id}',
  access: 'admin',
  summary: 'Removes a chart with its parameters and memberships; the data stays.',
  params: ParamId,
  reply: v.object({ chart_id: Id })
})
