// The rules for the value of a cell. Hard rules reject a value; soft rules let it be stored, flag it and ask for a comment (product 22.4).

import type { CellValue, Question } from '#contract/questionnaires.ts'
import { plus, ratioOf } from '#domain/figures/decimals.ts'
import { isOutside, rangeFaults, rangeText, withQuestionUnit } from './answer-checks.ts'
import { formatNumber } from './number-input.ts'
import { isCalculated, isHeading, typeOf } from './question-types.ts'

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

/** Whether a person can enter something: not a heading, not calculated, not disabled. */
export const isAnswerable = (question: Pick<Question, 'question_type' | 'is_disabled'>): boolean =>
  !question.is_disabled && !isHeading(question) && !isCalculated(question)

export const isBlank = (value: CellValue | boolean): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** 0, not applicable and not available are answers; blank is not (product 22.8). */
export const isAnswered = (answer: CellAnswer): boolean =>
  answer.is_not_applicable || answer.is_not_available || !isBlank(answer.value)

/**
 * Checks an answer against its question. `previous` is last period's value, for the rule on large changes.
 * Blank answers break no rule here: whether an answer is required is part of completion.
 */
export function checkCell(question: CellQuestion, answer: CellAnswer, previous: CellValue = null): CellCheck {
  if (!isAnswerable(question))
    return { errors: isAnswered(answer) ? [unanswerableReason(question)] : [], warnings: [] }
  if (answer.is_not_applicable && answer.is_not_available)
    return cellError('Choose either not applicable or not available.')
  if (answer.is_not_applicable || answer.is_not_available) {
    return isBlank(answer.value)
      ? { errors: [], warnings: [] }
      : cellError('Enter a value or a reason for having none, not both.')
  }
  if (isBlank(answer.value)) return { errors: [], warnings: [] }
  const errors = typeOf(question).check(question, answer.value)
  return {
    errors,
    warnings:
      errors.length > 0 || typeof answer.value !== 'number'
        ? []
        : softFaults(question, answer.value, previous)
  }
}

/**
 * Checks a calculated value. Its limits are rules between cells: 'beds less beds in use' with a minimum of 0
 * says that no more beds can be in use than exist. Blank cells give no value, and no value breaks no rule.
 */
export function checkCalculated(
  question: CellQuestion,
  value: CellValue,
  previous: CellValue = null
): CellCheck {
  if (typeof value !== 'number') return { errors: [], warnings: [] }
  const errors = rangeFaults(question, value, typeOf(question).figureText)
  return { errors, warnings: errors.length > 0 ? [] : softFaults(question, value, previous) }
}

const cellError = (message: string): CellCheck => ({ errors: [message], warnings: [] })

function unanswerableReason(question: Pick<Question, 'question_type' | 'is_disabled'>): string {
  if (isHeading(question)) return 'A heading takes no answer.'
  if (isCalculated(question)) return 'This cell is calculated. You cannot enter a value.'
  return 'This cell does not apply.'
}

function softFaults(question: CellQuestion, value: number, previous: CellValue): CellWarning[] {
  const warnings: CellWarning[] = []
  const { warn_min: min, warn_max: max, warn_change_percent: most } = question
  const { figureText } = typeOf(question)
  if (isOutside(value, min, max)) {
    warnings.push({
      message: `Usually ${rangeText(question, min, max, figureText)}.`,
      comment_required: true
    })
  }
  if (most !== null && typeof previous === 'number') {
    const change = percentChange(value, previous)
    if (change !== null && Math.abs(change) > most)
      warnings.push({ message: changeWarning(question, change, previous, most), comment_required: true })
  }
  return warnings
}

/** How far a figure is above or below a former one, in per cent of that; null where that was 0. */
export const percentChange = (value: number, former: number): number | null =>
  former === 0 ? null : ratioOf(plus(value, -former), Math.abs(former), 100)

/** '3', '0.4': without its sign, as exactly as a sentence needs it. */
export const roundedPercent = (change: number): string =>
  formatNumber(Math.abs(change) < 1 ? Math.round(Math.abs(change) * 10) / 10 : Math.round(Math.abs(change)))

function changeWarning(question: CellQuestion, change: number, previous: number, most: number): string {
  return `${roundedPercent(change)}% ${change < 0 ? 'below' : 'above'} last period (${withQuestionUnit(question, typeOf(question).figureText(previous))}), more than the usual ${formatNumber(most)}%.`
}
