// Charts, their collections and groups.

import * as v from 'valibot'
import { AggregateKind } from '#contract/chart-aggregates.ts'
import { editableChartFields } from '#contract/chart-builder.ts'
import { NewChartParameter } from '#contract/chart-parameters.ts'
import { ExplorerTypeCode, GroupSlug } from '#contract/codes.ts'
import { Name } from '#contract/fields.ts'
import { MAX_OPTIONS } from '#contract/limits.ts'
import { contentLimits } from '#contract/list-limits.ts'
import { OutputName } from '#contract/output-names.ts'
import { describe } from '#lib/describe.ts'
import { field, flag, oneOf, unwrapOptional } from '#operations/provision/fields.ts'
import { inGrid, projectReference, period, question, type ContentKind, type KindName } from './definition.ts'

const chart = unwrapOptional(editableChartFields)
const parameter = unwrapOptional(NewChartParameter.entries)

export const chartContentKinds = {
  collections: {
    word: 'collection',
    list: 'Collections of charts. Each belongs to a view of the results.',
    most: contentLimits.collections,
    id: 'collection_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['explorer_type', 'collection_name'],
    name: 'collection_name',
    fields: {
      explorer_type: field('Part of the address of the view, such as results.', ExplorerTypeCode),
      collection_name: field('The name of the collection.', Name()),
      is_dashboard: flag('true: its charts are on the dashboard.', false)
    },
    children: { groups: 'chart_groups' },
    isOrdered: true,
    onRemoval: 'delete',
    usedBy: [{ table: 'charts', columns: ['collection_id'], word: 'chart' }]
  },
  charts: {
    word: 'chart',
    list: 'The charts.',
    mayRepeat: true,
    id: 'chart_id',
    parent: { kind: 'projects', column: 'project_id' },
    key: ['chart_name'],
    fields: {
      chart_name: field('The name of the chart.', Name()),
      unit: field('The unit of the figure, such as € or %.', chart.unit, ''),
      decimal_places: field(
        'Digits after the decimal point; null: as many as are entered.',
        chart.decimal_places,
        1
      ),
      direction: field(
        'Which values are better: "higher", "lower" or "neutral".',
        chart.direction,
        'neutral'
      ),
      statistic: field(
        'What the figure is: "proportion", "rate" or "mean". It decides how uncertain a value is; "none": no interval.',
        chart.statistic,
        'none'
      ),
      target_value: field('The value to reach, drawn as a line; null: none.', chart.target_value, null),
      axis_min: field('Where the axis begins; null: it depends on the values.', chart.axis_min, null),
      axis_max: field('Where the axis ends; null: it depends on the values.', chart.axis_max, null),
      definition_html: field('What the figure says, as HTML.', chart.definition_html, ''),
      numerator_text: field('What is counted above the line.', chart.numerator_text, ''),
      denominator_text: field('What is counted below the line.', chart.denominator_text, ''),
      source_text: field('Where the figures come from.', chart.source_text, ''),
      caveats_html: field('What to bear in mind, as HTML.', chart.caveats_html, ''),
      hidden_output_names: field(
        'Tabs that this chart does not have.',
        v.pipe(v.array(oneOf(OutputName.options)), v.maxLength(OutputName.options.length)),
        []
      )
    },
    refs: {
      collection_id: {
        ...projectReference('collections'),
        description: 'The collection as explorer type/name, such as results/Visits.'
      },
      time_period_id: {
        ...period,
        description: 'The only period of the chart; without it, all periods of the project.'
      }
    },
    children: { parameters: 'chart_parameters' },
    hasVersion: true,
    onRemoval: 'retire'
  },
  chart_groups: {
    word: 'chart group',
    list: 'Groups of charts, in the order of the overview.',
    id: 'chart_group_id',
    parent: { kind: 'collections', column: 'collection_id' },
    key: ['group_slug'],
    fields: {
      group_slug: field('Part of the address of the group, such as staff-costs.', GroupSlug),
      group_name: field('The name of the group.', Name())
    },
    children: { charts: 'chart_group_memberships' },
    isOrdered: true,
    onRemoval: 'delete'
  },
  chart_group_memberships: {
    word: 'chart in a group',
    list: 'Names of the charts in the group, in their order.',
    most: contentLimits.group_charts,
    id: 'membership_id',
    parent: { kind: 'chart_groups', column: 'chart_group_id' },
    key: ['chart_id'],
    fields: {},
    refs: { chart_id: projectReference('charts') },
    isOrdered: true,
    isText: true,
    onRemoval: 'delete'
  },
  chart_parameters: {
    word: 'cell of a chart',
    list: 'The cells that the figure is calculated from.',
    most: contentLimits.chart_parameters,
    mayRepeat: true,
    id: 'chart_parameter_id',
    parent: { kind: 'charts', column: 'chart_id' },
    key: ['display_order', 'parameter_role', 'question_id', 'row_id', 'column_id'],
    fields: {
      parameter_name: field('The name of the cell in legends and tables.', parameter.parameter_name),
      parameter_role: field(
        '"value", "numerator", "denominator", "series" or "standard_deviation". docs/provisioning-reference.md explains them.',
        parameter.parameter_role
      ),
      aggregate: field(
        'How the cases of a survey or the rows of a repeating block are aggregated; null for a cell with one answer for each submission.',
        v.nullable(
          v.strictObject({
            kind: describe('What is calculated from them.', AggregateKind),
            options: describe(
              'Names of the options that a share counts; empty for all other figures and for yes-or-no questions.',
              v.optional(v.pipe(v.array(Name()), v.maxLength(MAX_OPTIONS)), [])
            )
          })
        ),
        null
      ),
      factor: field('What the cell counts, 1 by default; -1 subtracts it.', parameter.factor, 1),
      multiplier: field(
        'What the result is multiplied by, such as 1000 for a rate per 1,000.',
        parameter.multiplier,
        1
      ),
      display_order: field(
        'Parameters with the same number form one series of the chart.',
        parameter.display_order,
        1
      )
    },
    refs: {
      question_id: question,
      row_id: inGrid('row', { isOfGrid: true }),
      column_id: inGrid('column', { isOfGrid: true })
    },
    sharesVersion: true,
    onRemoval: 'delete'
  }
} satisfies Partial<Record<KindName, ContentKind>>
