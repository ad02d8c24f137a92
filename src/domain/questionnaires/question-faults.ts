// Rules for a single question, used by every way to write one.

import { contentLimits } from '#contract/list-limits.ts'
import type { QuestionType } from '#contract/questionnaires.ts'
import { hasOptions, isCalculated, typeOf } from '#domain/answers/question-types.ts'
import { MAX_SCALE_STEPS, MIN_STEPS } from '#domain/answers/scale.ts'
import { foldedText } from '#lib/text/text-characters.ts'
import type { RuleFault } from './rule-fault.ts'

export interface QuestionSettings {
  question_type: QuestionType
  unit: string
  decimal_places: number | null
  min_value: number | null
  max_value: number | null
  warn_min: number | null
  warn_max: number | null
  warn_change_percent: number | null
  max_length: number | null
  expression: string | null
  visible_if: string | null
}

export interface QuestionToCheck extends QuestionSettings {
  option_names: readonly string[]
}

/** A question with only a text and a type. */
export const noSettings = {
  help_text: '',
  unit: '',
  decimal_places: null,
  min_value: null,
  max_value: null,
  warn_min: null,
  warn_max: null,
  warn_change_percent: null,
  max_length: null,
  expression: null,
  visible_if: null
}

/** All faults within one question. */
export const faultsOfQuestion = (question: QuestionToCheck): RuleFault[] => [
  ...faultsOfOptions(question),
  ...faultsOfLimits(question),
  ...faultsOfFormula(question)
]

export function faultsOfOptions(
  question: Pick<QuestionToCheck, 'question_type' | 'option_names'>
): RuleFault[] {
  const field = 'option_names'
  const names = question.option_names.map(foldedText)
  if (!hasOptions(question)) return names.length > 0 ? [{ field, message: 'is only for choices' }] : []
  const faults: RuleFault[] = []
  if (names.length === 0) faults.push({ field, message: 'needs at least one option' })
  if (typeOf(question).options === 'steps' && (names.length < MIN_STEPS || names.length > MAX_SCALE_STEPS))
    faults.splice(0, 1, { field, message: `needs ${MIN_STEPS} to ${MAX_SCALE_STEPS} steps` })
  const { most, message } = contentLimits.options
  if (names.length > most) faults.push({ field, message })
  if (new Set(names).size < names.length) faults.push({ field, message: 'names an option twice' })
  return faults
}

/** Fields of numeric questions only. */
export const NUMERIC_FIELDS = [
  'min_value',
  'max_value',
  'warn_min',
  'warn_max',
  'warn_change_percent'
] as const

export function faultsOfLimits(
  question: Pick<QuestionToCheck, 'question_type' | (typeof NUMERIC_FIELDS)[number] | 'max_length'>
): RuleFault[] {
  const { limits } = typeOf(question)
  const unused: RuleFault[] =
    limits === 'range'
      ? []
      : NUMERIC_FIELDS.filter(field => question[field] !== null).map(field => ({
          field,
          message: 'is only for numbers'
        }))
  return [
    ...unused,
    ...(isAbove(question.min_value, question.max_value)
      ? [{ field: 'min_value', message: 'must not be above the highest possible value' }]
      : []),
    ...(isAbove(question.warn_min, question.warn_max)
      ? [{ field: 'warn_min', message: 'must not be above the value to check above' }]
      : []),
    ...((question.warn_change_percent ?? 0) < 0
      ? [{ field: 'warn_change_percent', message: 'must not be below 0' }]
      : []),
    ...(question.max_length !== null && limits !== 'length'
      ? [{ field: 'max_length', message: 'is only for text' }]
      : [])
  ]
}

const isAbove = (low: number | null, high: number | null): boolean =>
  low !== null && high !== null && low > high

export const isBlankFormula = (text: string | null): boolean => text === null || text.trim() === ''

export function faultsOfFormula(
  question: Pick<QuestionToCheck, 'question_type' | 'expression'>
): RuleFault[] {
  const isBlank = isBlankFormula(question.expression)
  if (isCalculated(question) === !isBlank) return []
  const message = isBlank ? 'is required for a calculated question' : 'is only for calculated questions'
  return [{ field: 'expression', message }]
}
