// What is wrong with a draft, at the field it is about.
import { chartKind, OutputName } from '#contract/chart-kinds.ts'
import { parseNumber } from '#domain/number-input.ts'
import { fieldLabels, isChosen, type ChartDraft, type DraftField } from './chart-draft.ts'

/** By field; a series' errors stand under `series.<index>`. */
export type DraftErrors = Partial<Record<DraftField | `series.${number}`, string>>

const numberFields = ['target_value', 'axis_min', 'axis_max'] as const

/** The tabs that a chart of so many series offers. */
export const suitingTabs = (seriesCount: number): OutputName[] =>
  OutputName.options.filter(name => chartKind(name).offeredBy === 'every chart' || seriesCount > 1)

export const shownTabs = ({ series, hidden_output_names }: ChartDraft): OutputName[] =>
  suitingTabs(series.length).filter(name => !hidden_output_names.includes(name))

export function draftErrors(draft: ChartDraft): DraftErrors {
  const errors: DraftErrors = {}
  if (draft.chart_name.trim() === '') errors.chart_name = 'Title is required.'
  for (const field of numberFields) {
    const reading = parseNumber(draft[field])
    if (reading.kind === 'invalid') errors[field] = `${fieldLabels[field]}: ${reading.message}`
  }
  const [from, to] = [parseNumber(draft.axis_min), parseNumber(draft.axis_max)]
  if (from.kind === 'number' && to.kind === 'number' && from.value >= to.value)
    errors.axis_max = 'The axis must end above where it begins.'
  if (shownTabs(draft).length === 0) errors.hidden_output_names = 'A chart needs at least one tab.'
  for (const [index, one] of draft.series.entries()) {
    const error = seriesError(one)
    if (error) errors[`series.${index}`] = error
  }
  return errors
}

function seriesError({ isRatio, numerator, denominator, multiplier }: ChartDraft['series'][number]) {
  if (![...numerator, ...denominator].every(isChosen)) return 'Choose a figure, or remove the empty row.'
  if (isRatio && numerator.length > 0 && denominator.length === 0)
    return 'A ratio needs a denominator. Choose “Sum” if there is none.'
  if (isRatio && numerator.length === 0 && denominator.length > 0) return 'A ratio needs a numerator.'
  const reading = parseNumber(multiplier)
  if (reading.kind !== 'number') return 'Multiply by needs a number.'
  return reading.value === 0 ? 'Everything times 0 is 0.' : null
}

const contractFields: Record<string, DraftField> = { definition_html: 'definition', caveats_html: 'caveats' }

/** Where a refusal of the server belongs: the server names a field as `field: what is wrong`. */
export function errorOfRefusal(draft: ChartDraft, refusal: string): DraftErrors {
  const [, name = '', index, fault = ''] = /^([a-z_]+)(?:\.(\d+))?[\w.]*: (.+)$/s.exec(refusal) ?? []
  if (name === 'chart_parameters')
    return { [`series.${seriesAt(draft, Number(index ?? 0))}`]: sentence(fault) }
  const field = contractFields[name] ?? name
  return isField(field) ? { [field]: sentence(`${fieldLabels[field]} ${fault}`) } : {}
}

const isField = (name: string): name is DraftField => Object.hasOwn(fieldLabels, name)
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** The series that the parameter at an index belongs to. */
function seriesAt({ series }: ChartDraft, index: number): number {
  let passed = 0
  for (const [at, { numerator, denominator, isRatio }] of series.entries()) {
    passed += numerator.length + (isRatio ? denominator.length : 0)
    if (index < passed) return at
  }
  return 0
}
