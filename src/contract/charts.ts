import * as v from 'valibot'
import { describe } from '#lib/describe.ts'
import { endpoint } from './endpoint.ts'
import {
  Html,
  Id,
  IdOrZero,
  ParamId,
  QueryFlag,
  QueryId,
  Timestamp,
  Version,
  ProjectPeriodQuery
} from './fields.ts'
import { OutputName } from './output-names.ts'

export const ChartDirection = v.picklist(['higher', 'lower', 'neutral'])
export type ChartDirection = v.InferOutput<typeof ChartDirection>

/** What a chart's values are, which determines how their intervals are calculated; `none` has no interval. */
export const Statistic = v.picklist(['none', 'proportion', 'rate', 'mean'])
export type Statistic = v.InferOutput<typeof Statistic>

export const Chart = v.object({
  chart_id: Id,
  chart_name: v.string(),
  project_id: Id,
  collection_id: Id,
  time_period_id: v.nullable(Id),
  unit: describe('Unit of the figure.', v.string()),
  decimal_places: describe('Digits after the decimal point.', IdOrZero),
  direction: describe('Whether a higher or a lower value is better, or neither.', ChartDirection),
  statistic: describe('What the figure is, which decides its interval.', Statistic),
  target_value: describe('The value to reach; null if none is set.', v.nullable(v.number())),
  axis_min: describe('Lowest value of the axis; null to choose by the values.', v.nullable(v.number())),
  axis_max: describe('Highest value of the axis; null to choose by the values.', v.nullable(v.number())),
  version: describe('Increases with each change. Send it back to change what you have read.', Version),
  is_active: describe('false is retired: kept, and not offered any more.', v.boolean()),
  hidden_output_names: v.optional(v.array(v.string())),
  updated_at: describe('When it was last changed; null if never.', v.optional(v.nullable(Timestamp))),
  updated_by: describe(
    'Name of the person who last changed it; null if nobody did.',
    v.optional(v.nullable(v.string()))
  )
})
export type Chart = v.InferOutput<typeof Chart>

export const ChartInGroup = v.object({
  chart_id: Id,
  chart_name: v.string(),
  unit: v.string(),
  direction: ChartDirection,
  statistic: Statistic,
  has_data: describe(
    'Whether the reader may see something of the answers behind it; a value may still lack another answer.',
    v.boolean()
  ),
  has_own_value: describe(
    'Whether the own organisation has given an answer behind it; a value may still lack another one.',
    v.boolean()
  )
})

export const CollectionTree = v.object({
  collection_id: Id,
  collection_name: v.string(),
  display_order: describe('Place in the list; the lowest comes first.', v.number()),
  chart_groups: describe(
    'Groups of charts in their order.',
    v.array(
      v.object({
        chart_group_id: Id,
        group_name: v.string(),
        group_slug: describe('Name of the group in addresses.', v.string()),
        display_order: v.number(),
        charts: v.array(ChartInGroup)
      })
    )
  )
})
export type CollectionTree = v.InferOutput<typeof CollectionTree>

export const getCollectionHierarchy = endpoint({
  method: 'GET',
  path: 'collections/hierarchy',
  access: 'viewer',
  summary: 'The collections of a project with their chart groups and charts.',
  query: v.object({
    ...ProjectPeriodQuery,
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
    include_retired: describe('Also lists retired charts.', v.optional(QueryFlag))
  }),
  reply: v.object({ charts: describe('Charts in their order.', v.array(Chart)) })
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
  reply: v.object({ output_types: describe('Ways to show a chart.', v.array(OutputType)) })
})

export const MetaData = v.object({
  definition_html: describe('HTML that defines the figure. Sanitise it before you show it.', Html),
  numerator_text: describe('What the numerator counts.', v.string()),
  denominator_text: describe('What the denominator counts.', v.string()),
  source_text: describe('Where the figures come from.', v.string()),
  unit: v.string(),
  direction: ChartDirection,
  statistic: Statistic,
  caveats_html: describe(
    'HTML with notes on the figure; null for none. Sanitise it before you show it.',
    Html
  ),
  quartile_method: describe('Always linear: R type 7.', v.exactOptional(v.string())),
  minimum_count: describe(
    'The least number of other organisations for which an average is shown.',
    v.exactOptional(Id)
  )
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
