import * as v from 'valibot'
import { OutputName } from './chart-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Html, Id, IdOrZero, ParamId, QueryFlag, QueryId, Timestamp } from './fields.ts'

export const ChartDirection = v.picklist(['higher', 'lower', 'neutral'])
export type ChartDirection = v.InferOutput<typeof ChartDirection>

/** What a chart's values are, which decides how their intervals are worked out; `none` has no interval. */
export const Statistic = v.picklist(['none', 'proportion', 'rate', 'mean'])
export type Statistic = v.InferOutput<typeof Statistic>

export const Chart = v.object({
  chart_id: Id,
  chart_name: v.string(),
  project_id: Id,
  collection_id: Id,
  time_period_id: v.nullable(Id),
  unit: v.string(),
  decimal_places: IdOrZero,
  direction: ChartDirection,
  statistic: Statistic,
  target_value: v.nullable(v.number()),
  axis_min: v.nullable(v.number()),
  axis_max: v.nullable(v.number()),
  version: IdOrZero,
  /** False once it is retired: then only admins see it. */
  is_active: v.boolean(),
  hidden_output_names: v.array(v.string()),
  /** Who made this version and when; null for charts that are as they were set up. */
  updated_at: v.nullable(Timestamp),
  updated_by: v.nullable(v.string())
})
export type Chart = v.InferOutput<typeof Chart>

export const ChartInGroup = v.object({
  chart_id: Id,
  chart_name: v.string(),
  unit: v.string(),
  direction: ChartDirection,
  statistic: Statistic,
  has_data: v.boolean(),
  has_own_value: v.boolean()
})

export const CollectionTree = v.object({
  collection_id: Id,
  collection_name: v.string(),
  display_order: v.number(),
  chart_groups: v.array(
    v.object({
      chart_group_id: Id,
      group_name: v.string(),
      group_slug: v.string(),
      display_order: v.number(),
      charts: v.array(ChartInGroup)
    })
  )
})
export type CollectionTree = v.InferOutput<typeof CollectionTree>

export const getCollectionHierarchy = endpoint({
  method: 'GET',
  path: 'collections/hierarchy',
  access: 'viewer',
  summary: 'The collections of a project with their chart groups and charts.',
  query: v.object({
    project_id: QueryId,
    time_period_id: QueryId,
    explorer_type: v.pipe(v.string(), v.maxLength(60)),
    /** Whose own values are returned (default: those of the caller's organisation). */
    submission_id: v.optional(QueryId)
  }),
  reply: v.object({ collections: v.array(CollectionTree) })
})

export const listCharts = endpoint({
  method: 'GET',
  path: 'charts',
  access: 'viewer',
  summary: 'The charts of a project.',
  query: v.object({
    project_id: QueryId,
    collection_id: v.optional(QueryId),
    time_period_id: v.optional(QueryId),
    /** Admins may ask for retired charts as well. */
    include_retired: v.optional(QueryFlag)
  }),
  reply: v.object({ charts: v.array(Chart) })
})

export const getChart = endpoint({
  method: 'GET',
  path: 'charts/{id}',
  access: 'viewer',
  summary: 'One chart.',
  params: ParamId,
  reply: Chart
})

/** Spec 3: an explore tab. */
export const OutputType = v.object({
  id: Id,
  output_name: OutputName,
  tab_name: v.string(),
  display_order: v.number()
})
export type OutputType = v.InferOutput<typeof OutputType>

export const listOutputTypes = endpoint({
  method: 'GET',
  path: 'outputTypes/forChart/{id}',
  access: 'viewer',
  summary: 'The tabs of a chart, in order.',
  params: ParamId,
  reply: v.object({ output_types: v.array(OutputType) })
})

export const MetaData = v.object({
  definition_html: Html,
  numerator_text: v.string(),
  denominator_text: v.string(),
  source_text: v.string(),
  unit: v.string(),
  direction: ChartDirection,
  statistic: Statistic,
  caveats_html: Html,
  quartile_method: v.string(),
  minimum_count: Id
})
export type MetaData = v.InferOutput<typeof MetaData>

export const getMetaData = endpoint({
  method: 'GET',
  path: 'metaData/',
  access: 'viewer',
  summary: 'How a chart is defined and calculated.',
  query: v.object({ chart_id: QueryId }),
  reply: MetaData
})
