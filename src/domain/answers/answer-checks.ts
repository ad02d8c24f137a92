// Validates answers, with one check per kind of answer. Errors are whole sentences.

import { MAX_ANSWER_LENGTH } from '#contract/limits.ts'
import type { CellValue, Question } from '#contract/questionnaires.ts'
import { figureWithUnit, isCurrencySign } from '#domain/figures/figure-with-unit.ts'
import { isStorable } from '#lib/text/text-characters.ts'
import { isCalendarDate } from '#lib/time/calendar-date.ts'
import { dateExample } from './date-text.ts'
import { decimalPlaces, formatNumber } from './number-input.ts'
import { isStep } from './scale.ts'

export type CheckedQuestion = Pick<
  Question,
  'option_list' | 'unit' | 'decimal_places' | 'min_value' | 'max_value' | 'max_length'
>

/** `value` is not blank. */
export type AnswerCheck = (question: CheckedQuestion, value: CellValue) => string[]

/** Formats a figure of this question: '1,302', '1:30'. */
export type FigureText = (figure: number) => string

const faultUnless = (isRight: boolean, fault: string): string[] => (isRight ? [] : [fault])

/** Numbers with at most `places` decimal places; null allows any. */
export const checkNumber =
  (places: (question: CheckedQuestion) => number | null): AnswerCheck =>
  (question, value) =>
    typeof value === 'number' && Number.isFinite(value)
      ? [...rangeFaults(question, value, formatNumber), ...decimalFaults(places(question), value)]
      : ['Enter a number.']

export const checkDuration =
  (written: FigureText): AnswerCheck =>
  (question, value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? rangeFaults(question, value, written)
      : ['Enter a duration in whole minutes.']

export const checkStep: AnswerCheck = ({ option_list }, value) =>
  faultUnless(isStep(option_list, value), `Choose a step from 1 to ${option_list.length}.`)

export const checkOption: AnswerCheck = (question, value) =>
  faultUnless(isOption(question, value), 'Choose one of the options.')

export const checkOptions: AnswerCheck = (question, value) =>
  faultUnless(
    Array.isArray(value) && new Set(value).size === value.length && value.every(id => isOption(question, id)),
    'Choose each option only once.'
  )

const isOption = ({ option_list }: CheckedQuestion, value: unknown): boolean =>
  option_list.some(option => option.option_id === value)

export const checkYesNo: AnswerCheck = (_, value) =>
  faultUnless(value === 'yes' || value === 'no', 'Answer yes or no.')

export const checkDate: AnswerCheck = (_, value) =>
  faultUnless(typeof value === 'string' && isCalendarDate(value), `Enter a date, such as ${dateExample()}.`)

export const checkText: AnswerCheck = ({ max_length: most }, value) => {
  if (typeof value !== 'string') return ['Enter text.']
  if (!isStorable(value)) return ['Enter this text again: it contains characters that cannot be saved.']
  // The question counts characters as people do, the contract as JavaScript does.
  const [limit, excess] =
    most !== null && most < MAX_ANSWER_LENGTH && [...value].length > most
      ? [most, [...value].length - most]
      : [MAX_ANSWER_LENGTH, value.length - MAX_ANSWER_LENGTH]
  return faultUnless(
    excess <= 0,
    `Enter ${formatNumber(limit)} characters or fewer. That is ${formatNumber(excess)} too many.`
  )
}

/** A heading or a calculated cell accepts no answer. */
export const checkNothing: AnswerCheck = () => ['Nothing can be entered here.']

export function rangeFaults(
  question: Pick<Question, 'unit' | 'min_value' | 'max_value'>,
  value: number,
  written: FigureText
): string[] {
  const { min_value: min, max_value: max } = question
  return isOutside(value, min, max) ? [`The value must be ${rangeText(question, min, max, written)}.`] : []
}

export const isOutside = (value: number, min: number | null, max: number | null): boolean =>
  (min !== null && value < min) || (max !== null && value > max)

function decimalFaults(places: number | null, value: number): string[] {
  if (places === null || decimalPlaces(value) <= places) return []
  return places === 0
    ? ['Enter a whole number.']
    : [`Enter at most ${places} decimal ${places === 1 ? 'place' : 'places'}.`]
}

export function rangeText(
  question: Pick<Question, 'unit'>,
  min: number | null,
  max: number | null,
  written: FigureText
): string {
  if (min !== null && max !== null) {
    const low = isCurrencySign(question.unit) ? withQuestionUnit(question, written(min)) : written(min)
    return `between ${low} and ${withQuestionUnit(question, written(max))}`
  }
  return min !== null
    ? `${withQuestionUnit(question, written(min))} or more`
    : `${withQuestionUnit(question, written(max ?? 0))} or less`
}

export const withQuestionUnit = ({ unit }: Pick<Question, 'unit'>, text: string): string =>
  figureWithUnit(text, unit)
