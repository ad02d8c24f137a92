// What is compared.
import * as v from 'valibot'
import { chartFields } from '#contract/chart-builder.ts'
import { OutputName } from '#contract/chart-kinds.ts'
import { NewChartParameter } from '#contract/chart-parameters.ts'
import { ExplorerTypeCode, GroupSlug } from '#contract/codes.ts'
import { field, flag, Name, oneOf } from '../fields.ts'
import { inProject, period, type Kind, type KindName } from '../kind.ts'

export const chartKinds = {
  collections: {
    word: 'collection',
    mayRepeat: true,
    id: 'collection_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['explorer_type', 'collection_name'],
    fields: {
      explorer_type: field(ExplorerTypeCode),
      collection_name: field(Name()),
      is_dashboard: flag(false)
    },
    children: { groups: 'chart_groups' },
    isOrdered: true,
    gone: 'remove',
    usedBy: [{ table: 'charts', columns: ['collection_id'], word: 'chart' }]
  },
  charts: {
    word: 'chart',
    mayRepeat: true,
    id: 'chart_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['chart_name'],
    fields: {
      chart_name: field(Name()),
      unit: field(v.unwrap(chartFields.unit), ''),
      decimal_places: field(v.unwrap(chartFields.decimal_places), 1),
      direction: field(v.unwrap(chartFields.direction), 'neutral'),
      statistic: field(v.unwrap(chartFields.statistic), 'none'),
      target_value: field(v.unwrap(chartFields.target_value), null),
      axis_min: field(v.unwrap(chartFields.axis_min), null),
      axis_max: field(v.unwrap(chartFields.axis_max), null),
      definition_html: field(v.unwrap(chartFields.definition_html), ''),
      numerator_text: field(v.unwrap(chartFields.numerator_text), ''),
      denominator_text: field(v.unwrap(chartFields.denominator_text), ''),
      source_text: field(v.unwrap(chartFields.source_text), ''),
      caveats_html: field(v.unwrap(chartFields.caveats_html), ''),
      hidden_output_names: field(v.array(oneOf(OutputName.options)), [])
    },
    refs: { collection_id: inProject('collections'), time_period_id: period },
    children: { parameters: 'chart_parameters' },
    hasVersion: true,
    gone: 'retire'
  },
  chart_groups: {
    word: 'chart group',
    id: 'chart_group_id',
    parent: { kind: 'collections', column: 'collection_id' },
    key: ['group_slug'],
    fields: {
      group_slug: field(GroupSlug),
      group_name: field(Name())
    },
    children: { charts: 'chart_group_memberships' },
    isOrdered: true,
    gone: 'remove'
  },
  chart_group_memberships: {
    word: 'chart in a group',
    id: 'membership_id',
    parent: { kind: 'chart_groups', column: 'chart_group_id' },
    key: ['chart_id'],
    fields: {},
    refs: { chart_id: inProject('charts') },
    isOrdered: true,
    isText: true,
    gone: 'remove'
  },
  chart_parameters: {
    word: 'cell of a chart',
    mayRepeat: true,
    id: 'chart_parameter_id',
    parent: { kind: 'charts', column: 'chart_id' },
    key: ['display_order', 'parameter_role', 'question_id', 'row_id', 'column_id'],
    fields: {
      parameter_name: field(NewChartParameter.entries.parameter_name),
      parameter_role: field(NewChartParameter.entries.parameter_role),
      factor: field(v.unwrap(NewChartParameter.entries.factor), 1),
      multiplier: field(v.unwrap(NewChartParameter.entries.multiplier), 1),
      display_order: field(v.unwrap(NewChartParameter.entries.display_order), 1)
    },
    refs: {
      question_id: inProject('questions'),
      row_id: { kind: 'sub_section_rows', none: 0, isOfGrid: true },
      column_id: { kind: 'sub_section_columns', none: 0, isOfGrid: true }
    },
    gone: 'remove'
  }
} satisfies Partial<Record<KindName, Kind>>
