// The rules for the value of a cell. Hard rules reject a value; soft rules let it be stored, flag it and ask for a comment (product 22.4).
import type { CellValue, Question, QuestionType } from '#contract/questionnaires.ts'
import { decimalPlaces, formatNumber } from './number-input.ts'

export type CellQuestion = Pick<
  Question,
  | 'question_type'
  | 'option_list'
  | 'is_disabled'
  | 'unit'
  | 'decimal_places'
  | 'min_value'
  | 'max_value'
  | 'warn_min'
  | 'warn_max'
  | 'warn_change_percent'
  | 'max_length'
>

export interface CellAnswer {
  value: CellValue
  is_not_applicable: boolean
  is_not_available: boolean
}

export interface CellWarning {
  message: string
  comment_required: boolean
}

export interface CellCheck {
  errors: string[]
  warnings: CellWarning[]
}

const NUMERIC: ReadonlySet<QuestionType> = new Set<QuestionType>([
  'integer',
  'decimal',
  'percentage',
  'currency'
])
export const isNumeric = (type: QuestionType): boolean => NUMERIC.has(type)

/** True where a person can enter something: not a heading, not calculated, not greyed out. */
export const isAnswerable = (question: Pick<Question, 'question_type' | 'is_disabled'>): boolean =>
  !question.is_disabled && question.question_type !== 'heading' && question.question_type !== 'calculated'

export const isBlank = (value: CellValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** 0, not applicable and not available are answers; blank is none (product 22.8). */
export const isAnswered = (answer: CellAnswer): boolean =>
  answer.is_not_applicable || answer.is_not_available || !isBlank(answer.value)

/** Decimal places that a question allows; null is any. */
export const allowedDecimals = (
  question: Pick<Question, 'question_type' | 'decimal_places'>
): number | null => (question.question_type === 'integer' ? 0 : question.decimal_places)

/**
 * Checks one answer against its question. `previous` is the last period's value, for the rule on large changes.
 * A blank answer breaks no rule here: whether it is needed is a matter of completion.
 */
export function checkCell(question: CellQuestion, answer: CellAnswer, previous: CellValue = null): CellCheck {
  if (!isAnswerable(question))
    return { errors: isAnswered(answer) ? [refusalOf(question)] : [], warnings: [] }
  if (answer.is_not_applicable && answer.is_not_available)
    return refused('Choose either not applicable or not available.')
  if (answer.is_not_applicable || answer.is_not_available) {
    return isBlank(answer.value)
      ? { errors: [], warnings: [] }
      : refused('A cell holds either a value or a reason for having none.')
  }
  if (isBlank(answer.value)) return { errors: [], warnings: [] }
  const errors = hardFaults(question, answer.value)
  return {
    errors,
    warnings:
      errors.length > 0 || typeof answer.value !== 'number'
        ? []
        : softFaults(question, answer.value, previous)
  }
}

/**
 * Checks what a calculated cell comes to. Its limits are the rules between cells: 'beds less beds in use' with a least value of 0 says that
 * no more beds can be in use than there are. Nothing comes of blank cells, and nothing breaks no rule.
 */
export function checkCalculated(
  question: CellQuestion,
  value: CellValue,
  previous: CellValue = null
): CellCheck {
  if (typeof value !== 'number') return { errors: [], warnings: [] }
  const errors = rangeFaults(question, value)
  return { errors, warnings: errors.length > 0 ? [] : softFaults(question, value, previous) }
}

const refused = (message: string): CellCheck => ({ errors: [message], warnings: [] })

function refusalOf(question: Pick<Question, 'question_type' | 'is_disabled'>): string {
  if (question.question_type === 'heading') return 'A heading holds no answer.'
  if (question.question_type === 'calculated') return 'This cell is calculated and cannot be entered.'
  return 'This cell does not apply.'
}

const ofType: Partial<Record<QuestionType, (question: CellQuestion, value: CellValue) => string[]>> = {
  single_choice: (question, value) => (isOption(question, value) ? [] : ['Choose one of the options.']),
  multiple_choice: (question, value) =>
    areOptions(question, value) ? [] : ['Choose among the options, each once.'],
  yes_no: (_, value) => (value === 'yes' || value === 'no' ? [] : ['Answer yes or no.']),
  date: (_, value) => (typeof value === 'string' && isCalendarDate(value) ? [] : ['This is not a date.']),
  text: textFaults,
  long_text: textFaults
}

const hardFaults = (question: CellQuestion, value: CellValue): string[] =>
  (ofType[question.question_type] ?? numberFaults)(question, value)

function textFaults(question: CellQuestion, value: CellValue): string[] {
  return typeof value === 'string' ? lengthFaults(question, value) : ['This is not a text.']
}

function lengthFaults({ max_length: most }: CellQuestion, text: string): string[] {
  const excess = most === null ? 0 : [...text].length - most
  return excess > 0
    ? [`At most ${formatNumber(most ?? 0)} characters are possible, ${formatNumber(excess)} too many.`]
    : []
}

const isOption = (question: CellQuestion, value: unknown): boolean =>
  question.option_list.some(option => option.option_id === value)

const areOptions = (question: CellQuestion, value: CellValue): boolean =>
  Array.isArray(value) && new Set(value).size === value.length && value.every(id => isOption(question, id))

/** ISO date that is in the calendar: 2026-02-30 is not. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function numberFaults(question: CellQuestion, value: CellValue): string[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return ['This is not a number.']
  return [...rangeFaults(question, value), ...decimalFaults(allowedDecimals(question), value)]
}

function rangeFaults(question: CellQuestion, value: number): string[] {
  const { min_value: min, max_value: max } = question
  return isOutside(value, min, max) ? [`A value ${range(question, min, max)} is possible.`] : []
}

function decimalFaults(places: number | null, value: number): string[] {
  if (places === null || decimalPlaces(value) <= places) return []
  return places === 0
    ? ['Only whole numbers are possible.']
    : [`At most ${places} decimal ${places === 1 ? 'place is' : 'places are'} possible.`]
}

const isOutside = (value: number, min: number | null, max: number | null): boolean =>
  (min !== null && value < min) || (max !== null && value > max)

function softFaults(question: CellQuestion, value: number, previous: CellValue): CellWarning[] {
  const warnings: CellWarning[] = []
  const { warn_min: min, warn_max: max, warn_change_percent: most } = question
  if (isOutside(value, min, max)) {
    warnings.push({ message: `Usually a value ${range(question, min, max)}.`, comment_required: true })
  }
  if (most !== null && typeof previous === 'number' && previous !== 0) {
    const change = ((value - previous) / Math.abs(previous)) * 100
    if (Math.abs(change) > most)
      warnings.push({ message: changeText(question, change, previous), comment_required: true })
  }
  return warnings
}

function changeText(question: CellQuestion, change: number, previous: number): string {
  const size = formatNumber(
    Math.abs(change) < 1 ? Math.round(Math.abs(change) * 10) / 10 : Math.round(Math.abs(change))
  )
  return `${size}% ${change < 0 ? 'below' : 'above'} last period’s ${withUnit(question, formatNumber(previous))}.`
}

function range(question: CellQuestion, min: number | null, max: number | null): string {
  if (min !== null && max !== null)
    return `between ${formatNumber(min)} and ${withUnit(question, formatNumber(max))}`
  return min !== null
    ? `of ${withUnit(question, formatNumber(min))} or more`
    : `up to ${withUnit(question, formatNumber(max ?? 0))}`
}

const withUnit = ({ unit }: Pick<Question, 'unit'>, text: string): string =>
  unit === '' ? text : unit === '%' ? `${text}%` : `${text} ${unit}`
