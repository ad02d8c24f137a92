import type { Generated } from 'kysely'
import type { OutputName } from '#contract/chart-kinds.ts'
import type { ParameterRole } from '#contract/chart-parameters.ts'
import type { ChartDirection, Statistic } from '#contract/charts.ts'
import type { StoredRule } from '#domain/disclosure/member-rule.ts'
import type { Tenant, NullableJson } from './people.ts'

export interface CollectionTable extends Tenant {
  collection_id: Generated<number>
  project_id: number
  explorer_type: string
  collection_name: string
  display_order: number
  is_dashboard: boolean
}

export interface ChartGroupTable extends Tenant {
  chart_group_id: Generated<number>
  collection_id: number
  group_name: string
  group_slug: string
  display_order: number
}

export interface ChartTable extends Tenant {
  chart_id: Generated<number>
  project_id: number
  collection_id: number
  time_period_id: number | null
  chart_name: string
  unit: string
  decimal_places: number
  direction: ChartDirection
  statistic: Generated<Statistic>
  target_value: number | null
  axis_min: number | null
  axis_max: number | null
  definition_html: string
  numerator_text: string
  denominator_text: string
  source_text: string
  caveats_html: string
  version: number
  is_active: boolean
  /** Tabs that suit the chart and were hidden. */
  hidden_output_names: string[]
  /** Null for charts that were never edited. */
  updated_at: Date | null
  updated_by_user_id: number | null
}

/**
 * The cells behind a chart. Parameters with one display_order form a series: cells of one role are added,
 * each times its factor, and the value is value × multiplier, or numerator ÷ denominator × multiplier.
 */
export interface ChartParameterTable extends Tenant {
  chart_parameter_id: Generated<number>
  chart_id: number
  parameter_name: string
  parameter_role: ParameterRole
  question_id: number
  row_id: number
  column_id: number
  factor: Generated<number>
  multiplier: number
  display_order: number
}

export interface ChartGroupMembershipTable extends Tenant {
  membership_id: Generated<number>
  chart_group_id: number
  chart_id: number
  display_order: number
}

export interface OutputTypeTable extends Tenant {
  output_type_id: Generated<number>
  output_name: OutputName
  tab_name: string
  display_order: number
}

export interface ChartOutputTypeTable extends Tenant {
  chart_id: number
  output_type_id: number
}

export interface PeerGroupTable extends Tenant {
  peer_group_id: Generated<number>
  peer_group_name: string
  description: string
  project_id: number
  owner_type: 'programme' | 'organisation' | 'user'
  organisation_id: number | null
  user_id: number | null
  created_at: Date
  /** How its members are found; null where they are chosen one by one. */
  member_rule: NullableJson<StoredRule>
}

/** By lineage, so that a saved group stays valid over the years. */
export interface PeerGroupMembershipTable extends Tenant {
  peer_group_membership_id: Generated<number>
  peer_group_id: number
  lineage_id: number
}

/** Counts changes of a project's figures. Sharded, so that many can save at once; the sum is the version. */
export interface DataVersionTable extends Tenant {
  project_id: number
  shard: number
  version: number
}

export interface ChartCacheTable extends Tenant {
  chart_id: number
  selection_hash: string
  data_version: string
  /** JSON as it is sent, in gzip. */
  answer: Uint8Array
  calculated_at: Date
}
