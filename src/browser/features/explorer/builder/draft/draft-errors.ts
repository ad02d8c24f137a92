// Validates a draft, with each error at its field.

import { chartKind } from '#contract/chart-kinds.ts'
import { OutputName } from '#contract/output-names.ts'
import { parseNumber } from '#domain/answers/number-input.ts'
import { err, type Result } from '#lib/result.ts'
import { capitalise } from '#lib/text/capitalised.ts'
import {
  fieldLabels,
  isTermChosen,
  readDraftNumber,
  type ChartDraft,
  type DraftField
} from './chart-draft.ts'

/** By field; a series' errors are under `series.<index>`. */
export type DraftErrors = Partial<Record<DraftField | `series.${number}`, string>>

const NUMBER_DRAFT_FIELDS = ['target_value', 'axis_min', 'axis_max'] as const

type TabsDraft = Pick<ChartDraft, 'series' | 'statistic'>

/** The same rules as on the server, except for the number of periods, which the chart does not know. */
const draftSuitsTab: Record<ReturnType<typeof chartKind>['offeredBy'], (draft: TabsDraft) => boolean> = {
  'every chart': () => true,
  'charts in parts': ({ series }) => series.length > 1,
  'charts of counts': ({ statistic }) => statistic === 'proportion' || statistic === 'rate',
  'charts over eight periods': () => true
}

/** The requirement of a tab, if not every chart offers it. */
export const tabNeeds: Record<keyof typeof draftSuitsTab, string | undefined> = {
  'every chart': undefined,
  'charts in parts': 'Needs at least two series',
  'charts of counts': 'Needs values that are proportions or rates',
  'charts over eight periods': 'Shown where the project has at least eight periods'
}

export const suitingTabs = (draft: TabsDraft): OutputName[] =>
  OutputName.options.filter(name => draftSuitsTab[chartKind(name).offeredBy](draft))

export const shownTabs = (draft: ChartDraft): OutputName[] =>
  suitingTabs(draft).filter(name => !draft.hidden_output_names.includes(name))

export function draftErrors(draft: ChartDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (draft.chart_name.trim() === '') errors.chart_name = 'Title is required.'
  for (const field of NUMBER_DRAFT_FIELDS) {
    const reading = readDraftNumber(draft, field)
    if (reading.kind === 'invalid') errors[field] = `${fieldLabels[field]}: ${reading.message}`
  }
  const [from, to] = [readDraftNumber(draft, 'axis_min'), readDraftNumber(draft, 'axis_max')]
  if (from.kind === 'number' && to.kind === 'number' && from.value >= to.value)
    errors.axis_max = 'Enter a number above the start of the axis.'
  if (shownTabs(draft).length === 0) errors.hidden_output_names = 'A chart needs at least one tab.'
  for (const [index, one] of draft.series.entries()) {
    const error = seriesError(one)
    if (error) errors[`series.${index}`] = error
  }
  return errors
}

function seriesError(series: ChartDraft['series'][number]) {
  const { isRatio, numerator, denominator, standardDeviation, multiplier } = series
  if (![...numerator, ...denominator, ...standardDeviation].every(isTermChosen))
    return 'Choose a figure, or remove the empty row.'
  if (isRatio && numerator.length > 0 && denominator.length === 0)
    return 'A ratio needs a denominator. Choose “Sum” if there is none.'
  if (isRatio && numerator.length === 0 && denominator.length > 0) return 'A ratio needs a numerator.'
  const reading = parseNumber(multiplier)
  if (reading.kind !== 'number') return 'Enter a number to multiply by.'
  return reading.value === 0 ? 'Enter a number other than 0 to multiply by.' : null
}

const contractFields: Record<string, DraftField> = { definition_html: 'definition', caveats_html: 'caveats' }

/** Assigns a refusal to its field: the server names it as `field: what is wrong`. */
export function errorOfRefusal(draft: ChartDraft, refusal: string): DraftErrors {
  const [, name = '', index, fault = ''] = /^([a-z_]+)(?:\.(\d+))?[\w.]*: (.+)$/s.exec(refusal) ?? []
  if (name === 'chart_parameters')
    return { [`series.${seriesAt(draft, Number(index ?? 0))}`]: sentence(fault) }
  const field = contractFields[name] ?? name
  return isDraftField(field) ? { [field]: sentence(`${fieldLabels[field]} ${fault}`) } : {}
}

/** Where a retired chart cannot be restored because of its figures; the refusal of a save then shows which. */
export const explainRestoring = <T>(result: Result<T>): Result<T> =>
  result.ok || !result.error.startsWith('chart_parameters.')
    ? result
    : err(
        'Its questions have changed since it was retired. Open the chart, correct its figures and save it, then restore it.'
      )

const isDraftField = (name: string): name is DraftField => Object.hasOwn(fieldLabels, name)
const sentence = (text: string): string => `${capitalise(text)}.`

/** The series that the parameter at an index belongs to. */
function seriesAt({ series }: ChartDraft, index: number): number {
  let passed = 0
  for (const [at, { numerator, denominator, standardDeviation, isRatio }] of series.entries()) {
    passed += numerator.length + (isRatio ? denominator.length + standardDeviation.length : 0)
    if (index < passed) return at
  }
  return 0
}
