// The draft of a chart as typed, and its difference from the stored one.

import type { ChartParameter, NewChartParameter } from '#contract/chart-parameters.ts'
import type { Chart, ChartDirection, MetaData, Statistic } from '#contract/charts.ts'
import { OutputName } from '#contract/output-names.ts'
import type { CellAddress } from '#domain/answers/cell-address.ts'
import { parseNumber, type NumberReading } from '#domain/answers/number-input.ts'
import type { SumTerm } from '#domain/formulas/figure-sum.ts'
import { groupBy } from '#lib/group-by.ts'

export interface DraftSeries {
  name: string
  /** Otherwise it is a plain sum, and has no denominator. */
  isRatio: boolean
  numerator: SumTerm[]
  denominator: SumTerm[]
  /** Of the cases behind a mean. */
  standardDeviation: SumTerm[]
  multiplier: string
}

/** Numbers are kept as text until they are parsed. */
export interface ChartDraft {
  chart_name: string
  unit: string
  decimal_places: number
  direction: ChartDirection
  statistic: Statistic
  target_value: string
  axis_min: string
  axis_max: string
  hidden_output_names: readonly OutputName[]
  definition: string
  numerator_text: string
  denominator_text: string
  source_text: string
  caveats: string
  series: readonly DraftSeries[]
}

export type DraftField = keyof ChartDraft

export const fieldLabels: Record<DraftField, string> = {
  chart_name: 'Title',
  unit: 'Unit',
  decimal_places: 'Decimals',
  direction: 'Better when',
  statistic: 'Values are',
  target_value: 'Target',
  axis_min: 'Axis from',
  axis_max: 'Axis to',
  hidden_output_names: 'Tabs',
  definition: 'Definition',
  numerator_text: 'Numerator in words',
  denominator_text: 'Denominator in words',
  source_text: 'Source',
  caveats: 'Notes',
  series: 'Figures'
}

export const NEW_SERIES: DraftSeries = {
  name: '',
  isRatio: true,
  numerator: [],
  denominator: [],
  standardDeviation: [],
  multiplier: '100'
}

export const EMPTY_DRAFT: ChartDraft = {
  chart_name: '',
  unit: '%',
  decimal_places: 1,
  direction: 'neutral',
  statistic: 'none',
  target_value: '',
  axis_min: '',
  axis_max: '',
  hidden_output_names: [],
  definition: '',
  numerator_text: '',
  denominator_text: '',
  source_text: '',
  caveats: '',
  series: [NEW_SERIES]
}

/** The stored parts of a chart, from the calls that return them. */
export interface StoredChart {
  chart: Chart
  metaData: MetaData
  parameters: readonly ChartParameter[]
}

const numberText = (value: number | null): string => (value === null ? '' : String(value))

const isOutputName = (name: string): name is OutputName => OutputName.options.some(known => known === name)

export function storedDraft({ chart, metaData, parameters }: StoredChart): ChartDraft {
  return {
    chart_name: chart.chart_name,
    unit: chart.unit,
    decimal_places: chart.decimal_places,
    direction: chart.direction,
    statistic: chart.statistic,
    target_value: numberText(chart.target_value),
    axis_min: numberText(chart.axis_min),
    axis_max: numberText(chart.axis_max),
    hidden_output_names: (chart.hidden_output_names ?? []).filter(isOutputName).toSorted(),
    definition: metaData.definition_html,
    numerator_text: metaData.numerator_text,
    denominator_text: metaData.denominator_text,
    source_text: metaData.source_text,
    caveats: metaData.caveats_html,
    series: [...groupBy(parameters, parameter => parameter.display_order)]
      .toSorted(([a], [b]) => a - b)
      .map(([, members]) => draftSeries(members))
  }
}

const multiplied = new Set<ChartParameter['parameter_role']>(['value', 'series', 'numerator'])

function draftSeries(members: readonly ChartParameter[]): DraftSeries {
  const terms = (...roles: string[]): SumTerm[] =>
    members
      .filter(member => roles.includes(member.parameter_role))
      .map(({ question_id, row_id, column_id, factor, aggregate }) => ({
        question_id,
        row_id,
        column_id,
        factor,
        ...(aggregate && { aggregate })
      }))
  const main = members.find(member => multiplied.has(member.parameter_role)) ?? members[0]
  return {
    name: members[0]?.parameter_name ?? '',
    isRatio: members.some(({ parameter_role: role }) => role === 'numerator' || role === 'denominator'),
    numerator: terms('value', 'series', 'numerator'),
    denominator: terms('denominator'),
    standardDeviation: terms('standard_deviation'),
    multiplier: numberText(main?.multiplier ?? 1)
  }
}

/** A number of the chart's unit, as typed. */
export const readDraftNumber = (
  draft: ChartDraft,
  field: 'target_value' | 'axis_min' | 'axis_max'
): NumberReading => parseNumber(draft[field], { isPercentage: draft.unit.trim() === '%' })

/** Null if no number is typed. Validation has already refused anything invalid. */
const numberOf = (reading: NumberReading): number | null => (reading.kind === 'number' ? reading.value : null)

/** The fields that a preview and a saved chart share. */
export const appearanceOf = (draft: ChartDraft) => ({
  chart_name: draft.chart_name.trim(),
  unit: draft.unit.trim(),
  decimal_places: draft.decimal_places,
  direction: draft.direction,
  statistic: draft.statistic,
  target_value: numberOf(readDraftNumber(draft, 'target_value')),
  axis_min: numberOf(readDraftNumber(draft, 'axis_min')),
  axis_max: numberOf(readDraftNumber(draft, 'axis_max')),
  numerator_text: draft.numerator_text.trim(),
  denominator_text: draft.denominator_text.trim(),
  chart_parameters: draftParameters(draft)
})

/** The draft in the form of a save, as one version. */
export const versionBody = (draft: ChartDraft) => ({
  ...appearanceOf(draft),
  hidden_output_names: [...draft.hidden_output_names],
  definition_html: draft.definition,
  source_text: draft.source_text.trim(),
  caveats_html: draft.caveats
})

/** A term without a figure is skipped. */
export const isTermChosen = ({ question_id }: CellAddress): boolean => question_id > 0

export function draftParameters({ series, chart_name }: ChartDraft): NewChartParameter[] {
  return series.flatMap((one, index) => {
    const shared = {
      parameter_name: one.name.trim() || chart_name.trim() || `Series ${index + 1}`,
      display_order: index + 1
    }
    const parameter = (parameter_role: NewChartParameter['parameter_role'], multiplier: number) => {
      return (term: SumTerm): NewChartParameter => ({
        aggregate: null,
        ...term,
        ...shared,
        parameter_role,
        multiplier
      })
    }
    return [
      ...one.numerator
        .filter(isTermChosen)
        .map(parameter(one.isRatio ? 'numerator' : 'value', numberOf(parseNumber(one.multiplier)) ?? 1)),
      ...(one.isRatio
        ? [
            ...one.denominator.filter(isTermChosen).map(parameter('denominator', 1)),
            ...one.standardDeviation.filter(isTermChosen).map(parameter('standard_deviation', 1))
          ]
        : [])
    ]
  })
}
