// What is compared.
import * as v from 'valibot'
import { ChartDirection, Statistic } from '#contract/charts.ts'
import { OutputName } from '#contract/chart-kinds.ts'
import { ParameterRole } from '#contract/chart-parameters.ts'
import { field, flag, html, Name, nullableNumber, oneOf, number, text, Text } from '../fields.ts'
import { inProject, period, type Kind, type KindName } from '../kind.ts'

export const chartKinds = {
  collections: {
    word: 'collection',
    mayRepeat: true,
    id: 'collection_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['explorer_type', 'collection_name'],
    fields: { explorer_type: field(Name(60)), collection_name: field(Name()), is_dashboard: flag(false) },
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
      unit: text(40),
      decimal_places: number(1),
      direction: field(ChartDirection, 'neutral'),
      statistic: field(Statistic, 'none'),
      target_value: nullableNumber,
      axis_min: nullableNumber,
      axis_max: nullableNumber,
      definition_html: html,
      numerator_text: text(4000),
      denominator_text: text(4000),
      source_text: text(4000),
      caveats_html: html,
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
      group_slug: field(v.pipe(Text(80), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be like staff-costs'))),
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
      parameter_name: field(Name()),
      parameter_role: field(ParameterRole),
      factor: number(1),
      multiplier: number(1),
      display_order: number(1)
    },
    refs: {
      question_id: inProject('questions'),
      row_id: { kind: 'sub_section_rows', none: 0, isOfGrid: true },
      column_id: { kind: 'sub_section_columns', none: 0, isOfGrid: true }
    },
    gone: 'remove'
  }
} satisfies Partial<Record<KindName, Kind>>
